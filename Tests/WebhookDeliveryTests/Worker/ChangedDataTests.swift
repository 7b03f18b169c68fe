import Following
import CellTypes
import Dispatch
import Lists
import Ports
import SQLiteStore
import StoreSuite
import Synchronization
import TestSupport
import Testing
import Webhooks

@testable import WebhookDelivery

@Suite("The data of changed lists")
struct ChangedDataTests {
    @Test("says what has changed, also where a delivery is read the moment its version is committed", .timeLimit(.minutes(3)))
    func prompt() throws {
        let outbox = try TestOutbox()
        let id = try outbox.add("http://127.0.0.1:1/", events: [.listChanged])
        let changes = ListChanges(store: outbox.store, naming: CellNaming())
        let writers = BusyWriters(of: outbox.store, outbox.list)
        defer { writers.stop() }
        var seen: Set<Int64> = []
        let isWriting = Atomic<Bool>(false)
        while seen.count < 4_000 {
            let due = try outbox.store.due(to: id, isOrdered: true, now: .max, limit: 256).deliveries.filter {
                seen.insert($0.number).inserted
            }
            for delivery in due {
                let event = try #require(try outbox.store.event(delivery.event))
                let text = String(decoding: try changes.webhookData(of: outbox.list, version: event.version ?? 0), as: UTF8.self)
                #expect(text.contains("\"reload\":false,"), "\(text)")
            }
            // As the worker does: what was sent is recorded in one batch with other writes.
            let outcomes = due.map { ConformanceCheck.outcome($0, 200, at: TestOutbox.now()) }
            guard !isWriting.exchange(true, ordering: .sequentiallyConsistent) else {
                if !outcomes.isEmpty { try outbox.write { try $0.record(outcomes) } }
                continue
            }
            outbox.store.writeWebhooks { transaction in
                try transaction.record(outcomes)
            } completion: { _ in
                isWriting.store(false, ordering: .sequentiallyConsistent)
            }
        }
    }

    @Test("is in every delivery beside writers that never rest", .timeLimit(.minutes(3)), arguments: [false, true])
    func delivered(isOrdered: Bool) throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let id = try outbox.add(receiver.url("/ok"), isOrdered: isOrdered, events: [.listChanged])
        try outbox.start()
        let writers = BusyWriters(of: outbox.store, outbox.list)
        defer { writers.stop() }
        let came = try receiver.wait(for: 1_000)
        #expect(came.allSatisfy { $0.body.contains("\"reload\":false,") })
        try outbox.write { try $0.deleteWebhook(id) }
    }

    @Test("of an attempt that failed is that of the next one, though the versions have left the history")
    func kept() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox(retention: RetentionPolicy(versions: 16, seconds: 0))
        let id = try outbox.add(receiver.url("/fail?times=1"), events: [.listChanged])
        try outbox.start(retries: [3_600])
        try outbox.store.put(.counting(2), into: outbox.list)
        try eventually("it has failed once") { try outbox.deliveries(id).first?.attempts.count == 1 }
        try outbox.update(id) { $0.events = [.listChanged, .listDeleted] }
        let number = try outbox.store.snapshot(of: outbox.list, at: nil).head.number
        for count in 3...40 { try outbox.store.put(.counting(count), into: outbox.list) }
        try eventually("the version has left the history") { !outbox.store.isReadable(2, ofList: number) }
        let delivery = try #require(try outbox.deliveries(id).first)
        try outbox.write { _ = try $0.retry(delivery.id, to: id) }
        let attempts = try receiver.wait(for: 2) { $0.id == delivery.eventID.text }
        #expect(attempts[0].body.contains("\"reload\":false,"))
        #expect(attempts[1].body == attempts[0].body)
    }
}
