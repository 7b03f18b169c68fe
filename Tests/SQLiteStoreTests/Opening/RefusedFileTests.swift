import Foundation
import Foundations
import Lists
import Logging
import StoreSuite
import Testing
@testable import SQLiteStore

@Suite("Files that are no database to open")
struct RefusedFileTests {
    @Test(
        "another program's database is refused and left as it was",
        arguments: ["", "PRAGMA application_id = 77;", "PRAGMA journal_mode = WAL;"])
    func foreign(pragma: String) throws {
        let database = try TestDatabase()
        try database.execute("\(pragma) CREATE TABLE contact (name TEXT); INSERT INTO contact VALUES ('Ada')")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: database.path))
        let failure = #expect(throws: SQLiteFailure.self) { try database.open() }
        #expect(failure?.code == .schema)
        #expect(failure?.message.contains("another program") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: database.path)) == bytes)
    }

    @Test("a database of a newer schema is refused")
    func newer() throws {
        let database = try TestDatabase()
        try database.open().close()
        try database.execute("PRAGMA user_version = 1000")
        let failure = #expect(throws: SQLiteFailure.self) { try database.open() }
        #expect(failure?.message.contains("newer") == true)
    }

    @Test("a file that nobody may write to is refused")
    func readOnly() throws {
        let database = try TestDatabase()
        try database.open().close()
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: database.path)
        let failure = #expect(throws: SQLiteFailure.self) { try database.open() }
        #expect(failure?.code == .refused)
    }

    @Test("a damaged database is refused, wherever the damage is", arguments: [0.0, 0.3, 0.5, 0.9, 1.0])
    func damaged(place: Double) throws {
        let database = try TestDatabase()
        let store = try database.open()
        try store.put(.counting(20_000), into: listID("l"))
        store.close()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: database.path))
        let size = try file.seekToEnd()
        if place == 1 {
            try file.truncate(atOffset: size / 2)
        } else {
            try file.seek(toOffset: UInt64(Double(size) * place) / 4096 * 4096)
            try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
        }
        try file.close()
        let failure = #expect(throws: SQLiteFailure.self) { try database.open() }
        #expect(failure?.code == .corrupt)
        #expect(failure?.message.contains("sectional restore") == true)
    }

    @Test("what is no regular file is refused in words, and so is a file with another name, until that is gone")
    func kinds() throws {
        let database = try TestDatabase()
        #expect(mkfifo(database.path, 0o600) == 0)
        for open in [{ _ = try database.open() }, { _ = try SQLiteListStore.checkFiles(database.path) }] {
            let failure = #expect(throws: SQLiteFailure.self) { try open() }
            #expect(failure?.code == .refused && failure?.message.contains("no regular file") == true)
        }
        #expect(unlink(database.path) == 0)
        let store = try database.open()
        try store.put(.counting(3), into: listID("l"))
        let folder = database.folder + "/other"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let other = SQLiteStoreConfiguration(path: folder + "/lists.db")
        #expect(link(database.path, other.path) == 0)
        for isRunning in [true, false] {
            if !isRunning { store.close() }
            let failure = #expect(throws: SQLiteFailure.self) { try SQLiteListStore.migrate(other.path) }
            #expect(failure?.code == .refused && failure?.message.contains("another name") == true)
        }
        #expect(throws: SQLiteFailure.self) { try database.open() }
        #expect(unlink(other.path) == 0)
        // A crash within a restore leaves the name that the old database was to be kept under.
        #expect(link(database.path, database.path + ".replaced-20261122-073000") == 0)
        try database.open().close()
    }

    @Test("no database is made where none is to be")
    func makesNone() throws {
        let database = try TestDatabase()
        let failure = #expect(throws: SQLiteFailure.self) { try database.open { $0.mayCreate = false } }
        #expect(failure?.code == .refused)
        #expect(!FileManager.default.fileExists(atPath: database.path))
        try database.open().close()
        try database.open { $0.mayCreate = false }.close()
    }

    @Test("all files of a database are their owner's alone")
    func modes() throws {
        let database = try TestDatabase()
        let old = umask(0)
        defer { umask(old) }
        let store = try database.open()
        defer { store.close() }
        try store.put(.counting(3), into: listID("l"))
        for suffix in ["", "-wal", "-shm", "-lock", "-id"] {
            let mode = try FileManager.default.attributesOfItem(atPath: database.path + suffix)[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(suffix)")
        }
    }

    @Test("what killed processes have left beside it is removed, and nothing else")
    func sweeps() throws {
        let database = try TestDatabase()
        let left = ["lists.db-upload-\(PrivateFile.randomName())", "lists.db-id.\(PrivateFile.randomName()).part"]
        // Databases of other servers among them, and their files.
        let others = [
            "lists.db.key", "lists.db-wall", "other.db-upload-1", "lists.db.replaced-20261122-073000", "lists.db-id.db",
            "lists.db-id.db-id", "lists.db-upload-2", "lists.db-id.db-id.\(PrivateFile.randomName()).part",
        ]
        for name in left + others { try Data("x".utf8).write(to: URL(fileURLWithPath: database.folder + "/" + name)) }
        try database.open().close()
        for name in left { #expect(!FileManager.default.fileExists(atPath: database.folder + "/" + name), "\(name)") }
        for name in others { #expect(FileManager.default.fileExists(atPath: database.folder + "/" + name), "\(name)") }
    }
}
