/// One step of the schema: a file of `migrations/`.
struct Migration: Sendable {
    /// The name of the file without `.sql`.
    let name: String
    let sql: String
}
