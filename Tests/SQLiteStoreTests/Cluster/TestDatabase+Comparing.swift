import Ports
@testable import SQLiteStore
import Synchronization

extension TestDatabase {
    /// A database with all tables and no lists.
    static func migrated() throws -> TestDatabase {
        let database = try TestDatabase()
        try SQLiteListStore.migrate(database.path)
        try database.execute("INSERT INTO replica VALUES ('memory', 1, 0, 0)")
        return database
    }

    /// Runs the entries that the file does not have yet.
    func apply(_ entries: [LogEntry]) throws {
        let connection = try DatabaseConnection(path, setUp: "")
        let replay = try EntryReplay(connection)
        let last: Int64 = try connection.value("SELECT position FROM replica") ?? 0
        for entry in entries where entry.position.number > last {
            try connection.execute("BEGIN")
            try entry.data.withUnsafeBytes { content in
                var (_, notes) = try replay.run(content)
                _ = try EntryNotes(&notes)
            }
            try connection.execute("UPDATE replica SET position = \(entry.position.number); COMMIT")
        }
    }

    /// The tables of which another file has other rows, but for those that say which file it is.
    func differences(from other: TestDatabase) throws -> [String] {
        let connection = try DatabaseConnection(path, setUp: "ATTACH '\(other.path)' AS other")
        let tables: [String] = try connection.values("SELECT name FROM main.sqlite_master WHERE type = 'table' ORDER BY name")
        return try tables.filter { table in
            guard !["identity", "replica", "grdb_migrations"].contains(table) else { return false }
            let differences: Int64? = try connection.value(
                """
                SELECT (SELECT count(*) FROM (SELECT * FROM main.\(table) EXCEPT SELECT * FROM other.\(table)))
                + (SELECT count(*) FROM (SELECT * FROM other.\(table) EXCEPT SELECT * FROM main.\(table)))
                + abs((SELECT count(*) FROM main.\(table)) - (SELECT count(*) FROM other.\(table)))
                """)
            return differences != 0
        }
    }

    /// The faults that the check finds.
    func findings() throws -> [String] {
        let found = Mutex<[String]>([])
        _ = try DatabaseCheck.run(path) { text in found.withLock { $0.append(text) } }
        return found.withLock { $0 }
    }
}
