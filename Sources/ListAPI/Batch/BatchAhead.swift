import JSON
import Lists
import Ports
import Wire

/// What the patches of a batch make of the values that they find, worked out on the connection's thread, so that the store's one writer
/// finds it at hand.
///
/// Nothing of it decides anything: a patch makes the same of the same value whenever it is applied, and the writer uses what was worked out
/// only where it finds that very value. Whatever is wrong is left for the writer to say.
struct BatchAhead: Sendable {
    /// What one operation makes of a value.
    struct Change: Sendable {
        let input: JSONValue
        let outcome: Result<JSONValue, any Error>
        /// What it took from the budget.
        let spent: PatchBudget
    }

    /// By the operation's index.
    private var changes: [Int: Change] = [:]

    init() {}

    init(_ batch: Batch, of list: ListID, in store: any ListStore, limits: ContentLimits) {
        guard batch.operations.contains(where: \.isPatch), let head = try? store.snapshot(of: list, at: nil),
            let names = try? WriteNames(head, batch.version, in: store)
        else { return }
        var values = Values(names: names)
        var cost = BatchCost(limits: limits)
        for (index, operation) in batch.operations.enumerated() {
            switch operation {
            case .insertItems(let insertion, _): values.expect(insertion.drafts)
            case .insertSection(let insertion): values.expect(insertion.draft.items)
            case .changeItem(let item, .replace(let value), _): values.set(value, of: item)
            case .changeItem(let item, let change, _):
                guard !store.breaksOff else { return }
                guard let input = values.value(of: item) else { continue }
                let before = cost.budget
                guard (try? cost.count(read: input, by: change)) != nil else { return }
                let outcome = Result { try change.applied(to: input, budget: &cost.budget) }
                changes[index] = Change(input: input, outcome: outcome, spent: cost.budget.spent(since: before))
                // A batch ends with the first operation that fails.
                guard let value = try? outcome.get(), (try? cost.count(made: value)) != nil else { return }
                values.set(value, of: item)
            default: break
            }
        }
    }

    /// What an operation makes of a value, where that was worked out.
    func change(by operation: Int, of input: JSONValue) -> Change? {
        guard let change = changes[operation], change.input == input else { return nil }
        return change
    }

    /// The values that operations find, as far as they are known.
    private struct Values {
        let names: WriteNames
        private var byNumber: [Number: JSONValue] = [:]
        private var byNewID: [Identifier: JSONValue] = [:]
        private let identity: JSONPointer?

        init(names: WriteNames) {
            self.names = names
            identity = try? names.head.head.properties.identityPointer()
        }

        mutating func expect(_ drafts: [ItemDraft]) {
            for draft in drafts {
                if let id = draft.id ?? identity.flatMap({ Identifier(at: $0, in: draft.value) }) { byNewID[id] = draft.value }
            }
        }

        mutating func set(_ value: JSONValue, of name: ItemReference) {
            if let item = try? names.item(name).item {
                byNumber[item.entry.number] = value
            } else if case .id(let id) = name, byNewID[id] != nil {
                byNewID[id] = value
            }
        }

        func value(of name: ItemReference) -> JSONValue? {
            if let item = try? names.item(name).item {
                return byNumber[item.entry.number] ?? (try? names.head.revision(of: item).value)
            }
            guard case .id(let id) = name else { return nil }
            return byNewID[id]
        }
    }
}

extension BatchOperation {
    /// Whether it changes a value by what the value is.
    fileprivate var isPatch: Bool {
        switch self {
        case .changeItem(_, .merge, _), .changeItem(_, .patch, _): true
        default: false
        }
    }
}
