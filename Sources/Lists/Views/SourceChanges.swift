import JSON

/// The differences between two versions of a view's source, item by item, with the values that a definition looks at.
public final class SourceChanges {
    /// An item as one of the versions has it.
    struct Side {
        let entry: ItemEntry
        let revision: ItemRevision
        /// Its section and its position; `nil` where these are the same in both versions, and looked for only where they are needed.
        let location: Location?

        /// The side with its location in the version that has it.
        func located(in list: ListSnapshot) throws -> Located {
            if let location { return Located(entry: entry, revision: revision, section: location.section, path: location.path) }
            guard let path = try list.item(numbered: entry.number)?.indexPath else { throw MissingRecord(key: entry.revision) }
            return Located(entry: entry, revision: revision, section: try list.section(at: path.section).id, path: path)
        }
    }

    /// The location of an item in a version.
    struct Location {
        /// The id of its section.
        let section: Identifier
        let path: IndexPath
    }

    /// An item and its location.
    struct Located {
        let entry: ItemEntry
        let revision: ItemRevision
        let section: Identifier
        let path: IndexPath
    }

    /// An item that differs between the versions, or whose position does.
    struct Change {
        /// `nil` where only the other version has it.
        let old: Side?
        let new: Side?
        let move: Move
        /// The names of the members in which both values differ; `nil` where that says nothing: where only one version has the item, or its type
        /// is another, or a value is no object.
        private let differing: [JSONName]?

        /// - Throws: ``JSONSyntaxError`` for a value that is none.
        init(old: Side?, new: Side?, move: Move) throws {
            (self.old, self.new, self.move) = (old, new, move)
            guard let old, let new, old.entry.type == new.entry.type else {
                differing = nil
                return
            }
            guard old.entry.revision != new.entry.revision else {
                differing = []
                return
            }
            differing = try old.revision.withStored { before in
                try new.revision.withStored { after in
                    try JSONName.differing(
                        before.value.assumingMemoryBound(to: UInt8.self), after.value.assumingMemoryBound(to: UInt8.self))
                }
            }
        }

        /// Whether a definition finds the same in both versions of the item.
        func isUnseen(by definition: ViewDefinition) -> Bool {
            guard let differing, definition.pointers.isOutside(differing) else { return false }
            if case .none = move { return true }
            return !definition.looksAtSections
        }

        /// Whether both versions have it in the same section.
        var isInOneSection: Bool { old?.location?.section == new?.location?.section }
    }

    /// The move of an item past others of the source.
    enum Move {
        case none
        /// Past others of its section, or to another section.
        case alone
        /// With its whole section, past other sections.
        case withSection
    }

    let old: ListSnapshot
    let new: ListSnapshot
    /// In the order of the new version, as far as it has them.
    let items: [Change]
    /// The sections of both versions whose header, footer or metadata may differ, as they are afterwards.
    let updatedSections: [Section]
    /// The sections of both versions that have moved past others, in the order of the new version.
    let movedSections: [Identifier]
    /// Whether `items` has those of the sections that have moved: not where these are too many.
    let hasItemsOfMovedSections: Bool

    /// The difference that consists of changes of single items, one after the other: no tree is compared, and nothing is read.
    ///
    /// - Throws: ``JSONSyntaxError`` for a value that is none.
    public init(from old: ListSnapshot, to new: ListSnapshot, by updates: [ItemUpdate]) throws {
        self.old = old
        self.new = new
        hasItemsOfMovedSections = true
        (updatedSections, movedSections) = ([], [])
        var order: [Number] = []
        var sides: [Number: (old: Side, new: Side)] = [:]
        for update in updates {
            let number = update.newEntry.number
            if sides[number] == nil { order.append(number) }
            let before = sides[number]?.old ?? Side(entry: update.oldEntry, revision: update.old, location: nil)
            sides[number] = (before, Side(entry: update.newEntry, revision: update.new, location: nil))
        }
        items = try order.compactMap { sides[$0] }.map { try Change(old: $0.old, new: $0.new, move: .none) }
    }

    /// - Parameter limit: The most items that may differ.
    /// - Returns: `nil` where more do, or where their values are too long to be held in memory at once.
    /// - Throws: The errors of the storages.
    public init?(from old: ListSnapshot, to new: ListSnapshot, limit: Int) throws {
        do {
            var comparison = try SourceComparison(from: old, to: new, limit: limit)
            try comparison.compareItems()
            self.old = old
            self.new = new
            hasItemsOfMovedSections = try comparison.moveSections()
            updatedSections = try comparison.updatedSections()
            movedSections = try comparison.movedSections()
            items = try comparison.changes()
        } catch is TooManyChanges {
            return nil
        }
    }

    /// Whether these are the versions that are compared.
    public func areBetween(_ old: ListHead, _ new: ListHead) -> Bool { self.old.head === old && self.new.head === new }
}
