import Ports
import TestSupport
import Testing
@testable import WebhookDelivery

@Suite("A worker beside those of other processes")
struct LeadTests {
    @Test("drops its attempts when it no longer leads, and makes them again with the same ids once it does")
    func drops() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let id = try outbox.add(receiver.url("/held"))
        let worker = try outbox.start()
        try outbox.select()
        try receiver.wait(for: 1)
        worker.lead(false)
        try eventually("nothing is on its way") { worker.figures.inFlight == 0 && worker.figures.held == 0 }
        try receiver.release()
        try outbox.select(2)
        #expect(try outbox.deliveries(id).allSatisfy { $0.status == .pending && $0.attempts.isEmpty })
        worker.lead(true)
        let delivered = try outbox.wait(for: 3, .delivered, of: id)
        #expect(delivered.allSatisfy { $0.attempts.count == 1 })
        let came = try receiver.deliveries()
        #expect(came.count == 4 && Set(came.map(\.id)).count == 3 && came.filter { $0.sequence == 1 }.count == 2)
        #expect(worker.figures.acceptedAttempts == 3)
    }

    @Test("ends at once where it never led")
    func ends() throws {
        let outbox = try TestOutbox()
        let worker = try outbox.start()
        worker.lead(false)
        worker.stop(within: 3_600)
        #expect(worker.figures.inFlight == 0)
    }

    @Test("leads a new term where it lost the last one and got the next before it looked")
    func terms() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let id = try outbox.add(receiver.url("/ok"), isOrdered: true)
        let worker = try outbox.start()
        for _ in 0..<50 {
            worker.lead(false)
            worker.lead(true)
            try outbox.select()
        }
        try outbox.wait(for: 50, .delivered, of: id)
        // At least once, and never behind a later one.
        #expect(Set(try receiver.deliveries().compactMap(\.sequence)) == Set(1...50))
    }
}
