import GRDB

/// The database's schema: the migrations of `migrations/*.sql`, in order.
///
/// Their text is part of the executable, so that a server needs no file beside it.
enum Schema {
    /// The migrations by name: the name of the file without `.sql`.
    static let migrations: [(name: String, sql: String)] = [
        ("0001-lists", lists),
        ("0002-idempotency", idempotency),
        ("0003-staging", staging),
        ("0004-events", events),
        ("0005-identity", identity),
        ("0006-event-data", eventData),
        ("0007-authors", authors),
    ]

    /// What the header of each database says since migration 5: "Sect".
    static let applicationID: Int64 = 0x5365_6374

    /// Runs what has not run yet, each migration in a transaction of its own.
    static func migrate(_ queue: DatabaseQueue) throws {
        try migrator.migrate(queue)
        // Programs that know fewer migrations read it off the header.
        try queue.inDatabase { database in
            if try Int64.fetchOne(database, sql: "PRAGMA user_version") != Int64(migrations.count) {
                try database.execute(sql: "PRAGMA user_version = \(migrations.count)")
            }
        }
    }

    /// Whether nothing is left to run.
    static func isMigrated(_ queue: DatabaseQueue) throws -> Bool {
        try queue.inDatabase { try migrator.hasCompletedMigrations($0) }
    }

    /// Checks that nothing is left to run, and that the database is one of this program.
    static func checkMigrated(_ queue: DatabaseQueue) throws {
        try check(queue)
        guard try SQLiteFailure.wrapping("open \(queue.path)", { try isMigrated(queue) }) else {
            throw SQLiteFailure(code: .schema, message: "\(queue.path) is not migrated; sectional migrate does it", operation: "open")
        }
    }

    /// Checks that a database is empty, or one of this program and not of a newer version of it.
    static func check(_ queue: DatabaseQueue) throws {
        try SQLiteFailure.wrapping("open \(queue.path)") {
            try queue.inDatabase { try check($0, path: queue.path) }
        }
    }

    /// Checks that a database is one that this program, or another version of it, has made.
    static func checkIsStore(_ database: Database, path: String) throws {
        try check(database, path: path)
        guard try database.tableExists("grdb_migrations") else {
            throw SQLiteFailure(code: .schema, message: "\(path) holds no lists", operation: "open")
        }
    }

    private static func check(_ database: Database, path: String) throws {
        let tables = try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        let isTold = tables.contains("grdb_migrations")
        try check(
            applicationID: Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0,
            schemaNumber: Int64.fetchOne(database, sql: "PRAGMA user_version") ?? 0, hasTables: hasTables(tables),
            migrations: isTold ? Set(String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations")) : nil, path: path)
    }

    /// Whether there are tables beside the list of migrations, which GRDB makes before it runs the first of them.
    static func hasTables(_ names: some Sequence<String>) -> Bool { names.contains { $0 != "grdb_migrations" } }

    /// - Parameters:
    ///   - hasTables: Whether tables are there, so that those of the migrations should be.
    ///   - migrations: Those that have run; `nil` where nothing tells.
    static func check(
        applicationID: Int64, schemaNumber: Int64, hasTables: Bool, migrations: Set<String>?, path: String
    ) throws {
        guard applicationID == 0 || applicationID == Self.applicationID else { throw OpeningFailure.isForeign(path) }
        let known = Self.migrations.map(\.name)
        if hasTables, let first = known.first, migrations?.contains(first) != true { throw OpeningFailure.isForeign(path) }
        if schemaNumber > Int64(known.count) || !(migrations ?? []).isSubset(of: known) { throw OpeningFailure.isNewer(path) }
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.name) { try $0.execute(sql: migration.sql) }
        }
        return migrator
    }
}
