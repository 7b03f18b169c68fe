import Lists
import Ports
import Testing
@testable import WebhookDelivery

@Suite("The schedule of ordered deliveries")
struct OrderedScheduleTests {
    @Test("sends the next one behind a success, one at a time, before anything is recorded")
    func follows() {
        var run = ScheduleRun()
        run.add("a", isOrdered: true, backlog: 5)
        for _ in 0..<5 {
            #expect(run.start() == ["a"])
            run.schedule.wake()
            #expect(run.start().isEmpty)
            run.end()
        }
        #expect(run.start().isEmpty)
        #expect(run.ended.map(\.number) == [1, 2, 3, 4, 5])
        run.record()
        #expect(run.start().isEmpty)
    }

    @Test("waits behind a failure until all is recorded, and then for the next attempt")
    func waits() {
        var run = ScheduleRun()
        run.add("a", isOrdered: true, backlog: 4)
        run.start()
        run.end()
        run.start()
        run.end(succeeded: false)
        run.schedule.wake()
        #expect(run.start().isEmpty)
        let failed = run.ended.removeLast()
        run.record()
        // What is known by now is not all.
        #expect(run.start().isEmpty)
        run.ended = [failed]
        run.record(nextAttempt: 60_000)
        // The third does not pass the second, which waits for its next attempt.
        #expect(run.start().isEmpty)
        #expect(run.schedule.nextRead == 60_000)
        run.now = 60_000
        run.start()
        #expect(run.running.map(\.number) == [2])
    }

    @Test("starts nothing more while much is not recorded")
    func bounded() {
        let limits = DeliveryLimits(orderedWindow: 8, orderedUnrecorded: 20)
        var run = ScheduleRun(limits)
        run.add("a", isOrdered: true, backlog: 100)
        while run.start() == ["a"] { run.end() }
        #expect(run.ended.count == 20)
        #expect(run.schedule.nextRead == nil)
        run.record()
        #expect(run.start() == ["a"])
        #expect(run.running.map(\.number) == [21])
    }

    @Test("holds as much as many ordered webhooks may hold together")
    func shared() {
        let limits = DeliveryLimits(window: 4, orderedWindow: 100, orderedOverall: 200)
        var few = ScheduleRun(limits)
        few.add("a", isOrdered: true, backlog: 500)
        few.start()
        #expect(few.schedule.held == 99)
        var many = ScheduleRun(limits)
        for number in 0..<10 { many.add("w\(number)", isOrdered: true, backlog: 500, from: Int64(number) * 1_000 + 1) }
        many.start()
        #expect(many.schedule.held == 190)
    }

    @Test("asks the store a few times for many deliveries, and gives it no more to skip than is not recorded")
    func reads() {
        var run = ScheduleRun(DeliveryLimits(orderedWindow: 50, orderedUnrecorded: 100))
        run.add("a", isOrdered: true, backlog: 1_000)
        var numbers: [Int64] = []
        while run.start() == ["a"] {
            numbers += run.running.map(\.number)
            run.end()
            if run.ended.count == 40 { run.record() }
        }
        #expect(numbers == Array(1...1_000))
        #expect(run.reads <= 30)
    }

    @Test("lets a delivery that is retried by hand have its turn")
    func retried() {
        var run = ScheduleRun()
        run.add("a", isOrdered: true, backlog: 10, from: 100)
        run.start()
        run.pending[Identifier(verbatim: "a")]?[7] = 0
        run.schedule.wake(hasRetries: true)
        run.end()
        run.start()
        #expect(run.running.map(\.number) == [7])
        run.end()
        run.start()
        #expect(run.running.map(\.number) == [101])
    }

    @Test("takes a delivery back that could not be sent, and asks later and later")
    func putBack() {
        var run = ScheduleRun()
        run.add("a", isOrdered: true, backlog: 3)
        var waits: [Int64] = []
        for _ in 0..<12 {
            run.start()
            #expect(run.running.map(\.number) == [1])
            run.schedule.putBack(1, of: Identifier(verbatim: "a"), after: 100, now: run.now)
            run.running = []
            run.schedule.wake()
            #expect(run.start().isEmpty)
            let next = run.schedule.nextRead ?? 0
            waits.append(next - run.now)
            run.now = next
        }
        #expect(waits == [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000])
        #expect(run.schedule.inFlight == 0)
        run.start()
        run.end()
        run.start()
        #expect(run.running.map(\.number) == [2])
    }

    @Test("begins order once what was sent side by side is recorded")
    func begins() {
        var run = ScheduleRun()
        run.add("a", backlog: 20)
        for _ in 0..<2 {
            run.start()
            run.end()
        }
        run.webhooks[0].isOrdered = true
        run.schedule.update(run.webhooks)
        run.schedule.wake()
        #expect(run.start().isEmpty)
        run.record()
        #expect(run.start() == ["a"])
    }
}
