import Foundation
import Lists
import Logging
import StoreSuite
import TestSupport
import Testing
@testable import SQLiteStore

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

    @Test("is noticed, reported in one line, and takes no write any more", arguments: Loss.allCases)
    func lost(loss: Loss) throws {
        let other = try TestDatabase()
        let otherStore = try other.open()
        try otherStore.put(.counting(5_000), into: listID("other"))
        otherStore.close()
        let database = try TestDatabase()
        let log = LoggedLines()
        let store = try SQLiteListStore(
            configuration: SQLiteStoreConfiguration(path: database.path),
            logger: log.logger(from: .error),
            describeList: ConformanceCheck.describe, now: { 0 }
        ) { UUIDv7Source(now: { 0 }, random: { .random(in: .min ... .max) }) }
        let id = try listID("l")
        try store.put(.counting(300), into: id)
        usleep(600_000)
        #expect(store.isReady)
        #expect(log.all == [])
        try loss.happen(to: database, other: other.path)
        try eventually { !store.isReady }
        let error = #expect(throws: ListError.self) { try store.put(.counting(2), into: id) }
        #expect(error?.code == .unavailable)
        try eventually("a line in the log") { !log.all.isEmpty }
        usleep(600_000)
        #expect(log.all.count == 1, "\(log.all)")
        store.close()
        #expect(log.all.count == 1, "\(log.all)")
    }

    @Test("traffic, checkpoints and what other processes may do to a database are no loss")
    func healthy() throws {
        let database = try TestDatabase()
        let log = LoggedLines()
        var configuration = SQLiteStoreConfiguration(path: database.path)
        configuration.checkpointPages = 10
        configuration.logLimit = 400_000
        let store = try SQLiteListStore(
            configuration: configuration,
            logger: log.logger(from: .error),
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
        #expect(log.all == [])
    }

    @Test("a database that another process has made shorter may have its new end in the log")
    func shorter() throws {
        let database = try TestDatabase.migrated()
        let configuration = SQLiteStoreConfiguration(path: database.path)
        let writer = try DatabaseConnection.openWriter(configuration)
        try writer.execute("CREATE TABLE filler (bytes BLOB); INSERT INTO filler VALUES (zeroblob(1000000))")
        try writer.checkpoint(.truncate)
        let identity: String = try #require(try writer.value("SELECT id FROM identity"))
        let watch = FileWatch(DatabaseFiles(database.path), identity: identity, configuration: configuration)
        #expect(watch.look() == nil)
        try writer.execute("DELETE FROM filler; VACUUM")
        try writer.checkpoint(.truncate)
        try writer.execute("INSERT INTO filler VALUES (zeroblob(500000))")
        #expect(watch.look() == nil)
        let size = try #require(DatabaseFiles.status(database.path)?.st_size)
        #expect(truncate(database.path, size - 4096) == 0)
        #expect(watch.look() == "the database was cut")
    }

    @Test("damage that a read meets is an error in the log once, and not ready")
    func damage() throws {
        let database = try TestDatabase()
        let id = try listID("l")
        var store = try database.open()
        try store.put(.counting(40_000), into: id)
        store.close()
        let log = LoggedLines()
        var configuration = SQLiteStoreConfiguration(path: database.path)
        configuration.nodeCacheBytes = 0
        store = try SQLiteListStore(
            configuration: configuration,
            logger: log.logger(from: .error),
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
        #expect(log.all.count == 1, "\(log.all)")
        #expect(log.all.first?.contains("sectional check") == true)
    }
}
