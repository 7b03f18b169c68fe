import Lists
import Ports
import Testing
@testable import WebhookDelivery

@Suite("The schedule of deliveries")
struct ScheduleTests {
    @Test("a webhook has one place and one more with each success") func aWebhookHasOnePlaceAndOneMoreWithEachSuccess() {
        var run = ScheduleRun()
        run.add("a", backlog: 100)
        var places: [Int] = []
        for _ in 0..<6 {
            run.start()
            places.append(run.running.count)
            run.end()
            run.record()
        }
        #expect(places == [1, 2, 4, 8, 8, 8])
    }

    @Test("a failure leaves one place") func aFailureLeavesOnePlace() {
        var run = ScheduleRun()
        run.add("a", backlog: 100)
        for _ in 0..<5 {
            run.start()
            run.end()
            run.record()
        }
        run.start()
        #expect(run.running.count == 8)
        run.end(succeeded: false)
        run.record(nextAttempt: 10_000)
        #expect(run.start() == ["a"])
    }

    @Test("nothing is started twice before it is recorded") func nothingIsStartedTwiceBeforeItIsRecorded() {
        var run = ScheduleRun()
        run.add("a", backlog: 5)
        for _ in 0..<10 {
            run.start()
            run.end()
            run.schedule.wake()
        }
        #expect(run.ended.map(\.number).sorted() == [1, 2, 3, 4, 5])
        run.record(nextAttempt: 2_000)
        #expect(run.start().isEmpty)
        run.now = 2_000
        run.start()
        #expect(Set(run.running.map(\.number)).isSubset(of: [1, 2, 3, 4, 5]))
        #expect(!run.running.isEmpty)
    }

    @Test("webhooks take turns") func webhooksTakeTurns() {
        var run = ScheduleRun(DeliveryLimits(perWebhook: 2, overall: 100))
        run.add("a", backlog: 1_000)
        run.add("b", backlog: 3, from: 5_000)
        run.add("c", backlog: 3, from: 6_000)
        #expect(run.start() == ["a", "b", "c"])
        run.end()
        run.record()
        #expect(run.start().sorted() == ["a", "a", "b", "b", "c", "c"])
    }

    @Test("receivers that hang leave room for the others") func receiversThatHangLeaveRoomForTheOthers() {
        var run = ScheduleRun(DeliveryLimits(perWebhook: 8, overall: 32))
        for number in 0..<12 { run.add("dead\(number)", backlog: 1_000, from: Int64(number) * 10_000 + 1) }
        run.add("alive", backlog: 1_000, from: 900_000)
        run.start()
        for _ in 0..<6 {
            run.end("alive")
            run.record()
            run.start()
        }
        // The others hang in their first attempt; half of the places stay for first ones.
        #expect(run.running.filter { $0.webhook.text == "alive" }.count == 4)
        #expect(run.schedule.inFlight == 16)
        #expect(Set(run.running.map(\.webhook)).count == 13)
    }

    @Test("receivers that were quick and hang together leave half of the places")
    func receiversThatWereQuickAndHangTogetherLeaveHalfOfThePlaces() {
        var run = ScheduleRun(DeliveryLimits(perWebhook: 8, overall: 32))
        for number in 0..<10 { run.add("quick\(number)", backlog: 1_000, from: Int64(number) * 10_000 + 1) }
        for _ in 0..<8 {
            run.start()
            run.end()
            run.record()
        }
        run.start()
        #expect(run.schedule.inFlight == 16)
        run.add("alive", backlog: 10, from: 900_000)
        #expect(run.start() == ["alive"])
    }

    @Test("any number of receivers that fail leaves places") func failingReceiversLeavePlaces() {
        var run = ScheduleRun(DeliveryLimits(overall: 8))
        for number in 0..<20 { run.add("dead\(number)", backlog: 1_000, from: Int64(number) * 10_000 + 1) }
        for _ in 0..<10 {
            run.start()
            run.end(succeeded: false)
            run.record(nextAttempt: 900_000)
        }
        run.start()
        #expect(run.schedule.inFlight == 6)
        run.add("alive", backlog: 10, from: 900_000)
        #expect(run.start() == ["alive"])
    }

    @Test("the bounds hold whatever the backlog") func theBoundsHoldWhateverTheBacklog() {
        let limits = DeliveryLimits(perWebhook: 4, overall: 20, window: 10, unrecorded: 30)
        var run = ScheduleRun(limits)
        for number in 0..<5 { run.add("w\(number)", backlog: 3_000, from: Int64(number) * 10_000 + 1) }
        var done = 0
        while done < 500 {
            run.start()
            #expect(run.schedule.inFlight <= limits.overall)
            #expect(run.schedule.held <= limits.window * 5)
            for name in run.webhooks.map(\.id.text) { #expect(run.running.filter { $0.webhook.text == name }.count <= limits.perWebhook) }
            run.end()
            if run.ended.count >= limits.unrecorded {
                #expect(run.start().isEmpty)
                #expect(run.schedule.nextRead == nil)
                #expect(run.ended.count < limits.unrecorded + limits.overall)
                done += run.ended.count
                run.record()
            }
        }
        #expect(Set(run.pending.values.map(\.count)).allSatisfy { $0 < 3_000 })
    }

    @Test("the store is asked once for many deliveries") func theStoreIsAskedOnceForManyDeliveries() {
        var run = ScheduleRun(DeliveryLimits(window: 64))
        run.add("a", backlog: 640)
        while run.pending.values.contains(where: { !$0.isEmpty }) {
            run.start()
            run.end()
            run.record()
        }
        #expect(run.reads <= 12)
        let reads = run.reads
        run.start()
        run.start()
        #expect(run.reads <= reads + 1)
        #expect(run.schedule.nextRead == nil)
    }

    @Test("a disabled webhook is left alone until it is enabled") func aDisabledWebhookIsLeftAloneUntilItIsEnabled() {
        var run = ScheduleRun()
        run.add("a", backlog: 10)
        run.start()
        run.end()
        run.schedule.close(Identifier(verbatim: "a"))
        run.record()
        #expect(run.start().isEmpty)
        #expect(run.schedule.held == 0)
        run.schedule.update(run.webhooks)
        run.schedule.wake()
        #expect(!run.start().isEmpty)
        var disabled = run.webhooks
        disabled[0].health = WebhookHealth(status: .disabled)
        run.end()
        run.record()
        run.schedule.update(disabled)
        run.schedule.wake()
        #expect(run.start().isEmpty)
        #expect(run.schedule.nextRead == nil)
    }

    @Test("a webhook that is deleted ends what it has on its way") func aWebhookThatIsDeletedEndsWhatItHasOnItsWay() {
        var run = ScheduleRun(DeliveryLimits(overall: 2))
        run.add("a", backlog: 10)
        run.start()
        run.schedule.update([])
        #expect(run.schedule.inFlight == 1)
        run.end()
        run.record()
        #expect(run.schedule.inFlight == 0)
        #expect(run.schedule.ended == 0)
        #expect(run.start().isEmpty)
    }

    @Test("what the store could not say is asked again later") func whatTheStoreCouldNotSayIsAskedAgainLater() {
        var run = ScheduleRun()
        run.add("a", backlog: 1)
        guard case .read(let webhook, _, _) = run.schedule.next(now: 1_000) else {
            Issue.record("nothing is read")
            return
        }
        run.schedule.readAgain(webhook, after: 500, now: 1_000)
        run.schedule.wake()
        #expect(run.schedule.next(now: 1_000) == nil)
        #expect(run.schedule.nextRead == 1_500)
        run.now = 1_500
        #expect(run.start() == ["a"])
    }
}
