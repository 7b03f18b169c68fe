import JSON

/// Applies the operations of a request to an edit, one after the other: the one of a single route, or those of a batch.
///
/// An operation that throws leaves the edit of no use.
public struct OperationRun {
    public let edit: ListEdit
    /// The items and sections that the operations' names stand for. The edit began at their head.
    public var names: NameTable
    private let limits: ContentLimits
    /// Revisions that were read before.
    private let read: [RevisionKey: ItemRevision]
    private var cost: OperationCost
    private var made: [Made] = []
    /// The outcome of the last operation, with its position: nothing has moved since.
    private var last = Changed.nothing
    /// The revision that was read last.
    private var known: ItemRevision?

    /// The numbers of the things that an operation has made or changed.
    private enum Made {
        case nothing
        /// With the index path where the operation left it.
        case item(Number, IndexPath)
        case items([Number])
        case section(Number)
    }

    /// The things that an operation has made or changed, at the positions where it left them.
    private enum Changed {
        case nothing
        case item(ItemEntry, IndexPath, ItemRevision?)
        case items([(entry: ItemEntry, revision: ItemRevision)], first: IndexPath)
        case section(Section)

        var numbers: Made {
            switch self {
            case .nothing: .nothing
            case .item(let entry, let path, _): .item(entry.number, path)
            case .items(let items, _): .items(items.map(\.entry.number))
            case .section(let section): .section(section.entry.number)
            }
        }
    }

    /// - Parameters:
    ///   - isBatch: Whether there may be more than one operation, so that they are bounded together.
    ///   - read: Revisions of items that results show, as far as they were read before.
    public init(
        _ edit: ListEdit, _ names: NameTable, isBatch: Bool, limits: ContentLimits, read: [RevisionKey: ItemRevision] = [:]
    ) {
        self.read = read
        self.edit = edit
        self.names = names
        self.limits = limits
        cost = OperationCost(isBatch: isBatch, limits: limits)
    }

    /// Applies an operation whose names were looked up.
    ///
    /// - Parameters:
    ///   - prepared: The operation's outcome for a value, as far as it was worked out before.
    ///   - checked: The values that were held to the rules before, by the rows of the items that the operation inserts. The value of a
    ///     changed item has row 0.
    /// - Throws: ``ListError`` with the part of the operation; ``JSONPatchError``; ``ItemRuleError``; the errors of a ``SectionChange``.
    public mutating func apply(
        _ operation: ListOperation, _ prepared: PreparedChange? = nil, checked: [Int: ItemRules.Outcome] = [:]
    ) throws {
        last = try changed(by: operation, prepared, checked)
        made.append(last.numbers)
    }

    private mutating func changed(
        by operation: ListOperation, _ prepared: PreparedChange?, _ checked: [Int: ItemRules.Outcome]
    ) throws -> Changed {
        switch operation {
        case .insertItems(let insertion, let name):
            let section = try section(name)
            let first = IndexPath(section: section.index, row: try row(of: insertion.target, in: section))
            try edit.check(insertion.drafts, checked)
            return .items(try edit.insertItems(insertion.drafts, at: first, limits: limits), first: first)
        case .changeItem(let name, let change, let type):
            let item = try item(name)
            let revision = try revision(of: item, prepared)
            let value = try value(of: revision, after: change, prepared)
            try edit.check(value, type, keeping: item.entry.type, checked[0])
            let updated = try edit.update(item.entry, revision, at: item.indexPath, value: value, type: type)
            return .item(updated.entry, item.indexPath, updated.revision)
        case .deleteItem(let name):
            try edit.delete(at: try item(name).indexPath)
            return .nothing
        case .moveItem(let name, let target):
            let item = try item(name)
            let path = try indexPath(of: target, moving: item)
            try edit.move(item.entry, from: item.indexPath, to: path)
            return .item(item.entry, path, nil)
        case .insertSection(let insertion):
            let index = try index(of: insertion.target)
            try edit.check(insertion.draft.items, checked)
            return .section(try edit.insertSection(insertion.draft, at: index, limits: limits))
        case .updateSection(let name, let change):
            let section = try section(name)
            try cost.count(read: section.content)
            return .section(try edit.update(section, content: try change.applied(to: section.content)))
        case .moveSection(let name, let target):
            let section = try section(name)
            return .section(try edit.move(section, to: try index(of: target, moving: section)))
        case .deleteSection(let name):
            let section = try section(name)
            try edit.delete(section.entry, at: section.index)
            return .nothing
        }
    }

    /// Returns an item's revision, and reads it only once.
    ///
    /// - Parameter prepared: A change that may have the revision.
    public mutating func revision(of item: Item, _ prepared: PreparedChange?) throws -> ItemRevision {
        if let known, known.key == item.entry.revision { return known }
        let revision: ItemRevision
        if let read = prepared?.revision, read.key == item.entry.revision {
            revision = read
        } else {
            revision = try edit.revision(of: item)
        }
        known = revision
        return revision
    }

    private mutating func value(of revision: ItemRevision, after change: ValueChange, _ prepared: PreparedChange?) throws -> JSONText {
        try cost.count(read: revision.value, by: change)
        let value: JSONText
        if let prepared, prepared.isOf(revision), cost.budget.take(prepared.spent) {
            value = try prepared.outcome.get()
        } else {
            value = try change.applied(to: revision.value, limits: limits, budget: &cost.budget)
        }
        try cost.count(made: value)
        return value
    }

    /// Returns the things that an operation has made or changed, as they are after all operations.
    ///
    /// - Parameter index: The operation's index; each is asked for once.
    /// - Throws: ``ListError`` `limitExceeded` where a batch shows too much.
    public mutating func result(of index: Int) throws -> OperationResult {
        let result = try index == made.count - 1 ? placed(last) : placed(made[index])
        try cost.count(shown: result)
        return result
    }

    private func placed(_ changed: Changed) throws -> OperationResult {
        switch changed {
        case .nothing: return .deletion
        case .item(let entry, let path, let revision):
            let item = Item(entry: entry, indexPath: path, position: try edit.position(of: path))
            return .item((item, try revision ?? shownRevision(of: item)))
        case .items(let items, let first):
            let position = try edit.position(of: first)
            return .items(
                items.enumerated().map { offset, item in
                    let path = IndexPath(section: first.section, row: first.row + offset)
                    return (Item(entry: item.entry, indexPath: path, position: position + offset), item.revision)
                })
        case .section(let section): return .section(section)
        }
    }

    private func placed(_ made: Made) throws -> OperationResult {
        switch made {
        case .nothing: .deletion
        case .item(let number, let path): .item(edit.isInPlace ? try shown(at: path) : try placed(number))
        case .items(let numbers): .items(try numbers.map(placed))
        case .section(let number): .section(try edit.section(numbered: number))
        }
    }

    private func shown(at path: IndexPath) throws -> OperationResult.ShownItem {
        let item = try edit.item(at: path)
        return (item, try shownRevision(of: item))
    }

    private func placed(_ number: Number) throws -> OperationResult.ShownItem? {
        try edit.item(numbered: number).map { ($0, try shownRevision(of: $0)) }
    }

    private func shownRevision(of item: Item) throws -> ItemRevision {
        if !read.isEmpty, let revision = read[item.entry.revision] { return revision }
        return try edit.revision(of: item)
    }
}
