import PostgresLog
import Ports
import Synchronization
import TestSupport
import Testing

@Suite("A server that waits for news of a log")
struct WatchTests {
    @Test("listens again after its session was ended, and has its number again")
    func listensAgain() throws {
        let log = try TestLog()
        let (a, b) = (try log.open(), try log.open())
        let calls = Atomic<Int>(0)
        _ = try a.join(1)
        _ = try b.join(2)
        a.onNews { calls.wrappingAdd(1, ordering: .relaxed) }
        let first = try b.append()
        try eventually("the first news came") { calls.load(ordering: .relaxed) > 0 }
        try log.terminate()
        try eventually("both are there again") { log.lines.all.count { $0.contains("the log answers again") } == 2 }
        let before = calls.load(ordering: .relaxed)
        try b.append(after: first.position)
        try eventually("news came") { calls.load(ordering: .relaxed) > before }
        #expect { try log.open().join(1) } throws: { "\($0)".contains("a server that is alive has this file") }
        try eventually("it knows the entry") { a.figures.position == 2 }
    }

    @Test("reads nothing because of its own entries")
    func own() throws {
        let log = try TestLog()
        let (a, b) = (try log.open(), try log.open())
        let calls = Mutex((a: 0, b: 0))
        _ = try a.join(1)
        _ = try b.join(2)
        // It looks by itself as it begins, and then after 2 s.
        a.onNews { calls.withLock { $0.a += 1 } }
        b.onNews { calls.withLock { $0.b += 1 } }
        let before = calls.withLock { $0 }
        var last = try a.append(after: .beginning, [1])
        for _ in 0..<20 {
            let told = calls.withLock { $0.b }
            last = try a.append(after: last.position, [1])
            try eventually("the other server was told") { calls.withLock { $0.b } > told }
        }
        #expect(calls.withLock { $0.a } - before.a <= 3)
    }

    @Test("is told of what was appended without a notification")
    func looks() throws {
        let log = try TestLog()
        let opened = try log.open()
        let calls = Atomic<Int>(0)
        _ = try opened.join(1)
        opened.onNews { calls.wrappingAdd(1, ordering: .relaxed) }
        try log.cluster.run("INSERT INTO sectional.entry VALUES (1, 5, 0, 9, 1, '')", in: log.database)
        try eventually("it has looked") { calls.load(ordering: .relaxed) > 0 }
        #expect(opened.figures.position == 1)
    }

    @Test("keeps its number from others")
    func number() throws {
        let log = try TestLog()
        let (a, b) = (try log.open(), try log.open())
        _ = try a.join(7)
        #expect { try b.join(7) } throws: { "\($0)".contains("each server needs a file of its own") }
        _ = try b.join(8)
    }

    @Test("gives its number back when it is closed")
    func closed() throws {
        let log = try TestLog()
        let opened = try log.open()
        _ = try opened.join(1)
        opened.close()
        let other = try log.open()
        try eventually("the number is free") { (try? other.join(1)) != nil }
    }

    @Test("counts what it appends, reads and waits for")
    func figures() throws {
        let log = try TestLog()
        let (a, b) = (try log.open(), try log.open())
        #expect(a.figures.silence == .infinity)
        let first = try a.append(after: .beginning, [1, 2, 3])
        try a.append(after: first.position, [4])
        #expect(try b.read(after: .beginning).entries.count == 2)
        #expect(a.figures.appended.entries == 2 && a.figures.appended.bytes == 4 && a.figures.waits.counts.reduce(0, +) == 2)
        #expect(b.figures.read.entries == 2 && b.figures.read.bytes == 4 && b.figures.checks == 1 && b.figures.position == 2)
        #expect(b.figures.silence < .infinity)
    }
}
