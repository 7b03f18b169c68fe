import CellTypes
import JSON
import Lists
import Ports
import Wire

/// The values that a request's operations will read and make, prepared on the connection's thread to relieve the one writer.
///
/// It decides nothing: the writer uses it only where it finds the same versions and the same values. What is wrong is left for the
/// writer to say.
struct Prefetch: Sendable {
    private(set) var names: NameTable?
    /// The changes of values by the operations' indexes; shorter if nothing was prepared for the last operations.
    private var changes: [PreparedChange?] = []
    /// The checks of typed items' values against the registered types, by operation and by the item's row in it.
    private(set) var checked: [Int: [Int: ItemRules.Outcome]] = [:]
    /// The revisions of items that are moved, which the answer shows.
    private(set) var moved: [RevisionKey: ItemRevision] = [:]
    /// Bytes of their values, which are counted.
    private(set) var movedBytes = 0

    /// - Parameters:
    ///   - version: The version that names mean something in; `nil` for the head.
    ///   - memory: Counts the values that are read and made.
    ///   - rules: What values are held to; `nil` for nothing. Where its work ends before all is checked, what was worked out is of no use.
    /// - Throws: The errors of ``WriteMemory/take(_:)``.
    init(
        _ operations: [ListOperation], at version: Int64?, of list: ListID, in store: any ListStore, _ limits: ContentLimits,
        _ rules: ItemRules?, counting memory: WriteMemory
    ) throws(RequestProblem) {
        if let rules { checkInsertions(operations, by: rules) }
        // Without rules only patches and moves of a batch are worth it: a value that replaces another is there already.
        let isSingle = operations.count == 1
        let takesAll = isSingle || rules != nil
        guard operations.indices.contains(where: { operations[$0].isWorthReading(replacements: takesAll) }),
            let head = try? store.snapshot(of: list, at: nil),
            let named = version == nil ? head : try? store.snapshot(of: list, at: version)
        else { return }
        var values = KnownValues(names: NameTable(head: head, named: named))
        defer { names = values.names }
        var cost = OperationCost(isBatch: !isSingle, limits: limits)
        for index in operations.indices {
            switch operations[index] {
            case .insertItems(let insertion, _): values.add(insertion.drafts)
            case .insertSection(let insertion): values.add(insertion.draft.items)
            case .changeItem(let name, let change, let type):
                guard !store.breaksOff else { return }
                let value: JSONText
                if case .replace(let new) = change, !isSingle {
                    value = new
                } else {
                    guard let (input, revision) = values.value(of: name) else { continue }
                    if revision != nil { try memory.take(input.byteCount) }
                    guard (try? cost.count(read: input, by: change)) != nil else { return }
                    let prepared = PreparedChange(change, of: input, in: revision, limits: limits, budget: &cost.budget)
                    while changes.count < index { changes.append(nil) }
                    changes.append(prepared)
                    // A batch ends with the first operation that fails.
                    guard let made = prepared.value else { return }
                    try memory.take(made.byteCount)
                    guard (try? cost.count(made: made)) != nil else { return }
                    value = made
                }
                if !isSingle || type != .unspecified { values.set(value, type, of: name) }
                guard let rules, let type = values.type(of: name) else { continue }
                let check = rules.outcome(of: value, type: type)
                checked[index] = [0: check]
                guard check.faults.isEmpty else { return }
            case .moveItem(let name, _):
                guard !store.breaksOff else { return }
                guard let (value, found) = values.value(of: name), let revision = found, moved[revision.key] == nil else { continue }
                // The writer says what is too much for a batch.
                guard memory.mayEverTake(value.byteCount) else { return }
                try memory.take(value.byteCount)
                moved[revision.key] = revision
                movedBytes += value.byteCount
            default: break
            }
        }
    }

    /// The change of a value by an operation; `nil` if it was not prepared.
    func change(of index: Int) -> PreparedChange? { index < changes.count ? changes[index] : nil }

    private mutating func checkInsertions(_ operations: [ListOperation], by rules: ItemRules) {
        for (index, operation) in operations.enumerated() {
            let drafts: [ItemDraft]
            switch operation {
            case .insertItems(let insertion, _): drafts = insertion.drafts
            case .insertSection(let insertion): drafts = insertion.draft.items
            default: continue
            }
            var remaining = ItemRuleError.most
            for (row, draft) in drafts.enumerated() where remaining > 0 {
                guard case .named(let type) = draft.type else { continue }
                let check = rules.outcome(of: draft.value, type: type)
                checked[index, default: [:]][row] = check
                remaining -= check.faults.count
            }
        }
    }

    /// The values that operations find, as far as they are known.
    private struct KnownValues {
        private(set) var names: NameTable
        private var byNumber: [Number: JSONText] = [:]
        private var byNewID: [Identifier: JSONText] = [:]
        private var types: [Number: TypeChoice] = [:]
        private var typesOfNew: [Identifier: TypeChoice] = [:]
        private let identity: JSONPointer?

        init(names: NameTable) {
            self.names = names
            identity = try? names.head.head.properties.identityPointer()
        }

        mutating func add(_ drafts: [ItemDraft]) {
            for draft in drafts {
                guard let id = draft.id(identity: identity) else { continue }
                byNewID[id] = draft.value
                typesOfNew[id] = draft.type
            }
        }

        mutating func set(_ value: JSONText, _ type: TypeChoice, of name: ItemReference) {
            if let item = try? names.item(name).named {
                byNumber[item.entry.number] = value
                if type != .unspecified { types[item.entry.number] = type }
            } else if case .id(let id) = name, byNewID[id] != nil {
                byNewID[id] = value
                if type != .unspecified { typesOfNew[id] = type }
            }
        }

        /// The type that an item has of its own; `nil` for none, and where that is not known.
        mutating func type(of name: ItemReference) -> String? {
            if let item = try? names.item(name).atHead {
                return types[item.entry.number].map(\.name) ?? names.head.type(of: item)
            }
            guard case .id(let id) = name else { return nil }
            return typesOfNew[id]?.name
        }

        mutating func value(of name: ItemReference) -> (JSONText, ItemRevision?)? {
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
    /// Whether it touches one item that is there, so that it takes little.
    var isOfOneItem: Bool {
        switch self {
        case .changeItem, .moveItem, .deleteItem: true
        default: false
        }
    }

    /// Whether it pays to read what it finds.
    ///
    /// - Parameter replacements: Whether that is so for values that replace others, too.
    fileprivate func isWorthReading(replacements: Bool) -> Bool {
        switch self {
        case .changeItem(_, .replace, _): replacements
        case .changeItem, .moveItem: true
        default: false
        }
    }
}

extension TypeChoice {
    /// The name that was given; `nil` for none.
    fileprivate var name: String? {
        if case .named(let name) = self { name } else { nil }
    }
}
