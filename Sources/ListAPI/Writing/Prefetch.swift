import JSON
import Lists
import Ports
import Wire

/// What the operations of a request are going to read and make, worked out on the connection's thread to relieve the store's one writer.
///
/// It decides nothing: the writer uses it only where it finds the same versions and the same values. What is wrong is left for the
/// writer to say.
struct Prefetch: Sendable {
    private(set) var names: NameTable?
    /// What operations make of values, by their index.
    private(set) var changes: [Int: PreparedChange] = [:]

    /// - Parameter version: The version that names mean something in; `nil` for the head.
    init(_ operations: [ListOperation], at version: Int64?, of list: ListID, in store: any ListStore, limits: ContentLimits) {
        // In a batch only patches are worth it: a value that replaces another is there already.
        let isSingle = operations.count == 1
        guard operations.contains(where: { isSingle ? $0.changesItem : $0.isPatch }),
            let head = try? store.snapshot(of: list, at: nil), let named = try? version.map({ try store.snapshot(of: list, at: $0) })
        else { return }
        var values = KnownValues(names: NameTable(head: head, named: named))
        defer { names = values.names }
        var cost = OperationCost(isBatch: !isSingle, limits: limits)
        for (index, operation) in operations.enumerated() {
            switch operation {
            case .insertItems(let insertion, _): values.add(insertion.drafts)
            case .insertSection(let insertion): values.add(insertion.draft.items)
            case .changeItem(let name, .replace(let value), _) where !isSingle: values.set(value, of: name)
            case .changeItem(let name, let change, _):
                guard !store.breaksOff else { return }
                guard let (input, revision) = values.value(of: name) else { continue }
                guard (try? cost.count(read: input, by: change)) != nil else { return }
                let prepared = PreparedChange(change, of: input, in: revision, limits: limits, budget: &cost.budget)
                changes[index] = prepared
                // A batch ends with the first operation that fails.
                guard let value = prepared.value, (try? cost.count(made: value)) != nil else { return }
                values.set(value, of: name)
            default: break
            }
        }
    }

    /// The values that operations find, as far as they are known.
    private struct KnownValues {
        private(set) var names: NameTable
        private var byNumber: [Number: JSONValue] = [:]
        private var byNewID: [Identifier: JSONValue] = [:]
        private let identity: JSONPointer?

        init(names: NameTable) {
            self.names = names
            identity = try? names.head.head.properties.identityPointer()
        }

        mutating func add(_ drafts: [ItemDraft]) {
            for draft in drafts {
                if let id = draft.id(identity: identity) { byNewID[id] = draft.value }
            }
        }

        mutating func set(_ value: JSONValue, of name: ItemReference) {
            if let item = try? names.item(name).named {
                byNumber[item.entry.number] = value
            } else if case .id(let id) = name, byNewID[id] != nil {
                byNewID[id] = value
            }
        }

        mutating func value(of name: ItemReference) -> (JSONValue, ItemRevision?)? {
            if let item = try? names.item(name).atHead {
                if let value = byNumber[item.entry.number] { return (value, nil) }
                return (try? names.head.revision(of: item)).map { ($0.value, $0) }
            }
            guard case .id(let id) = name else { return nil }
            return byNewID[id].map { ($0, nil) }
        }
    }
}

extension ListOperation {
    fileprivate var changesItem: Bool {
        if case .changeItem = self { true } else { false }
    }
}
