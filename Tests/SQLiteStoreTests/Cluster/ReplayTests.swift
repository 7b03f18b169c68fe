import Lists
import Ports
import StoreSuite
import TestSupport
import Testing
@testable import SQLiteStore

@Suite("What the writer writes, recorded and run again on another file")
struct ReplayTests {
    /// Runs a check on a store that records, and its entries on a new file.
    private static func replay(
        _ check: ConformanceCheck, _ adjust: (inout SQLiteStoreConfiguration) -> Void
    ) throws -> (recorded: TestDatabase, replayed: TestDatabase) {
        let (database, copy) = (try TestDatabase(), try TestDatabase.migrated())
        let log = MemoryLog()
        let store = try database.open {
            adjust(&$0)
            $0.log = log
        }
        try check.run(on: store)
        store.close()
        try copy.apply(log.entries)
        return (database, copy)
    }

    private static func expectEqual(_ databases: (recorded: TestDatabase, replayed: TestDatabase), _ name: String) throws {
        #expect(try databases.recorded.differences(from: databases.replayed) == [], "\(name)")
        #expect(try databases.replayed.findings() == [], "\(name)")
    }

    @Test("makes the same rows, whatever is done to a store", arguments: ConformanceCheck.all)
    func replays(_ check: ConformanceCheck) throws {
        try Self.expectEqual(Self.replay(check) { _ in }, check.name)
    }

    @Test("makes the same rows where history is short and little is kept", arguments: ConformanceCheck.all)
    func replaysCollection(_ check: ConformanceCheck) throws {
        try Self.expectEqual(
            Self.replay(check) {
                $0.retention = RetentionPolicy(versions: 64, seconds: 0)
                $0.shortReplacement = 8
                $0.stagedRows = 8
                $0.batchLimit = 3
            }, check.name)
    }

    @Test("leaves out what was taken back to a savepoint, and what changed no row")
    func savepoints() throws {
        let recorder = StatementRecorder()
        let connection = try DatabaseConnection(":memory:", setUp: "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)", recorder: recorder)
        let writer = try WriterConnection(connection, beforeCommit: nil)
        let insert = try connection.statement("INSERT INTO t VALUES (?, ?)")
        let update = try connection.statement("UPDATE t SET b = ? WHERE a = ?")
        var recorded: [StatementRecorder.Recording] = []
        try writer.begin()
        try insert.run(1, "kept")
        try writer.beginSavepoint()
        try insert.run(2, "taken back")
        try update.run("taken back", 1)
        try writer.rollBackToSavepoint()
        try update.run("none", 7)
        try writer.commit { recorded.append($0) }
        try writer.begin()
        try insert.run(3, "rolled back")
        writer.rollBack()
        try writer.begin()
        try update.run("none", 7)
        try writer.commit { recorded.append($0) }
        #expect(recorded.map(\.isEmpty) == [false, true])
        var values: [String] = []
        for recording in recorded {
            let content = EntryContent.make(recording, notes: [])
            _ = try content.withUnsafeBytes { bytes in
                try EntryContent.read(bytes) { number, text in
                    values.append("\(number) \(text)")
                } statement: { record in
                    values.append("\(record.number): \(record.values.count), \(record.changes)")
                }
            }
        }
        #expect(values == ["1 INSERT INTO t VALUES (?, ?)", "2 UPDATE t SET b = ? WHERE a = ?", "1: 2, 1"])
    }

    @Test("is refused where a file has other rows, and where an entry is cut or of a newer program")
    func refusals() throws {
        let (database, copy) = (try TestDatabase(), try TestDatabase.migrated())
        let log = MemoryLog()
        let store = try database.open { $0.log = log }
        try store.put(.counting(3), into: listID("l"))
        try store.put(.counting(4), into: listID("l"))
        store.close()
        try copy.apply(Array(log.entries.prefix(1)))
        try copy.execute("UPDATE list SET number = 9")
        #expect(throws: SQLiteFailure.self) { try copy.apply(log.entries) }
        let entry = try #require(log.entries.first)
        func apply(_ data: [UInt8]) throws {
            let changed = LogEntry(position: entry.position, previous: 0, schema: 1, data: data)
            try TestDatabase.migrated().apply([changed])
        }
        for end in stride(from: 0, to: entry.data.count, by: 7) {
            #expect(throws: SQLiteFailure.self) { try apply(Array(entry.data[..<end])) }
        }
        let newer = #expect(throws: SQLiteFailure.self) { try apply([2] + entry.data.dropFirst()) }
        #expect(newer?.code == .schema)
    }
}
