import Foundation
import Lists
import Logging
import StoreSuite
import Synchronization
import TestSupport
@testable import SQLiteStore

/// A database file of a test's own, in a folder that goes with it.
final class TestDatabase: Sendable {
    let folder: String
    var path: String { folder + "/lists.db" }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sectional-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Opens a store on the file.
    ///
    /// - Parameter gate: What every new id passes.
    func open(
        _ clock: TestClock = TestClock(), gate: Gate? = nil, _ adjust: (inout SQLiteStoreConfiguration) -> Void = { _ in }
    ) throws -> SQLiteListStore {
        var configuration = SQLiteStoreConfiguration(path: path)
        configuration.collectionInterval = 0.01
        adjust(&configuration)
        return try SQLiteListStore(
            configuration: configuration, logger: Self.logger, describeList: ConformanceCheck.describe, now: { clock.now }
        ) {
            let source = UUIDv7Source(now: { clock.now }, random: { .random(in: .min ... .max) })
            return gate.map { GatedSource(gate: $0, source: source) } ?? source
        }
    }

    /// Asks the file directly.
    func query(_ sql: String) throws -> Int64 {
        try DatabaseConnection(path, readonly: true, setUp: Self.patience).value(sql) ?? 0
    }

    /// Lets the time pass without a write after which no dead record stays, and waits until all is collected.
    func rest(_ clock: TestClock, _ comment: String = "all to be collected") throws {
        clock.advance(seconds: 61)
        do {
            try eventually(comment) { try uncollected().isEmpty }
        } catch let error as NeverCame {
            throw NeverCame("\(error.description); left: \(try uncollected().joined(separator: ", "))")
        }
    }

    /// The lists with something to collect: their ids and numbers, and what that is.
    private func uncollected() throws -> [String] {
        let lists = try DatabaseConnection(path, readonly: true, setUp: Self.patience).statement(
            """
            SELECT id, number, dead_bytes, has_rows, deleted, collected, oldest FROM list
            WHERE dead_bytes > 0 OR has_rows OR (deleted IS NULL AND collected < oldest)
            """)
        return try lists.all { row in
            "\(row["id"] as String) \(row["number"] as Int64): dead_bytes \(row["dead_bytes"] as Int64), has_rows \(row["has_rows"] as Int64), "
                + "deleted \(row["deleted"] as Int64? ?? 0), collected \(row["collected"] as Int64), oldest \(row["oldest"] as Int64)"
        }
    }

    /// Changes the file directly; where a store has it open, between two of its transactions.
    func execute(_ sql: String) throws {
        try DatabaseConnection(path, setUp: Self.patience).execute(sql)
    }

    private static let patience = "PRAGMA busy_timeout = 10000"

    /// What `PRAGMA integrity_check` says.
    func integrity() throws -> String {
        try DatabaseConnection(path, setUp: "").value("PRAGMA integrity_check") ?? ""
    }

    /// Rows of all tables that hold a list's content, and records.
    func rowCount() throws -> Int64 {
        let tables = ["version", "garbage", "dead", "name", "parent", "type_name"]
        let rows = try query("SELECT " + tables.map { "(SELECT count(*) FROM \($0))" }.joined(separator: " + "))
        var records = 0
        try forEachRecord { _ in records += 1 }
        return rows + Int64(records)
    }

    /// Records that are nodes.
    func nodeCount() throws -> Int { try recordCount(ofKind: 0) }

    /// Records of a kind, by its number in a pack's directory.
    func recordCount(ofKind kind: UInt8) throws -> Int {
        var count = 0
        try forEachRecord { if $0.kind.rawValue == kind { count += 1 } }
        return count
    }

    /// The ids of all revisions of items.
    func itemRevisions() throws -> [String] {
        var ids: [String] = []
        try forEachRecord { record in
            guard record.kind == .item else { return }
            ids.append(String(decoding: try StoredItem(key: record.key, stored: record.bytes).id, as: UTF8.self))
        }
        return ids
    }

    /// Visits all records in the order of their keys.
    func forEachRecord(_ body: (Pack.Record) throws -> Void) throws {
        let rows = try DatabaseConnection(path, readonly: true, setUp: Self.patience).statement("SELECT last, data FROM pack ORDER BY last")
        defer { rows.reset() }
        while try rows.step() {
            var pack = try Pack(key: rows.row[0], bytes: rows.row.bytes(1))
            while let record = try pack.next() { try body(record) }
        }
    }

    /// Changes a byte of a pack that is full.
    ///
    /// - Parameter byte: Counted from the end.
    func changePack(byte: Int) throws {
        let connection = try DatabaseConnection(path, setUp: Self.patience)
        let pack = try connection.statement("SELECT last, data FROM pack WHERE length(data) > 3900 ORDER BY last LIMIT 1").first { row in
            (key: row[0] as Int64, bytes: row[1] as [UInt8])
        }
        guard let (key, old) = pack else { throw ConformanceTestFailure("no pack") }
        var bytes = old
        bytes[bytes.count - byte] ^= 1
        try connection.statement("UPDATE pack SET data = ? WHERE last = ?").run(bytes, key)
    }

    /// Writes the pack of a list's newest record of a kind anew.
    ///
    /// - Parameter change: What becomes of that record's bytes; `nil` where it goes.
    func changeNewestRecord(ofList list: Int64, _ kind: UInt8, _ change: ([UInt8]) -> [UInt8]?) throws {
        var newest: Int64 = 0
        try forEachRecord { if $0.key >> 36 == list, $0.kind.rawValue == kind { newest = $0.key } }
        let connection = try DatabaseConnection(path, setUp: Self.patience)
        var builder = PackBuilder()
        var key: Int64 = 0
        try connection.statement(PackReader.sql).first(newest) { row in
            var pack = try Pack(key: row[0], bytes: row.bytes(1))
            key = pack.key
            while let record = try pack.next() {
                guard record.key == newest else {
                    try Self.add(record, to: &builder)
                    continue
                }
                try change([UInt8](record.bytes))?.withUnsafeBytes {
                    try Self.add(Pack.Record(key: record.key, kind: record.kind, bytes: $0), to: &builder)
                }
            }
        }
        if builder.isEmpty { try connection.statement("DELETE FROM pack WHERE last = ?").run(key) }
        let update = try connection.statement("UPDATE pack SET data = ?2 WHERE last = ?1")
        try builder.finish(under: key) { try update.run($0, borrowing: $1) }
    }

    private static func add(_ record: Pack.Record, to builder: inout PackBuilder) throws {
        try builder.add(record) { key, _ in throw StoreMisuse("the pack \(key) has become two") }
    }

    static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

/// A list id that is known to be one.
func listID(_ text: String) throws -> ListID {
    guard let id = ListID(text) else { throw CocoaError(.formatting) }
    return id
}

extension TestDatabase {
    /// Bytes of the database file, or of one beside it; 0 if it is not there.
    func size(of suffix: String) throws -> Int {
        guard FileManager.default.fileExists(atPath: path + suffix) else { return 0 }
        return try FileManager.default.attributesOfItem(atPath: path + suffix)[.size] as? Int ?? 0
    }

    /// The nodes that versions of a list reach, and the numbers of all that stands somewhere in one of them.
    func reach(_ store: SQLiteListStore, _ id: ListID, _ versions: ClosedRange<Int64>) throws -> (nodes: Set<NodeKey>, numbers: Set<Number>)
    {
        let storage = FileNodes(try DatabaseConnection(path, setUp: ""))
        var numbers: Set<Number> = []
        for version in versions {
            let sections = try store.snapshot(of: id, at: version).head.sections
            try sections.checkInvariants(in: storage) { number, _ in numbers.insert(number) }
            for section in try sections.elements(in: 0..<sections.count, of: storage) {
                try section.items.checkInvariants(in: storage) { number, _ in numbers.insert(number) }
            }
        }
        return (storage.keys.withLock { $0 }, numbers)
    }
}

/// Nodes read straight from the file, with a note of which.
private final class FileNodes: NodeStorage {
    let keys = Mutex<Set<NodeKey>>([])
    private let connection: DatabaseConnection

    init(_ connection: DatabaseConnection) {
        self.connection = connection
    }

    func itemNode(_ key: NodeKey) throws -> TreeNode<ItemEntry> { try read(key) { try .decode(key: key, bytes: $0) } }
    func sectionNode(_ key: NodeKey) throws -> TreeNode<SectionEntry> { try read(key) { try .decode(key: key, bytes: $0) } }

    private func read<Node>(_ key: NodeKey, _ decode: (UnsafeRawBufferPointer) throws -> Node) throws -> Node {
        keys.withLock { _ = $0.insert(key) }
        return try PackReader(connection, .node).read(key, decode)
    }
}
