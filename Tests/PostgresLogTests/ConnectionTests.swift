import Foundation
@testable import PostgresLog
import Ports
import TestSupport
import Testing

@Suite("A connection to PostgreSQL")
struct ConnectionTests {
    private static func connect(_ log: TestLog) throws -> PostgresConnection {
        try LogAccess(PostgresLogConfiguration(url: log.url)).connect(until: .now + .seconds(30))
    }

    private static var deadline: ContinuousClock.Instant { .now + .seconds(30) }

    @Test("takes integers, texts and bytes, and gives them back")
    func values() throws {
        let connection = try Self.connect(try TestLog())
        for number in [0, 1, -1, .max, .min] as [Int64] {
            let bytes = Array("\(number)\0é".utf8)
            let rows = try connection.run(
                [
                    PostgresStep(
                        prepared: "echo", "SELECT $1::bigint, $2::text, $3::bytea, $1::bigint = 1",
                        [.integer(number), .text("é"), .bytes(bytes)])
                ], until: Self.deadline)[0]
            #expect(rows.integer(0, 0) == number && rows.text(0, 1) == "é" && rows.bytes(0, 2) == bytes)
            #expect(rows.integer(0, 3) == (number == 1 ? 1 : 0))
        }
        let empty = try connection.run([PostgresStep("SELECT $1::bytea, $2::text", [.bytes([]), .text("")])], until: Self.deadline)[0]
        #expect(empty.bytes(0, 0) == [] && empty.text(0, 1) == "")
        #expect(try connection.run([PostgresStep("SELECT 1 WHERE false")], until: Self.deadline)[0].count == 0)
    }

    @Test("says which statement of a pipeline was refused and with what code, runs none behind it, and goes on")
    func refused() throws {
        let connection = try Self.connect(try TestLog())
        do throws(PostgresFailure) {
            _ = try connection.run(
                [PostgresStep("SELECT 1"), PostgresStep(prepared: "division", "SELECT 1 / 0"), PostgresStep("SELECT pg_sleep(100)")],
                until: Self.deadline)
            Issue.record("a division by zero went through")
        } catch {
            #expect(error.kind == .refused && error.step == 1 && error.code == SQLState("22012"))
            #expect(error.description == "division by zero (22012)")
        }
        #expect(connection.isIdle)
        #expect(try connection.run([PostgresStep("SELECT 5")], until: Self.deadline)[0].integer(0, 0) == 5)
    }

    @Test("is given up where no answer comes in time")
    func late() throws {
        let connection = try Self.connect(try TestLog())
        do throws(PostgresFailure) {
            _ = try connection.run([PostgresStep("SELECT pg_sleep(100)")], until: .now + .milliseconds(50))
            Issue.record("an answer came")
        } catch {
            #expect(error.kind == .late)
        }
        #expect(!connection.isIdle)
    }

    @Test("carries what is larger than the socket's buffers, both ways")
    func large() throws {
        let connection = try Self.connect(try TestLog())
        let bytes = [UInt8](repeating: 5, count: 20_000_000)
        let rows = try connection.run([PostgresStep("SELECT $1::bytea", [.bytes(bytes)])], until: Self.deadline)
        #expect(rows[0].bytes(0, 0) == bytes)
    }

    @Test("that was ended while nobody used it is replaced by a new one")
    func replaced() throws {
        let log = try TestLog()
        let opened = try log.open()
        let first = try opened.append()
        try log.terminate()
        #expect(try opened.read(after: first.position).entries.isEmpty)
        try log.terminate()
        try opened.append(after: first.position)
    }

    @Test("waits no longer for the log's lock than it is asked to, and holds it no longer than 12 s")
    func bounds() throws {
        let log = try TestLog()
        let held = try log.open().lock(after: .beginning, within: 60)
        defer { held.release() }
        let settings = try log.cluster.run(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(log.database)' AND state = 'idle in transaction'")
        #expect(settings == "1")
        let connection = try Self.connect(log)
        let rows = try connection.run([PostgresStep("SHOW idle_in_transaction_session_timeout")], until: Self.deadline)
        #expect(rows[0].text(0, 0) == "12s")
    }

    @Test("is not the lock's any more once the lock was used")
    func usedLock() throws {
        let opened = try TestLog().open()
        let lock = try opened.lock(after: .beginning, within: 60)
        lock.release()
        #expect(throws: LogRefusal.self) {
            try lock.append(LogEntry(position: LogPosition(number: 1, id: 1), previous: 0, schema: 1, data: []))
        }
        lock.release()
        #expect(try opened.read(after: .beginning).entries.isEmpty)
    }

    @Test("is refused where a pooler is between")
    func pooled() throws {
        let log = try TestLog()
        let proxy = try PostgresProxy(to: log.cluster.port)
        let opened = try log.open(log.cluster.url(log.database, user: "postgres", port: proxy.port, "&sslmode=disable"))
        _ = try opened.read(after: .beginning)
        proxy.set(.pools)
        let other = try log.open(log.cluster.url(log.database, user: "postgres", port: proxy.port, "&sslmode=disable"))
        #expect { try other.read(after: .beginning) } throws: { "\($0)".contains("a connection pooler such as PgBouncer answers") }
    }

    @Test("goes to the first host that answers and takes writes")
    func hosts() throws {
        let log = try TestLog()
        // Nothing listens on port 1.
        let url = "postgresql://postgres@127.0.0.1:1,127.0.0.1:\(log.cluster.port)/\(log.database)"
        #expect(try log.open(url).read(after: .beginning).isEnd)
    }
}
