import JSON

/// The steps that bring a view from one version of its source to another: what leaves it, what stays with another revision, what enters.
///
/// They are found by judging each item that differs by the definition, as it is and, where the definition may see the difference, as it was. So
/// the view itself is not read.
public struct ViewUpdate {
    /// An item that enters, or that has another position.
    struct Entry {
        let item: SourceChanges.Located
        let section: ViewSectionKey
        /// The order among the items of its section; `nil` for the source's order.
        let key: SortKey?
    }

    let definition: ViewDefinition
    let changes: SourceChanges
    /// The ids of the items that leave their positions, some of which enter again.
    private(set) var leaving: [Identifier] = []
    /// The items that stay where they are and have another revision or type.
    private(set) var replaced: [SourceChanges.Side] = []
    private(set) var entering: [Entry] = []
    /// Whether the view has an item, or a revision of one, that it had not, or lacks one that it had.
    private(set) var isOfOtherItems = false

    /// - Returns: `nil` where the view is to be made whole, since too much has moved.
    /// - Throws: ``JSONSyntaxError`` for a value that is none.
    public init?(of definition: ViewDefinition, _ changes: SourceChanges) throws {
        self.definition = definition
        self.changes = changes
        let isFlat = if case .source = definition.sections { false } else { true }
        let isSorted = !definition.sortKeys.isEmpty
        let movesWithSection = isFlat && !isSorted
        guard changes.hasItemsOfMovedSections || !movesWithSection else { return nil }
        for change in changes.items {
            var isMoved = false
            switch change.move {
            case .none: break
            case .alone: isMoved = !isSorted
            case .withSection:
                isMoved = movesWithSection
                if !isMoved, change.old?.entry == change.new?.entry { continue }
            }
            let new = try change.new.flatMap { try position(of: $0, in: changes.new) }
            let old = change.isUnseen(by: definition) ? new : try change.old.flatMap { try position(of: $0, in: changes.old) }
            guard old != nil || new != nil else { continue }
            let isSame = change.old?.entry == change.new?.entry
            if !isSame || (old == nil) != (new == nil) { isOfOtherItems = true }
            let isInOneSection = isFlat || change.isInOneSection
            if let old, let new, let side = change.new, !isMoved, isInOneSection, old.key == new.key, old.group == new.group {
                if !isSame { replaced.append(side) }
                continue
            }
            if old != nil, let side = change.old { leaving.append(side.revision.id) }
            if let new, let side = change.new { entering.append(try entry(side, new)) }
        }
    }

    /// Whether the view stays as it is.
    public var isEmpty: Bool {
        guard leaving.isEmpty, replaced.isEmpty, entering.isEmpty else { return false }
        if case .source = definition.sections { return changes.updatedSections.isEmpty && changes.movedSections.isEmpty }
        return true
    }

    /// The position of an item in the view; `nil` where it is not in it.
    private func position(of side: SourceChanges.Side, in list: ListSnapshot) throws -> ViewPosition? {
        let section = definition.looksAtSections ? try side.located(in: list).section : nil
        return try side.revision.withStored { stored in
            try definition.position(of: ViewItem(stored, type: list.head.types[side.entry.type], section: section))
        }
    }

    private func entry(_ side: SourceChanges.Side, _ position: ViewPosition) throws -> Entry {
        let item = try side.located(in: changes.new)
        let section: ViewSectionKey =
            switch definition.sections {
            case .source: .source(item.section)
            case .none: .all
            case .groups: position.group.map { .group($0) } ?? .all
            }
        return Entry(item: item, section: section, key: position.key)
    }

    /// Applies the steps to an edit of the view, as its only change beside one of its properties.
    ///
    /// - Parameter sectionLimit: The most sections that the view has.
    /// - Returns: `false` where the view is to be made whole, by another edit: something that it does not show comes up.
    /// - Throws: ``TreeDefect`` where the view is not what its definition makes of the old version; the errors of the storages.
    public func apply(to edit: ListEdit, sectionLimit: Int) throws -> Bool {
        var view = ViewEdit(edit, of: self)
        return try view.apply(sectionLimit: sectionLimit)
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
