import Foundation
import Lists
import StoreSuite
import Testing
@testable import SQLiteStore

@Suite("Opening a database")
struct OpeningTests {
    @Test("a second writer is refused by name, until the first has closed")
    func locks() throws {
        let database = try TestDatabase()
        let store = try database.open()
        let failure = #expect(throws: SQLiteFailure.self) { try database.open() }
        #expect(failure?.code == .locked)
        #expect(failure?.message.contains(database.path) == true)
        #expect(throws: SQLiteFailure.self) { try SQLiteListStore.migrate(database.path) }
        store.close()
        try database.open().close()
    }

    @Test("a link to the file is the same database")
    func locksThroughLinks() throws {
        let database = try TestDatabase()
        let store = try database.open()
        defer { store.close() }
        let link = database.folder + "/link.db"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: database.path)
        #expect(throws: SQLiteFailure.self) { try SQLiteListStore.migrate(link) }
    }

    @Test("a reader beside a writer sees what is committed, and writes nothing")
    func readsBeside() throws {
        let database = try TestDatabase()
        let store = try database.open()
        let id = try listID("both")
        try store.put(.counting(3), into: id)
        let reader = try SQLiteListStore.openReadOnly(configuration: SQLiteStoreConfiguration(path: database.path))
        #expect(try ListModel(reader.snapshot(of: id, at: nil)) == .counting(3))
        try store.put(.counting(5), into: id)
        #expect(try ListModel(reader.snapshot(of: id, at: nil)) == .counting(5))
        #expect(try ListModel(reader.snapshot(of: id, at: 1)) == .counting(3))
        #expect(throws: ListError.self) { try reader.put(.counting(1), into: id) }
        store.close()
        #expect(try reader.lists(prefix: "", after: nil, limit: 5).count == 1)
        reader.close()
    }

    @Test("a file that is not there, or not migrated, cannot be read")
    func readsNothing() throws {
        let database = try TestDatabase()
        let configuration = SQLiteStoreConfiguration(path: database.path)
        #expect(throws: SQLiteFailure.self) { try SQLiteListStore.openReadOnly(configuration: configuration) }
        try database.execute("CREATE TABLE other (a)")
        #expect(throws: SQLiteFailure.self) { try SQLiteListStore.openReadOnly(configuration: configuration) }
    }

    @Test("a file that is no database is an error that names it")
    func opensNoDatabase() throws {
        let database = try TestDatabase()
        try Data(repeating: 65, count: 8192).write(to: URL(fileURLWithPath: database.path))
        let failure = #expect(throws: SQLiteFailure.self) { try database.open() }
        #expect(failure?.description.contains(database.path) == true)
    }

    @Test(
        "a database from before the first release is left alone, with what carries its lists over, and what that loses",
        arguments: ["0001-lists", "0001-schema"])
    func refusesOlder(first: String) throws {
        let database = try TestDatabase()
        try database.execute(
            """
            CREATE TABLE list (number INTEGER PRIMARY KEY); PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 9;
            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY); INSERT INTO grdb_migrations VALUES ('\(first)')
            """)
        let before = try Data(contentsOf: URL(fileURLWithPath: database.path))
        for open in [{ try database.open().close() }, { _ = try SQLiteListStore.migrate(database.path) }] {
            let failure = #expect(throws: SQLiteFailure.self) { try open() }
            #expect(failure?.code == .schema)
            let message = failure?.message ?? ""
            #expect(message.contains("sectional export LIST") && message.contains("sectional import LIST"))
            let start = try #require(message.range(of: "That keeps "))
            let parts = message[start.lowerBound...].components(separatedBy: "It does not keep ")
            let kept = ["ids", "order", "values", "headers", "footers", "types", "title", "metadata", "default type", "identity"]
            let lost = [
                "history", "version numbers", "interactions", "registered cell types", "webhooks", "pending deliveries", "kept answers",
            ]
            for (part, words) in zip(parts, [kept, lost]) {
                for word in words { #expect(part.contains(word), "\(word)") }
            }
            #expect(parts.count == 2)
            // The guide says the same.
            let guide = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../docs/operating.md")
            let text = try String(contentsOf: guide.standardized, encoding: .utf8).split(whereSeparator: \.isWhitespace)
            let sentences = message[start.lowerBound...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(text.joined(separator: " ").contains(sentences + "."))
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: database.path)) == before)
    }

    @Test("a database of a newer program is left alone")
    func refusesNewer() throws {
        let database = try TestDatabase()
        try database.open().close()
        try database.execute("INSERT INTO grdb_migrations VALUES ('9999-later')")
        let failure = #expect(throws: SQLiteFailure.self) { try database.open() }
        #expect(failure?.code == .schema)
    }

    @Test("the migrations in the program are those of the folder")
    func embedsMigrations() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../migrations").standardized
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".sql") }.sorted()
        #expect(files == Schema.migrations.map { $0.name + ".sql" })
        for migration in Schema.migrations {
            let text = try String(contentsOf: folder.appendingPathComponent(migration.name + ".sql"), encoding: .utf8)
            #expect(text == migration.sql, "\(migration.name)")
        }
    }

    /// A new migration adds its digest here, and no digest is ever changed: databases have run what stands there.
    @Test("migrations that have shipped are what they were")
    func freezesMigrations() {
        let shipped: [String: UInt64] = [
            "0001-store": 0x1dbf_acbf_84d6_4da5, "0002-restored": 0x871d_a602_491a_fb61, "0003-cluster": 0x9ffc_b92c_2e3e_bba8,
            "0004-views": 0x4866_df8b_aa1c_7104, "0005-names": 0xd037_6f72_a867_c1a9,
        ]
        #expect(Set(Schema.names) == Set(shipped.keys))
        for migration in Schema.migrations {
            // FNV-1a.
            let digest = migration.sql.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
            #expect(digest == shipped[migration.name], "\(migration.name)")
        }
    }

    @Test("has SQLite sort on the disk that the database is on")
    func temporaryFiles() throws {
        for name in ["plain", "it's a \"folder\""] {
            let database = try TestDatabase()
            let folder = database.folder + "/" + name
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try SQLiteListStore.migrate(folder + "/lists.db")
            let found: String? = try DatabaseConnection(":memory:", setUp: "").value("PRAGMA temp_store_directory")
            #expect(found == folder)
        }
    }
}
