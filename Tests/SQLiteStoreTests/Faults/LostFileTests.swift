import Clocks
import Foundation
import Conformance
import Lists
import Logging
@testable import SQLiteStore
import Synchronization
import Testing

@Suite("A database whose files change under it")
struct LostFileTests {
    /// What is done to the files.
    enum Loss: String, CaseIterable, Sendable {
        case databaseDeleted, databaseReplaced, databaseOverwritten, databaseCut
        case logDeleted, logReplaced, logCut

        func happen(to database: TestDatabase, other: String) throws {
            let manager = FileManager.default
            let log = database.path + "-wal"
            switch self {
            case .databaseDeleted: try manager.removeItem(atPath: database.path)
            case .databaseReplaced: try database.replaceDatabase(by: other)
            case .databaseOverwritten:
                // As `cp` does: the same file, another content.
                let file = try FileHandle(forUpdating: URL(fileURLWithPath: database.path))
                try file.truncate(atOffset: 0)
                try file.write(contentsOf: Data(contentsOf: URL(fileURLWithPath: other)))
                try file.close()
            case .databaseCut: guard truncate(database.path, 4096) == 0 else { throw ConformanceTestFailure("truncate") }
            case .logDeleted: try manager.removeItem(atPath: log)
            case .logReplaced:
                try manager.moveItem(atPath: log, toPath: log + "-moved")
                try manager.copyItem(atPath: log + "-moved", toPath: log)
            case .logCut: guard truncate(log, 0) == 0 else { throw ConformanceTestFailure("truncate") }
            }
        }
    }

    @Test("is noticed, told in one line, and takes no write any more", arguments: Loss.allCases)
    func lost(loss: Loss) throws {
        let other = try TestDatabase()
        let otherStore = try other.open()
        try otherStore.put(.counting(5_000), into: listID("other"))
        otherStore.close()
        let database = try TestDatabase()
        let lines = Mutex<[String]>([])
        let store = try SQLiteListStore(
            configuration: SQLiteStoreConfiguration(path: database.path),
            logger: Logger(label: "test") { _ in ErrorHandler { line in lines.withLock { $0.append(line) } } },
            describeList: ConformanceCheck.describe, now: { 0 }
        ) { UUIDv7Source(now: { 0 }, random: { .random(in: .min ... .max) }) }
        let id = try listID("l")
        try store.put(.counting(300), into: id)
        usleep(600_000)
        #expect(store.isReady)
        #expect(lines.withLock { $0 } == [])
        try loss.happen(to: database, other: other.path)
        try eventually { !store.isReady }
        let error = #expect(throws: ListError.self) { try store.put(.counting(2), into: id) }
        #expect(error?.code == .unavailable)
        try eventually("a line in the log") { lines.withLock { !$0.isEmpty } }
        usleep(600_000)
        #expect(lines.withLock { $0.count } == 1, "\(lines.withLock { $0 })")
        store.close()
        #expect(lines.withLock { $0.count } == 1, "\(lines.withLock { $0 })")
    }

    @Test("traffic, checkpoints and what other processes may do to a database are no loss")
    func healthy() throws {
        let database = try TestDatabase()
        let lines = Mutex<[String]>([])
        var configuration = SQLiteStoreConfiguration(path: database.path)
        configuration.checkpointPages = 10
        configuration.logLimit = 400_000
        let store = try SQLiteListStore(
            configuration: configuration,
            logger: Logger(label: "test") { _ in ErrorHandler { line in lines.withLock { $0.append(line) } } },
            describeList: ConformanceCheck.describe, now: { 0 }
        ) { UUIDv7Source(now: { 0 }, random: { .random(in: .min ... .max) }) }
        defer { store.close() }
        let id = try listID("l")
        try store.put(.counting(2_000), into: id)
        for round in 0..<8 {
            #expect(StoreTraffic.update(store, id, items: 2_000, count: 300, waiting: 16) == 300)
            if round % 3 == 0 { try? database.execute("PRAGMA busy_timeout = 5000; PRAGMA wal_checkpoint(TRUNCATE)") }
            if round == 4 { try? database.execute("PRAGMA busy_timeout = 5000; VACUUM") }
            usleep(300_000)
            #expect(store.isReady, "round \(round)")
        }
        #expect(lines.withLock { $0 } == [])
    }

    @Test("damage that a read meets is an error in the log once, and not ready")
    func damage() throws {
        let database = try TestDatabase()
        let id = try listID("l")
        var store = try database.open()
        try store.put(.counting(40_000), into: id)
        store.close()
        let lines = Mutex<[String]>([])
        var configuration = SQLiteStoreConfiguration(path: database.path)
        configuration.nodeCacheBytes = 0
        store = try SQLiteListStore(
            configuration: configuration,
            logger: Logger(label: "test") { _ in ErrorHandler { line in lines.withLock { $0.append(line) } } },
            describeList: ConformanceCheck.describe, now: { 0 }
        ) { UUIDv7Source(now: { 0 }, random: { .random(in: .min ... .max) }) }
        defer { store.close() }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: database.path))
        let size = try file.seekToEnd()
        for page in stride(from: size / 4 / 4096, to: size / 4096, by: 1) {
            try file.seek(toOffset: page * 4096)
            try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
        }
        try file.close()
        for _ in 0..<3 { #expect(throws: (any Error).self) { try ListModel(store.snapshot(of: id, at: nil)) } }
        #expect(!store.isReady)
        #expect(lines.withLock { $0.count } == 1, "\(lines.withLock { $0 })")
        #expect(lines.withLock { $0.first?.contains("sectional check") } == true)
    }
}

/// Takes in errors alone.
private struct ErrorHandler: LogHandler {
    let note: @Sendable (String) -> Void
    var logLevel = Logger.Level.error
    var metadata: Logger.Metadata = [:]

    init(note: @escaping @Sendable (String) -> Void) {
        self.note = note
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        note("\(event.message) \(event.metadata ?? [:])")
    }
}
