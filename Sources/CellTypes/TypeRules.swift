import JSON
public import Lists

/// How the values of a write are held against the registered types.
public struct TypeRules: Sendable {
    /// Whether a type that an item has of its own must be registered.
    public var isStrict: Bool
    /// The ``CellTypeRegistry/schemaVersion`` at which everything that names its type was held to the rules before; `nil` where it was not.
    public var checkedVersion: Int64?
    /// The units of work that the checks of an edit may take.
    public var units = Int.max
    /// Asked before the check of each value: ends the checks where nobody wants them any more, or where they have taken too long.
    public var check = WorkCheck.none

    /// The units of work that checks take on the store's writer or on a thread that serves requests: a few milliseconds.
    public static let shortUnits = 100_000

    public init(isStrict: Bool = false, checkedVersion: Int64? = nil) {
        self.isStrict = isStrict
        self.checkedVersion = checkedVersion
    }

    /// The rules by a registry; `nil` where it has nothing to say.
    ///
    /// - Parameter budget: The work that the checks may take; `nil` for ``units``.
    public func rules(by registry: CellTypeRegistry, within budget: CheckBudget? = nil) -> ItemRules? {
        guard isStrict || registry.hasSchemas else { return nil }
        let budget = budget ?? CheckBudget(units: units, check: check)
        return ItemRules(version: registry.schemaVersion) { [isStrict] value, type, limit in
            guard let entry = registry[type] else {
                return isStrict ? [ItemFault(.unregisteredType, "The type “\(type)” is not registered.")] : []
            }
            guard let schema = entry.schema else { return [] }
            guard let available = budget.available() else { return [Self.unchecked] }
            let outcome = schema.check(value, limit: limit, available: available)
            return budget.take(outcome.work) ? outcome.faults : [Self.unchecked]
        }
    }

    private static let unchecked = ItemFault(
        .unchecked, "The values take more work to be checked against the schemas of their types than a request of this length may.")

    /// Has a list's edit, which has no rules yet, hold what it writes to the rules.
    ///
    /// - Parameter budget: The work that the checks may take; `nil` for ``units``.
    public func hold(_ edit: ListEdit, to registry: CellTypeRegistry, within budget: CheckBudget? = nil) {
        if let rules = rules(by: registry, within: budget) { edit.hold(to: rules, checked: checkedVersion) }
    }
}
