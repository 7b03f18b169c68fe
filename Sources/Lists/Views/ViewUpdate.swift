import JSON

/// The steps that bring a view from one version of its source to another: what leaves it, what stays with another revision, what enters.
///
/// They are found by judging each item that differs by the definition, as it is and, where the definition sees a difference, as it was. So the
/// view itself is not read.
public final class ViewUpdate {
    /// An item that enters, or that has another position.
    struct Entry {
        let item: SourceChanges.Side
        /// The position in the source; `nil` where the view's sections and order do not follow from it.
        let path: IndexPath?
        let section: ViewSectionKey
        /// The order among the items of its section; `nil` for the source's order.
        let key: SortKey?

        /// The position in the source, of an item whose section or order follows from it.
        func positionInSource() throws -> IndexPath {
            guard let path else { throw TreeDefect("an item of a view was not looked for in its source") }
            return path
        }
    }

    let definition: ViewDefinition
    package let changes: SourceChanges
    /// The ids of the items that leave their positions, some of which enter again.
    private(set) var leaving: [Identifier] = []
    /// The items that stay where they are and have another revision or type.
    private(set) var replaced: [SourceChanges.Side] = []
    private(set) var entering: [Entry] = []
    /// Whether the view has an item, or a revision of one, that it had not, or lacks one that it had.
    private(set) var isOfOtherItems = false

    private init(of definition: ViewDefinition, _ changes: SourceChanges) {
        self.definition = definition
        self.changes = changes
    }

    /// The update of one view; `nil` where the view is to be made whole, since too much has moved.
    ///
    /// - Throws: ``JSONSyntaxError`` for a value that is none.
    public static func update(of definition: ViewDefinition, _ changes: SourceChanges) throws -> ViewUpdate? {
        switch try outcomes(of: ViewFamily(of: definition), changes).first {
        case .changed(let update): update
        case .unchanged: ViewUpdate(of: definition, changes)
        case .isMadeWhole, nil: nil
        }
    }

    /// The outcome of a change of a source for one of its views.
    package enum Outcome {
        /// The view stays as it is.
        case unchanged
        case changed(ViewUpdate)
        /// The view is to be made whole, since too much has moved.
        case isMadeWhole
    }

    /// The outcomes for all views of a family, in its order.
    ///
    /// - Throws: ``JSONSyntaxError`` for a value that is none.
    package static func outcomes(of family: ViewFamily, _ changes: SourceChanges) throws -> [Outcome] {
        var updates = family.definitions.map { definition in
            changes.hasSections(for: definition) ? ViewUpdate(of: definition, changes) : nil
        }
        for change in changes.items where family.joined.contains(where: { $0.isConcerned(by: change) }) {
            try change.withStored { old, new in
                let item = try ChangedItem(change, of: changes, by: family, old: old, new: new)
                for index in updates.indices where family.joined[index].isConcerned(by: change) {
                    let (old, new) = try item.positions(by: family.joined[index])
                    guard old != nil || new != nil else { continue }
                    let update = updates[index] ?? ViewUpdate(of: family.definitions[index], changes)
                    updates[index] = update
                    try update.take(change, from: old, to: new)
                }
            }
        }
        return zip(family.definitions, updates).map { definition, update in
            guard changes.hasItemsOfMovedSections || !definition.movesWithSection else { return .isMadeWhole }
            return update.flatMap { $0.isEmpty ? nil : .changed($0) } ?? .unchanged
        }
    }

    /// Takes in an item that is in the view, or was, at its positions there.
    private func take(_ change: SourceChanges.Change, from old: ViewPosition?, to new: ViewPosition?) throws {
        let isMoved =
            switch change.move {
            case .none: false
            case .alone: definition.sortKeys.isEmpty
            case .withSection: definition.movesWithSection
            }
        let isSame = change.old?.entry == change.new?.entry
        if !isSame || (old == nil) != (new == nil) { isOfOtherItems = true }
        let isInOneSection = definition.isFlat || change.isInOneSection
        if let old, let new, let side = change.new, !isMoved, isInOneSection, old.key == new.key, old.group == new.group {
            if !isSame { replaced.append(side) }
            return
        }
        if old != nil, let side = change.old { leaving.append(side.revision.id) }
        if let new, let side = change.new { entering.append(try entry(side, new)) }
    }

    /// Whether the view stays as it is.
    public var isEmpty: Bool {
        leaving.isEmpty && replaced.isEmpty && entering.isEmpty && !changes.hasSections(for: definition)
    }

    private func entry(_ side: SourceChanges.Side, _ position: ViewPosition) throws -> Entry {
        let located = definition.isFlat && !definition.sortKeys.isEmpty ? nil : try side.located(in: changes.new)
        let section: ViewSectionKey =
            if let located, !definition.isFlat { .source(located.section) } else { position.group.map { .group($0) } ?? .all }
        return Entry(item: side, path: located?.path, section: section, key: position.key)
    }

    /// Applies the steps to an edit of the view, as its only change beside one of its properties.
    ///
    /// - Parameters:
    ///   - sectionLimit: The most sections that the view has.
    ///   - keys: The sort keys that are known, of views as their definitions are.
    /// - Returns: `false` where the view is to be made whole, by another edit: something that it does not show comes up.
    /// - Throws: ``TreeDefect`` where the view is not what its definition makes of the old version; the errors of the storages.
    package func apply(to edit: ListEdit, sectionLimit: Int, _ keys: SortKeyCache? = nil) throws -> Bool {
        var view = ViewEdit(edit, of: self, keys)
        return try view.apply(sectionLimit: sectionLimit)
    }
}

extension ViewDefinition {
    /// Whether the view's sections are not the source's.
    fileprivate var isFlat: Bool { if case .source = sections { false } else { true } }

    /// Whether an item moves in the view where its section moves in the source.
    fileprivate var movesWithSection: Bool { isFlat && sortKeys.isEmpty }

    /// Whether the view may show a change: not that of an item that moves with its section alone, where the view's sections move with it or
    /// its order is another.
    fileprivate func isConcerned(by change: SourceChanges.Change) -> Bool {
        change.move != .withSection || movesWithSection || change.old?.entry != change.new?.entry
    }
}

extension SourceChanges {
    /// Whether sections have other contents or positions, and a view has these sections.
    fileprivate func hasSections(for definition: ViewDefinition) -> Bool {
        !definition.isFlat && !(updatedSections.isEmpty && movedSections.isEmpty)
    }
}

/// The section of an item in a view.
enum ViewSectionKey: Equatable {
    /// The source's section of this id.
    case source(Identifier)
    /// The one section of all items.
    case all
    case group(ViewGroup)

    var id: Identifier {
        switch self {
        case .source(let id): id
        case .all: Identifier(verbatim: "all")
        case .group(let group): group.id
        }
    }
}
