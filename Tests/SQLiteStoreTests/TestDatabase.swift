import Clocks
import Foundation
import Conformance
import Lists
import Logging
@testable import SQLiteStore
import Synchronization
import TreeChecks

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
        try Connection(path, readonly: true, setUp: Self.patience).value(sql) ?? 0
    }

    /// Changes the file directly; where a store has it open, between two of its transactions.
    func execute(_ sql: String) throws {
        try Connection(path, setUp: Self.patience).execute(sql)
    }

    private static let patience = "PRAGMA busy_timeout = 10000"

    /// What `PRAGMA integrity_check` says.
    func integrity() throws -> String {
        try Connection(path, setUp: "").value("PRAGMA integrity_check") ?? ""
    }

    /// Rows of all tables that hold a list's content.
    func rowCount() throws -> Int64 {
        let tables = ["version", "garbage", "properties", "node", "revision", "section_revision", "name", "place", "type_name"]
        return try query("SELECT " + tables.map { "(SELECT count(*) FROM \($0))" }.joined(separator: " + "))
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
        let storage = FileNodes(try Connection(path, setUp: ""))
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
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    func itemNode(_ key: NodeKey) throws -> TreeNode<ItemEntry> { try read(key) { try .decode(key: key, bytes: $0) } }
    func sectionNode(_ key: NodeKey) throws -> TreeNode<SectionEntry> { try read(key) { try .decode(key: key, bytes: $0) } }

    private func read<Node>(_ key: NodeKey, _ decode: (UnsafeRawBufferPointer) throws -> Node) throws -> Node {
        keys.withLock { _ = $0.insert(key) }
        let node = try connection.statement("SELECT data FROM node WHERE key = ?").first(key) { try decode($0.bytes("data")) }
        guard let node else { throw MissingRecord(key: key) }
        return node
    }
}
