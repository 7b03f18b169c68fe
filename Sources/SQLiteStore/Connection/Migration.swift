/// One step of the schema: a file of `migrations/`.
struct Migration: Sendable {
    /// The name of the file without `.sql`.
    let name: String
    let sql: String

    /// Whether there are tables beside the list of migrations, which GRDB makes before it runs the first of them.
    static func hasTables(_ names: some Sequence<String>) -> Bool { names.contains { $0 != "grdb_migrations" } }
}
