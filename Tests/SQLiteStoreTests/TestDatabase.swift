import Foundation
import GRDB
import Lists
import Logging
import SQLiteStore
import Synchronization

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
    func open(_ clock: TestClock = TestClock(), adjust: (inout SQLiteStoreConfiguration) -> Void = { _ in }) throws -> SQLiteListStore {
        var configuration = SQLiteStoreConfiguration(path: path)
        configuration.collectionInterval = 0.01
        adjust(&configuration)
        return try SQLiteListStore(configuration: configuration, logger: Self.logger, now: { clock.now }) {
            UUIDv7Source(now: { clock.now }, random: { .random(in: .min ... .max) })
        }
    }

    /// Asks the file directly.
    func query(_ sql: String) throws -> Int64 {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        return try DatabaseQueue(path: path, configuration: configuration).read { try Int64.fetchOne($0, sql: sql) ?? 0 }
    }

    /// What `PRAGMA integrity_check` says.
    func integrity() throws -> String {
        try DatabaseQueue(path: path).inDatabase { try String.fetchOne($0, sql: "PRAGMA integrity_check") ?? "" }
    }

    /// Rows of all tables that hold a list's content.
    func rowCount() throws -> Int64 {
        let tables = ["version", "garbage", "properties", "node", "revision", "section_revision", "name", "place", "type_name"]
        return try query("SELECT " + tables.map { "(SELECT count(*) FROM \($0))" }.joined(separator: " + "))
    }

    static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

/// A clock that stands until it is told to go on.
final class TestClock: Sendable {
    private let milliseconds = Atomic<Int64>(1_700_000_000_000)

    var now: Int64 { milliseconds.load(ordering: .relaxed) }

    func advance(seconds: Int64) {
        milliseconds.wrappingAdd(seconds * 1000, ordering: .relaxed)
    }
}

/// Waits for something that another thread brings about; the limit is only there so that a failure ends.
func eventually(_ condition: () throws -> Bool) throws -> Bool {
    for _ in 0..<6000 {
        if try condition() { return true }
        usleep(10_000)
    }
    return false
}

/// A list id that is known to be one.
func listID(_ text: String) throws -> ListID {
    guard let id = ListID(text) else { throw CocoaError(.formatting) }
    return id
}
