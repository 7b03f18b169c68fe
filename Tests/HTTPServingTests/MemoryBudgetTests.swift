import HTTPTypes
import TestSupport
import Testing

@testable import HTTPServing

@Suite("The memory budget")
struct MemoryBudgetTests {
    @Test("is never exceeded by what is reserved, by many at once, and is whole again at the end")
    func bounded() async {
        let budget = MemoryBudget(limit: 100)
        let most = await withTaskGroup(of: Int.self) { group in
            for number in 1...8 {
                group.addTask {
                    var most = 0
                    for _ in 0..<10_000 where budget.reserve(number * 7) {
                        most = max(most, budget.usedCount)
                        budget.release(number * 7)
                    }
                    return most
                }
            }
            return await group.reduce(0, max)
        }
        #expect(most > 0 && most <= 100 && budget.usedCount == 0)
    }

    @Test("takes what can't be refused past its limit, and then nothing else")
    func forced() {
        let budget = MemoryBudget(limit: 400)
        let share = budget.share(of: .token("a"))
        #expect(share.fits(100) && !share.fits(101) && !share.reserve(101) && !share.fits(.max))
        share.add(300)
        #expect(!share.reserve(1) && !share.fits(1) && budget.usedCount == 300)
        share.release(300)
        #expect(share.reserve(100) && budget.usedCount == 100)
    }

    @Test("gets a charge back with its last holder, whatever it has become, and that of an answer when it is decided")
    func charges() async {
        let budget = MemoryBudget(limit: 40)
        let share = budget.share(of: .token("a"))
        var charge = share.charge(6)
        #expect(charge != nil && share.charge(6) == nil && budget.usedCount == 6)
        #expect(charge?.grow(by: 4) == true && charge?.grow(by: 1) == false && budget.usedCount == 10)
        charge?.set(to: 12)
        #expect(budget.usedCount == 12)
        charge?.set(to: 5)
        let answer = charge.map { PendingResponse.later { complete in Task { complete { Response(status: .ok) } } }.holding($0) }
        charge = nil
        #expect(budget.usedCount == 5)
        #expect(await answer?.response().status == .ok)
    }

    @Test("gives one sender a quarter, as one share however often it is asked for")
    func quarter() {
        let budget = MemoryBudget(limit: 1 << 20)
        let first = budget.share(of: .token("a"))
        #expect(budget.share(of: .token("a")) === first && budget.share(of: .token("b")) !== first)
        #expect(first.reserve(1 << 18) && !first.reserve(1))
        #expect(budget.share(of: .token("b")).reserve(1 << 18) && budget.usedCount == 1 << 19)
    }

    @Test("keeps an eighth for senders that hold little, also where others hold all else")
    func light() {
        let budget = MemoryBudget(limit: 1 << 20)
        let heavy = ["a", "b", "c", "d"].map { budget.share(of: .token($0)) }
        for share in heavy { while share.reserve(1_000) {} }
        #expect(budget.usedCount <= (1 << 20) - (1 << 17))
        let light = ["e", "f"].map { budget.share(of: .token($0)) }
        #expect(light.allSatisfy { $0.reserve(64 << 10) })
        #expect(!light[0].reserve(1))
    }

    @Test("counts a body that many send at once a single time, and once in the share of each sender")
    func shared() {
        let budget = MemoryBudget(limit: 40)
        let (first, second) = (budget.share(of: .token("a")), budget.share(of: .token("b")))
        let (small, large) = (PreparedResponse(headers: [], body: [1, 2, 3]), PreparedResponse(headers: [], body: Array(0..<9)))
        #expect(small.beginSending(in: first, isForced: false) && small.beginSending(in: first, isForced: false))
        #expect(budget.usedCount == 3 && !large.beginSending(in: first, isForced: false))
        #expect(small.beginSending(in: second, isForced: false) && budget.usedCount == 3 && second.usedCount == 3)
        small.endSending(in: first)
        #expect(budget.usedCount == 3 && first.usedCount == 3)
        small.endSending(in: first)
        #expect(budget.usedCount == 3 && first.usedCount == 0)
        small.endSending(in: second)
        #expect(budget.usedCount == 0 && large.beginSending(in: first, isForced: false) && budget.usedCount == 9)
    }
}
