@testable import SQLiteStore

extension TestDatabase {
    /// A database with all tables and no lists.
    static func migrated() throws -> TestDatabase {
        let database = try TestDatabase()
        try SQLiteListStore.migrate(database.path)
        return database
    }

    /// The tables of which another file has other rows, but for those that say which file it is.
    func differences(from other: TestDatabase) throws -> [String] {
        let connection = try DatabaseConnection(path, setUp: "ATTACH '\(other.path)' AS other")
        let tables: [String] = try connection.values("SELECT name FROM main.sqlite_master WHERE type = 'table' ORDER BY name")
        return try tables.filter { table in
            guard !["identity", "replica", "log_statement", "grdb_migrations"].contains(table) else { return false }
            let differences: Int64? = try connection.value(
                """
                SELECT (SELECT count(*) FROM (SELECT * FROM main.\(table) EXCEPT SELECT * FROM other.\(table)))
                + (SELECT count(*) FROM (SELECT * FROM other.\(table) EXCEPT SELECT * FROM main.\(table)))
                + abs((SELECT count(*) FROM main.\(table)) - (SELECT count(*) FROM other.\(table)))
                """)
            return differences != 0
        }
    }
}
