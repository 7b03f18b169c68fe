import CellTypes
import Lists

/// The checks of an upload's items against the types: those that take little work as the lines come, and all of them before the write, on
/// its own thread, where there is more.
struct LineChecks: Sendable {
    /// The units of work for each byte that may be done as it comes.
    private static let unitsPerByte = 4

    private let typeRules: TypeRules
    /// `nil` where there is nothing to check.
    private let rules: ItemRules?
    private let budget: CheckBudget
    private var byteCount = 0
    private(set) var faults = ItemRuleError()

    /// - Parameter registry: The types that hold as the upload begins.
    init(_ typeRules: TypeRules = TypeRules(), by registry: CellTypeRegistry = .empty) {
        self.typeRules = typeRules
        budget = CheckBudget(units: TypeRules.shortUnits)
        rules = typeRules.rules(by: registry, within: budget)
    }

    /// Notes that bytes have come.
    mutating func noteBytes(_ count: Int) {
        byteCount += count
        budget.grant(count * Self.unitsPerByte)
    }

    /// Holds an item to the types, unless that is left for later.
    mutating func add(_ item: ItemDraft, line: Int) {
        guard let rules, budget.end == nil else { return }
        var next = faults
        rules.check(item, at: .line(line), into: &next)
        if budget.end == nil { faults = next }
    }

    /// How the write holds the items to the types: again where some were left.
    var rulesOfRest: TypeRules {
        var rest = typeRules
        rest.units = CheckBudget.units(ofBytes: byteCount)
        if budget.end == nil { rest.checkedVersion = rules?.version }
        return rest
    }
}
