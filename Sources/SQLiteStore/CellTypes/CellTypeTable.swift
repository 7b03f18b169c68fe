import CellTypes
import JSON
import Lists

/// The rows of registered cell types, and the registry as the running batch has it.
///
/// Confined to the writer's thread.
final class CellTypeTable {
    /// The registry as it is in the running batch.
    private(set) var registry: CellTypeRegistry
    private var committed: CellTypeRegistry
    /// The committed state, as readers of other threads see it.
    let published: PublishedCellTypes
    private let insert: PreparedStatement
    private let delete: PreparedStatement
    private let setVersion: PreparedStatement
    private let connection: DatabaseConnection

    init(_ connection: DatabaseConnection) throws {
        self.connection = connection
        registry = try Self.load(connection)
        committed = registry
        published = PublishedCellTypes(registry)
        insert = try connection.statement("INSERT OR REPLACE INTO cell_type VALUES (?, ?, ?, ?, ?, ?)")
        delete = try connection.statement("DELETE FROM cell_type WHERE name = ?")
        setVersion = try connection.statement("UPDATE cell_type_registry SET version = ?")
    }

    /// Reads and compiles all types, as they are at one moment.
    ///
    /// - Parameter old: A registry whose schemas are not compiled again.
    /// - Throws: ``SQLiteFailure``; `corrupt` for a schema that this program does not take.
    static func load(_ connection: DatabaseConnection, after old: CellTypeRegistry? = nil) throws -> CellTypeRegistry {
        let types = try connection.statement(
            """
            SELECT version, name, schema, reuse_identifier, estimated_height, fallback, description
            FROM cell_type_registry LEFT JOIN cell_type ON true ORDER BY name
            """)
        var version: Int64 = 0
        let entries: [CellTypeRegistry.Entry?] = try types.all { row in
            version = row["version"]
            return row.isNull("name") ? nil : try entry(row, after: old)
        }
        return CellTypeRegistry(version: version, entries.compactMap(\.self), after: old)
    }

    private static func entry(_ row: Row, after old: CellTypeRegistry?) throws -> CellTypeRegistry.Entry {
        let type = CellType(
            name: row["name"], schema: (row["schema"] as String?).map { JSONText(verbatim: $0) },
            reuseIdentifier: row["reuse_identifier"],
            estimatedHeight: (row["estimated_height"] as String?).map { JSONText(verbatim: $0) }, fallback: row["fallback"],
            description: row["description"])
        do {
            return try CellTypeRegistry.Entry(type, after: old?[type.name])
        } catch {
            throw SQLiteFailure(
                code: .corrupt, message: "the schema of the cell type '\(type.name)' can't be checked: \(error.message)",
                operation: "read the cell types")
        }
    }

    func put(_ entry: CellTypeRegistry.Entry) throws {
        let type = entry.type
        try insert.run(
            type.name, type.schema?.text, type.reuseIdentifier, type.estimatedHeight?.text, type.fallback, type.description)
        try take(registry.setting(entry))
    }

    func remove(_ name: String) throws {
        guard registry[name] != nil else { return }
        try delete.run(name)
        try take(registry.removing(name))
    }

    private func take(_ registry: CellTypeRegistry) throws {
        try setVersion.run(registry.version)
        self.registry = registry
    }

    /// Takes back what a write that is undone has put.
    func restore(_ registry: CellTypeRegistry) { self.registry = registry }

    /// Reads the types again, which another store has changed.
    func reload() throws { registry = try Self.load(connection, after: registry) }

    /// Shows readers what is committed.
    func publish() {
        guard registry !== committed else { return }
        committed = registry
        published.set(registry)
    }

    /// Forgets what a batch that was rolled back has made.
    func forget() { registry = committed }
}
