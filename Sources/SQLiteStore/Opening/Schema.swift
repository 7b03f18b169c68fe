import CResources

/// The database's schema: the migrations of `migrations/*.sql`, in order.
///
/// The files are part of the executable, so that a server needs none beside it.
enum Schema {
    static let migrations: [Migration] = {
        var count = 0
        let first = embedded_migrations(&count)
        return UnsafeBufferPointer(start: first, count: count).map { migration in
            Migration(
                name: String(cString: migration.name),
                sql: String(decoding: UnsafeBufferPointer(start: migration.sql, count: migration.count), as: UTF8.self))
        }
    }()

    static let names = migrations.map(\.name)

    /// The first migrations of forms before the first release: with tables for each kind of record, and with packs without checksums.
    private static let oldNames: Set = ["0001-lists", "0001-schema"]

    /// The application id of each database from the first migration on: "Sect".
    static let applicationID: Int64 = 0x5365_6374

    /// Runs what has not run yet, each migration in a transaction of its own.
    ///
    /// - Parameter count: How many migrations the database is to have at least.
    static func migrate(_ connection: DatabaseConnection, to count: Int = migrations.count) throws {
        try connection.migrate(Array(migrations.prefix(count)))
        // Programs that know fewer migrations read it off the header.
        if try connection.value("PRAGMA user_version") ?? 0 < count { try connection.execute("PRAGMA user_version = \(count)") }
    }

    /// Whether nothing is left to run.
    static func isMigrated(_ connection: DatabaseConnection) throws -> Bool { try connection.hasRun(migrations) }

    /// Checks that nothing is left to run, and that the database is one of this program.
    static func checkMigrated(_ connection: DatabaseConnection) throws {
        try check(connection)
        guard try SQLiteFailure.wrapping("open \(connection.path)", { try isMigrated(connection) }) else {
            throw SQLiteFailure(
                code: .schema, message: "\(connection.path) is not migrated; sectional migrate does it", operation: "open")
        }
    }

    /// Checks that a database is empty, or one of this program and not of a newer version of it.
    static func check(_ connection: DatabaseConnection) throws {
        try SQLiteFailure.wrapping("open \(connection.path)") { try check(connection, path: connection.path) }
    }

    /// Checks that a database is one that this program, or another version of it, has made.
    static func checkIsStore(_ connection: DatabaseConnection, path: String) throws {
        try check(connection, path: path)
        guard try connection.hasTable("grdb_migrations") else {
            throw SQLiteFailure(code: .schema, message: "\(path) holds no lists", operation: "open")
        }
    }

    private static func check(_ connection: DatabaseConnection, path: String) throws {
        let tables: [String] = try connection.values("SELECT name FROM sqlite_master WHERE type = 'table'")
        let hasHistory = tables.contains("grdb_migrations")
        try check(
            applicationID: connection.value("PRAGMA application_id") ?? 0, schemaNumber: connection.value("PRAGMA user_version") ?? 0,
            hasTables: Migration.hasTables(tables),
            migrations: hasHistory ? Set(connection.values("SELECT identifier FROM grdb_migrations") as [String]) : nil, path: path)
    }

    /// - Parameters:
    ///   - hasTables: Whether tables are there, so that those of the migrations should be.
    ///   - migrations: Those that have run; `nil` where the database does not say.
    static func check(
        applicationID: Int64, schemaNumber: Int64, hasTables: Bool, migrations: Set<String>?, path: String
    ) throws {
        guard applicationID == 0 || applicationID == Self.applicationID else { throw OpeningFailure.isForeign(path) }
        if migrations?.isDisjoint(with: oldNames) == false { throw OpeningFailure.isOlder(path) }
        if hasTables, let first = names.first, migrations?.contains(first) != true { throw OpeningFailure.isForeign(path) }
        if schemaNumber > Int64(names.count) || !(migrations ?? []).isSubset(of: names) { throw OpeningFailure.isNewer(path) }
    }
}
