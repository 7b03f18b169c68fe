import JSON
import Lists

/// The cell types that are registered, at one version of the registry. Immutable: a change makes a new one, which shares what stayed.
///
/// May be used from any thread.
public final class CellTypeRegistry: Sendable {
    /// A registered type with its schema, compiled once.
    public final class Entry: Sendable {
        public let type: CellType
        public let schema: CompiledSchema?

        /// - Parameter old: The entry registered under the name. Its schema is not compiled again if the text is the same.
        /// - Throws: ``SchemaError``.
        public init(_ type: CellType, after old: Entry? = nil) throws(SchemaError) {
            self.type = type
            if let old, old.type.schema == type.schema {
                schema = old.schema
            } else if let text = type.schema {
                schema = try CompiledSchema(text)
            } else {
                schema = nil
            }
        }
    }

    /// The registry of a store that no type was ever put into.
    public static let empty = CellTypeRegistry(version: 0, [])

    /// Goes up by 1 with each change; 0 where no type was ever registered.
    public let version: Int64
    /// A hash of what answers show of the types: names, reuse identifiers, fallbacks and heights. The same in every process.
    let presentationHash: UInt32
    /// The version since which no schema has changed and no name has gone: a value that was right then is right now.
    public let schemaVersion: Int64
    private let entries: [Identifier: Entry]
    /// Whether some type has a schema.
    public let hasSchemas: Bool

    /// - Parameters:
    ///   - entries: The types; of two with one name the last counts.
    ///   - old: A registry before this one, which says whether schemas have changed since.
    public convenience init(version: Int64, _ entries: [Entry], after old: CellTypeRegistry? = nil) {
        let entries = Dictionary(entries.map { (Identifier(verbatim: $0.type.name), $0) }) { $1 }
        var schemaVersion = version
        if let old {
            let keepsAll = old.entries.keys.allSatisfy { entries[$0] != nil }
            if keepsAll, entries.allSatisfy({ $1.type.schema == old.entries[$0]?.type.schema }) { schemaVersion = old.schemaVersion }
        }
        self.init(version: version, schemaVersion: schemaVersion, entries: entries)
    }

    private init(version: Int64, schemaVersion: Int64, entries: [Identifier: Entry]) {
        self.version = version
        self.schemaVersion = schemaVersion
        self.entries = entries
        var hash = VariantHash()
        for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
            hash.combine(name.text)
            hash.combine(entry.type.reuseIdentifier)
            hash.combine(entry.type.fallback)
            hash.combine(entry.type.estimatedHeight?.text)
        }
        presentationHash = hash.value
        hasSchemas = entries.values.contains { $0.schema != nil }
    }

    /// A registered type; `nil` where the name is not registered.
    public subscript(_ name: String) -> Entry? { entries[Identifier(verbatim: name)] }

    public var count: Int { entries.count }

    /// All types, by name in the order of the names' bytes.
    public var all: [Entry] { entries.sorted { $0.key < $1.key }.map(\.value) }

    /// The registry with a type put into it, one version later.
    public func setting(_ entry: Entry) -> CellTypeRegistry {
        var entries = entries
        let old = entries.updateValue(entry, forKey: Identifier(verbatim: entry.type.name))
        let isSameSchema = old?.type.schema == entry.type.schema
        return CellTypeRegistry(version: version + 1, schemaVersion: isSameSchema ? schemaVersion : version + 1, entries: entries)
    }

    /// The registry without a type, one version later.
    public func removing(_ name: String) -> CellTypeRegistry {
        var entries = entries
        entries[Identifier(verbatim: name)] = nil
        return CellTypeRegistry(version: version + 1, schemaVersion: version + 1, entries: entries)
    }
}
