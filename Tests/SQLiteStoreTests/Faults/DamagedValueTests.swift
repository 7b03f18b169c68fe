import Foundation
import JSON
import Lists
import Logging
import Ports
import StoreSuite
import Synchronization
import TestSupport
import Testing
@testable import SQLiteStore

@Suite("Values that a disk has changed or lost")
struct DamagedValueTests {
    private static func open(_ database: TestDatabase, _ log: LoggedLines) throws -> SQLiteListStore {
        try SQLiteListStore(
            configuration: SQLiteStoreConfiguration(path: database.path), logger: log.logger(from: .error),
            describeList: ConformanceCheck.describe, now: { 0 }
        ) { UUIDv7Source(now: { 0 }, random: { .random(in: .min ... .max) }) }
    }

    private static func made() throws -> TestDatabase {
        let database = try TestDatabase()
        let store = try database.open()
        defer { store.close() }
        try store.put(.counting(2_000), into: listID("l"))
        return database
    }

    private static func findings(_ database: TestDatabase) throws -> [String] {
        let found = Mutex<[String]>([])
        _ = try DatabaseCheck.run(database.path) { text in found.withLock { $0.append(text) } }
        return found.withLock { $0 }
    }

    @Test("are an error, never other data: not ready, one line in the log, and found by the check", arguments: [1, 7, 200, 3_000])
    func changed(distance: Int) throws {
        let database = try Self.made()
        try database.changePack(byte: distance)
        let log = LoggedLines()
        let store = try Self.open(database, log)
        defer { store.close() }
        for _ in 0..<3 {
            #expect(throws: NodeCorruption.self) { try ListModel(store.snapshot(of: listID("l"), at: nil)) }
        }
        #expect(!store.isReady)
        #expect(log.all.count == 1 && log.all[0].contains("the database is damaged"), "\(log.all)")
        #expect(try Self.findings(database).contains { $0.contains("damaged") })
    }

    @Test("are damage also where a record is missing")
    func missing() throws {
        let database = try Self.made()
        try database.changeNewestRecord(ofList: 1, 1) { _ in nil }
        let log = LoggedLines()
        let store = try Self.open(database, log)
        defer { store.close() }
        for _ in 0..<3 {
            #expect(throws: MissingRecord.self) { try ListModel(store.snapshot(of: listID("l"), at: nil)) }
        }
        #expect(!store.isReady)
        #expect(log.all.count == 1 && log.all[0].contains("the database is damaged"), "\(log.all)")
        #expect(try Self.findings(database).contains { $0.contains("missing") })
    }

    @Test("are found by the check where a section's header or footer is no JSON any more", arguments: ["header", "footer"])
    func noText(part: String) throws {
        let database = try TestDatabase()
        let store = try database.open()
        var draft = ListModel.counting(10).draft
        draft.sections[0].header = JSONText(string: "the header")
        draft.sections[0].footer = JSONText(string: "the footer")
        let content = draft
        _ = try store.writeAndWait(listID("l")) { transaction in
            let edit = try transaction.edit()
            try edit.replace(with: content)
            return try transaction.commit(edit).version
        }
        store.close()
        #expect(try Self.findings(database) == [])
        try database.changeNewestRecord(ofList: 1, 2) { bytes in
            let text = Array("\"the \(part)\"".utf8)
            guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: text) }) else { return nil }
            return bytes[..<start] + [UInt8(ascii: "{")] + bytes[(start + 1)...]
        }
        let found = try Self.findings(database)
        #expect(found.contains { $0.contains("the \(part) of section “s” is no JSON") }, "\(found)")
    }

    @Test(
        "are found by the check where they are no JSON any more",
        arguments: [(1, "value of item"), (2, "metadata of section"), (3, "metadata")])
    func noJSON(kind: UInt8, words: String) throws {
        let database = try Self.made()
        try database.changeNewestRecord(ofList: 1, kind) { Array($0.dropLast()) + [UInt8(ascii: "{")] }
        let found = try Self.findings(database)
        #expect(found.contains { $0.contains(words) && $0.contains("no JSON") }, "\(found)")
    }

    @Test("cost writes to other lists nothing")
    func isolated() throws {
        let database = try Self.made()
        let store = try database.open { $0.collectionInterval = 3_600 }
        defer { store.close() }
        let (damaged, other) = (try listID("l"), try listID("other"))
        try store.put(.counting(3), into: other)
        // A row that the next version of the list needs, as where a disk has lost a write to the list's own row.
        try database.execute(
            """
            INSERT INTO version
            SELECT key + 1, root, root_number, 1, 1, properties, 0, NULL, 0, 0, NULL, NULL, NULL FROM version WHERE key >> 36 = 1
            """)
        let gate = Gate()
        gate.close()
        // Holds the writer, so that what follows is one batch.
        let first = WriteResult<Int64>()
        let waits: @Sendable (any ListTransaction) throws -> Int64 = { _ in
            gate.pass()
            return 0
        }
        store.write(other, waits, completion: first.completion)
        gate.waitForVisitor()
        let broken = WriteResult<Int64>()
        store.write(damaged, StoreTraffic.touch, completion: broken.completion)
        let good = (0..<5).map { _ in WriteResult<Int64>() }
        for result in good { store.write(other, StoreTraffic.touch, completion: result.completion) }
        gate.open()
        #expect(try first.get() == 0)
        #expect(try broken.code() == .unavailable)
        #expect(try good.map { try $0.get() } == [2, 3, 4, 5, 6])
        #expect(try store.snapshot(of: other, at: nil).version == 6)
    }
}
