import Ports
import PostgresLog
import Synchronization
import TestSupport
import Testing

@Suite("The server that leads")
struct LeadTests {
    /// Counts what a server is told.
    private final class Terms: Sendable {
        private let told = Mutex<[Bool]>([])
        var all: [Bool] { told.withLock { $0 } }
        func note(_ isLeading: Bool) { told.withLock { $0.append(isLeading) } }
    }

    @Test("is one of several, and another one once it has gone")
    func passesOn() throws {
        let log = try TestLog()
        let (a, b) = (try log.open(), try log.open())
        let (ofA, ofB) = (Terms(), Terms())
        _ = try a.join(1)
        _ = try b.join(2)
        a.lead { ofA.note($0) }
        try eventually("the first leads") { ofA.all == [true] && a.isLeading }
        b.lead { ofB.note($0) }
        // A server that asks gets news as well: by then it has looked.
        let entry = try b.append()
        try eventually("the second has looked") { b.figures.position == entry.position.number }
        #expect(ofB.all == [] && !b.isLeading)
        a.close()
        try eventually("the second leads") { ofB.all == [true] && b.isLeading }
        #expect(ofA.all == [true])
    }

    @Test("is told that it no longer leads when its session ends, and one leads again")
    func losesSession() throws {
        let log = try TestLog()
        let (a, b) = (try log.open(), try log.open())
        let (ofA, ofB) = (Terms(), Terms())
        _ = try a.join(1)
        _ = try b.join(2)
        a.lead { ofA.note($0) }
        try eventually("the first leads") { a.isLeading }
        b.lead { ofB.note($0) }
        try log.terminate()
        try eventually("the first has heard of it") { ofA.all.dropFirst().first == false }
        try eventually("one leads") { a.isLeading != b.isLeading }
    }

    @Test("lets another one lead while it can't")
    func unable() throws {
        let log = try TestLog()
        let (a, b) = (try log.open(), try log.open())
        let isAble = Atomic<Bool>(true)
        _ = try a.join(1)
        _ = try b.join(2)
        a.lead(while: { isAble.load(ordering: .relaxed) }, { _ in })
        try eventually("the first leads") { a.isLeading }
        b.lead { _ in }
        isAble.store(false, ordering: .relaxed)
        try eventually("the second leads") { !a.isLeading && b.isLeading }
    }
}
