import Foundation
import Lists
import StoreSuite
import Testing
@testable import SQLiteStore

@Suite("A write-ahead log and its database")
struct ForeignLogTests {
    @Test("a backup copied over a database that was killed is refused, and is whole once the log is away")
    func copiedOver() throws {
        let database = try TestDatabase()
        let id = try listID("l")
        let backup = database.folder + "/backup.db"
        let killed = try database.killed { store in
            try store.put(.counting(3), into: id)
            try SQLiteListStore.backUp(database.path, to: backup)
            try store.put(.counting(3_000), into: id)
        }
        try killed.replaceDatabase(by: backup)
        let failure = #expect(throws: SQLiteFailure.self) { try killed.open() }
        #expect(failure?.code == .refused)
        #expect(failure?.message.contains(killed.path + "-wal") == true)
        #expect(throws: SQLiteFailure.self) { try SQLiteListStore.checkFiles(killed.path) }
        // Nothing was changed by the attempt.
        #expect(try Data(contentsOf: URL(fileURLWithPath: killed.path)) == Data(contentsOf: URL(fileURLWithPath: backup)))
        try FileManager.default.removeItem(atPath: killed.path + "-wal")
        let store = try killed.open()
        defer { store.close() }
        #expect(try ListModel(store.snapshot(of: id, at: nil)) == .counting(3))
    }

    @Test("an older copy of the same database is refused beside a newer log")
    func olderCopy() throws {
        let database = try TestDatabase()
        let id = try listID("l")
        let store = try database.open()
        try store.put(.counting(3), into: id)
        store.close()
        let copy = database.folder + "/copy.db"
        try FileManager.default.copyItem(atPath: database.path, toPath: copy)
        let killed = try database.killed { try $0.put(.counting(3_000), into: id) }
        try killed.replaceDatabase(by: copy)
        #expect(throws: SQLiteFailure.self) { try killed.open() }
    }

    @Test("a log without its database, or beside an empty one, is refused", arguments: [false, true])
    func onlyLog(isEmpty: Bool) throws {
        let database = try TestDatabase()
        let id = try listID("l")
        let killed = try database.killed { try $0.put(.counting(30), into: id) }
        try FileManager.default.removeItem(atPath: killed.path)
        if isEmpty { try Data().write(to: URL(fileURLWithPath: killed.path)) }
        let log = try killed.size(of: "-wal")
        let failure = #expect(throws: SQLiteFailure.self) { try killed.open() }
        #expect(failure?.code == .refused)
        #expect(try killed.size(of: "-wal") == log)
    }

    @Test("a database that was killed opens with its log, with and without the file that names it, wherever it was moved to")
    func healthy() throws {
        let database = try TestDatabase()
        let id = try listID("l")
        for changes in [[], ["-id"], ["-shm"], ["-id", "-shm"]] {
            let killed = try database.killed { try $0.put(.counting(Int.random(in: 10...2_000)), into: id) }
            for suffix in changes { try? FileManager.default.removeItem(atPath: killed.path + suffix) }
            let store = try killed.open()
            #expect(try store.snapshot(of: id, at: nil).version >= 1, "\(changes)")
            try checkWhole(store.snapshot(of: id, at: nil), store)
            store.close()
        }
    }

    @Test("a file of the id that was cut short is none")
    func cutIdentity() throws {
        let database = try TestDatabase()
        let killed = try database.killed { try $0.put(.counting(30), into: listID("l")) }
        for text in ["", "abc", String(repeating: "0", count: 32)] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: killed.path + "-id"))
            try killed.killed { _ in }.open().close()
        }
    }

    @Test("a start that was killed at any moment never keeps the database from opening")
    func killedStarts() throws {
        let database = try TestDatabase()
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        for round in 0..<40 {
            let child = tests.deletingLastPathComponent().appendingPathComponent("CrashChild").path
            #expect(try Self.endOfKilled(child, ["store", database.path, "\(round)"]) == SIGKILL, "round \(round)")
        }
        let store = try database.open()
        defer { store.close() }
        #expect(try database.integrity() == "ok")
    }

    @Test("a first start that was killed before the first migration is made up for")
    func killedBeforeMigrations() throws {
        let database = try TestDatabase()
        try database.execute("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        let store = try database.open()
        defer { store.close() }
        #expect(try store.put(.counting(3), into: listID("l")).version == 1)
    }

    /// Starts a program, kills it within 60 ms, and says which signal ended it. Foundation's `Process` can wait for ever for one that is killed
    /// as it starts.
    private static func endOfKilled(_ program: String, _ arguments: [String]) throws -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        var texts = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for text in texts { free(text) } }
        var child = pid_t()
        try #require(posix_spawn(&child, program, &actions, nil, &texts, nil) == 0)
        usleep(UInt32.random(in: 0...60_000))
        kill(child, SIGKILL)
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F
    }

    @Test("each start and each backup has an id of its own")
    func ids() throws {
        let database = try TestDatabase()
        var ids: Set<String> = []
        for _ in 0..<3 {
            try database.open().close()
            let id = try #require(RawDatabase(database.path).identity)
            #expect(IdentityFile(files: DatabaseFiles(database.path)).read() == id)
            ids.insert(id)
            let copy = database.folder + "/copy\(ids.count).db"
            try SQLiteListStore.backUp(database.path, to: copy)
            ids.insert(try #require(RawDatabase(copy).identity))
        }
        #expect(ids.count == 6)
    }
}

extension TestDatabase {
    /// Opens the database, and copies it with its log while it is open: what a kill would leave.
    func killed(_ work: (SQLiteListStore) throws -> Void) throws -> TestDatabase {
        let store = try open { $0.checkpointPages = .max }
        defer { store.close() }
        try work(store)
        let copy = try TestDatabase()
        for suffix in ["", "-wal", "-shm", "-id"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy.path + suffix)
        }
        return copy
    }

    /// Puts a file in the place of the database as `cp` does.
    func replaceDatabase(by file: String) throws {
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: file, toPath: path)
    }
}
