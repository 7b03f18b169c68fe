import JSON
import JSONSchema
public import Lists

/// How the values of a write are held against the registered types.
public struct TypeRules: Sendable {
    /// Whether a type that an item has of its own must be registered.
    public var isStrict: Bool
    /// The ``CellTypeRegistry/schemaVersion`` at which everything that names its type was held to the rules before; `nil` where it was not.
    public var checkedVersion: Int64?

    public init(isStrict: Bool = false, checkedVersion: Int64? = nil) {
        self.isStrict = isStrict
        self.checkedVersion = checkedVersion
    }

    /// The rules by a registry; `nil` where it has nothing to say.
    public func rules(by registry: CellTypeRegistry) -> (any ItemRules)? {
        isStrict || registry.hasSchemas ? RegistryRules(registry: registry, isStrict: isStrict) : nil
    }

    /// Has a list's edit hold what it writes to the rules.
    public func hold(_ edit: ListEdit, to registry: CellTypeRegistry) {
        edit.hold(to: rules(by: registry), checked: checkedVersion)
    }
}

/// What the registered types say of values.
private struct RegistryRules: ItemRules {
    let registry: CellTypeRegistry
    let isStrict: Bool

    var version: Int64 { registry.schemaVersion }

    func faults(of value: JSONValue, type: String, limit: Int) -> [ItemFault] {
        guard let entry = registry[type] else {
            return isStrict ? [ItemFault(.unregisteredType, "The type “\(type)” is not registered.")] : []
        }
        guard let schema = entry.schema else { return [] }
        return schema.violations(of: value, limit: limit).map { violation in
            ItemFault(.mismatch(pointer: violation.pointer, keyword: violation.keyword), violation.message)
        }
    }
}
