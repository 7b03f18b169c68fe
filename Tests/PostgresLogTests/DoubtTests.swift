import Foundation
import PostgresLog
import Ports
import TestSupport
import Testing

@Suite("An append whose answer is lost")
struct DoubtTests {
    /// A log, and a way to it over a proxy.
    private static func make() throws -> (log: TestLog, proxy: PostgresProxy, far: PostgresLog) {
        let log = try TestLog()
        let proxy = try PostgresProxy(to: log.cluster.port)
        return (log, proxy, try log.open(log.cluster.url(log.database, user: "postgres", port: proxy.port, "&sslmode=disable")))
    }

    @Test("is in doubt, and the next holder of the lock finds the entry where it was made")
    func made() throws {
        let (_, proxy, far) = try Self.make()
        let first = try far.append()
        let lock = try far.lock(after: first.position, within: 60)
        let entry = LogEntry(position: LogPosition(number: 2, id: 9), previous: first.position.id, schema: 2, data: [3])
        proxy.set(.losesAnswers)
        #expect(throws: LogDoubt.self) { try lock.append(entry) }
        proxy.set(nil)
        let next = try far.lock(after: first.position, within: 60)
        #expect(next.run.entries == [entry])
    }

    @Test("is in doubt, and the next holder of the lock finds no entry where it was not made")
    func notMade() throws {
        let (log, proxy, far) = try Self.make()
        let first = try far.append()
        let lock = try far.lock(after: first.position, within: 60)
        proxy.set(.losesQuestions)
        #expect(throws: LogDoubt.self) {
            try lock.append(LogEntry(position: LogPosition(number: 2, id: 9), previous: first.position.id, schema: 2, data: [3]))
        }
        proxy.set(nil)
        let next = try far.lock(after: first.position, within: 60)
        #expect(next.run.entries.isEmpty)
        next.release()
        // Nor will it ever be: the session has ended.
        let other = try log.open().append(after: first.position)
        #expect(try far.read(after: .beginning).entries == [first, other])
    }

    @Test("is in doubt after 10 s without one, and the lock is given on when the session has ended")
    func silent() throws {
        let (log, proxy, far) = try Self.make()
        let first = try far.append()
        let lock = try far.lock(after: first.position, within: 60)
        let entry = LogEntry(position: LogPosition(number: 2, id: 9), previous: first.position.id, schema: 2, data: [3])
        proxy.set(.stalls)
        #expect(throws: LogDoubt.self) { try lock.append(entry) }
        let next = try log.open().lock(after: first.position, within: 60)
        #expect(next.run.entries == [entry])
    }

    @Test("is refused for certain where the session was ended before")
    func ended() throws {
        let log = try TestLog()
        let (a, b) = (try log.open(), try log.open())
        let lock = try a.lock(after: .beginning, within: 60)
        try log.terminate()
        let entry = try b.append()
        let mine = LogEntry(position: LogPosition(number: 1, id: 9), previous: 0, schema: 2, data: [3])
        // PostgreSQL's last word may be lost with its socket; then it is in doubt.
        #expect { try lock.append(mine) } throws: { error in error is LogDoubt || error is LogRefusal }
        #expect(try a.read(after: .beginning).entries == [entry])
    }

    @Test("is found out whenever sessions are killed: every acknowledged entry is there, and every refused one is not")
    func killed() throws {
        let log = try TestLog()
        let proxy = try PostgresProxy(to: log.cluster.port)
        let url = log.cluster.url(log.database, user: "postgres", port: proxy.port, "&sslmode=disable")
        let writers = try (0..<3).map { _ in try Appender(log.open(url)) }
        for writer in writers { writer.start() }
        for round in 0..<12 {
            let count = writers.reduce(0) { $0 + $1.acknowledged.count }
            try eventually("more entries are made") { writers.reduce(0) { $0 + $1.acknowledged.count } > count + 5 }
            switch round % 3 {
            case 0: try log.terminate()
            case 1: proxy.set(.losesAnswers)
            default: proxy.set(.losesQuestions)
            }
            usleep(10_000)
            proxy.set(nil)
        }
        for writer in writers { try writer.stop() }
        var entries: [LogEntry] = []
        let reader = try log.open()
        while case let run = try reader.read(after: entries.last?.position ?? .beginning), !run.entries.isEmpty { entries += run.entries }
        let ids = Set(entries.map(\.position.id))
        #expect(ids.count == entries.count)
        #expect(entries.map(\.position.number) == Array(1...Int64(entries.count)))
        for writer in writers {
            #expect(ids.isSuperset(of: writer.acknowledged))
            #expect(ids.isDisjoint(with: writer.refused))
        }
    }
}
