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
    ]

    /// Runs what has not run yet, each migration in a transaction of its own.
    ///
    /// - Throws: ``SQLiteFailure`` when the database was migrated by a newer program.
    static func migrate(_ queue: DatabaseQueue) throws {
        let migrator = migrator
        try queue.inDatabase { database in
            if try migrator.hasBeenSuperseded(database) { throw newer(queue.path) }
        }
        try migrator.migrate(queue)
    }

    /// Checks that nothing is left to run.
    static func check(_ queue: DatabaseQueue) throws {
        let migrator = migrator
        try queue.inDatabase { database in
            if try migrator.hasBeenSuperseded(database) { throw newer(queue.path) }
            guard try migrator.hasCompletedMigrations(database) else {
                throw SQLiteFailure(code: .schema, message: "\(queue.path) is not migrated", operation: "open")
            }
        }
    }

    /// Checks that a database is one that this program, or another version of it, has made.
    static func checkIsStore(_ database: Database, path: String) throws {
        guard let first = migrations.first?.name, try migrator.appliedIdentifiers(database).contains(first) else {
            throw SQLiteFailure(code: .schema, message: "\(path) holds no lists", operation: "open")
        }
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.name) { try $0.execute(sql: migration.sql) }
        }
        return migrator
    }

    private static func newer(_ path: String) -> SQLiteFailure {
        SQLiteFailure(code: .schema, message: "\(path) was made by a newer version of this program", operation: "open")
    }
}
