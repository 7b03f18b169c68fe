import HTTPServing
import HTTPTypes
import InMemoryHTTP
import Testing

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
        let budget = MemoryBudget(limit: 10)
        #expect(budget.fits(10) && !budget.fits(11) && !budget.reserve(11) && !budget.fits(.max))
        budget.add(30)
        #expect(!budget.reserve(1) && !budget.fits(1) && budget.usedCount == 30)
        budget.release(30)
        #expect(budget.reserve(10) && budget.usedCount == 10)
    }

    @Test("gets a charge back with its last holder, and that of an answer when it is decided")
    func charges() async {
        let budget = MemoryBudget(limit: 10)
        var charge = budget.charge(6)
        #expect(charge != nil && budget.charge(6) == nil && budget.usedCount == 6)
        let answer = charge.map { PendingResponse.later { complete in Task { complete { Response(status: .ok) } } }.holding($0) }
        charge = nil
        #expect(budget.usedCount == 6)
        #expect(await answer?.response().status == .ok)
    }

    @Test("counts a body that many send at once a single time")
    func shared() {
        let budget = MemoryBudget(limit: 10)
        let (small, large) = (PreparedResponse(headers: [], body: [1, 2, 3]), PreparedResponse(headers: [], body: Array(0..<9)))
        #expect(small.beginSending(in: budget, isForced: false) && small.beginSending(in: budget, isForced: false))
        #expect(budget.usedCount == 3 && !large.beginSending(in: budget, isForced: false))
        small.endSending(in: budget)
        #expect(budget.usedCount == 3)
        small.endSending(in: budget)
        #expect(budget.usedCount == 0 && large.beginSending(in: budget, isForced: false) && budget.usedCount == 9)
    }
}
