import Lists
import Ports
import Testing

@testable import WebhookDelivery

@Suite("Receivers that do not answer")
struct UnansweredTests {
    /// Makes attempts at a schedule that nobody answers, each taking no time, for some seconds.
    ///
    /// - Returns: How many were made for each webhook.
    private func attempts(_ run: inout ScheduleRun, seconds: Int64) -> [String: Int] {
        var counts: [String: Int] = [:]
        let end = run.now + seconds * 1_000
        while run.now < end {
            for name in run.start() { counts[name, default: 0] += 1 }
            run.end(succeeded: false, isUnanswered: true)
            run.record(nextAttempt: run.now + 3_600_000)
            run.now += 1
        }
        return counts
    }

    @Test("are asked a bounded number of times a second, each and all together, however much waits for them")
    func bounded() {
        var one = ScheduleRun()
        one.add("a", backlog: 3_000)
        let alone = attempts(&one, seconds: 20)["a"] ?? 0
        // What may be made at once, and then 32 a second.
        #expect((20 * 32...22 * 32).contains(alone))
        #expect(one.reads < 60)

        var many = ScheduleRun()
        for number in 0..<40 { many.add("w\(number)", backlog: 400, from: Int64(number) * 1_000 + 1) }
        let all = attempts(&many, seconds: 20)
        #expect((20 * 230...23 * 256).contains(all.values.reduce(0, +)))
        #expect(all.count == 40)
    }

    @Test("are left alone whatever else comes for them, and asked again in time; others do not wait")
    func held() throws {
        var run = ScheduleRun()
        run.add("dead", backlog: 500)
        run.add("alive", backlog: 5_000, from: 10_001)
        var tries = 0
        while run.start().contains("dead") {
            tries += 1
            run.end("dead", succeeded: false, isUnanswered: true)
            run.end("alive")
            run.record(nextAttempt: run.now + 3_600_000)
        }
        #expect(tries == 64)
        let reads = run.reads
        run.wake()
        #expect(!run.start().contains("dead"))
        // Only the one that answers was looked at.
        #expect(run.reads <= reads + 1)
        run.end("alive")
        #expect(run.start().contains("alive"))
        run.end()
        run.record()
        let next = try #require(run.schedule.nextRead)
        #expect(next <= run.now + 1_000)
        run.now += 1_000
        #expect(run.start().contains("dead"))
    }

    @Test("that are few cost no wait, and a clock that is set back ends one")
    func clock() {
        var rate = AttemptRate(perSecond: 10)
        for _ in 0..<19 { #expect(rate.note(at: 1_000_000) == nil) }
        #expect(rate.note(at: 1_000_000) == 1_001_000)
        #expect(rate.note(at: 500) == nil)
        #expect(rate.note(at: .max) == nil)
        var slow = AttemptRate(perSecond: 10)
        for second in 0..<10_000 as Range<Int64> { #expect(slow.note(at: second * 100) == nil) }
    }

    @Test("never get more attempts in a time than it brings, and what may be made at once")
    func model() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<10 {
            let perSecond = Int.random(in: 1...100, using: &random)
            var rate = AttemptRate(perSecond: perSecond)
            var (now, until): (Int64, Int64) = (0, 0)
            var times: [Int64] = []
            for _ in 0..<500 {
                now += Int64.random(in: 0...(2_000 / Int64(perSecond)), using: &random)
                guard now >= until else { continue }
                times.append(now)
                until = rate.note(at: now) ?? 0
            }
            for (first, time) in times.enumerated() {
                let later = times[first...].prefix { $0 <= time + 5_000 }.count
                #expect(later <= 7 * perSecond + 1)
            }
        }
    }
}
