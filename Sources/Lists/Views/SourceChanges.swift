/// The differences between two versions of a view's source, item by item, with their revisions.
public final class SourceChanges {
    /// An item as one of the versions has it.
    struct Side {
        let entry: ItemEntry
        let revision: ItemRevision
        /// Its section and its position; `nil` where these are the same in both versions, and looked for only where they are needed.
        let location: Location?

        /// The location in the version that has it.
        func located(in list: ListSnapshot) throws -> Location {
            if let location { return location }
            guard let path = try list.item(numbered: entry.number)?.indexPath else { throw MissingRecord(key: entry.revision) }
            return Location(section: try list.section(at: path.section).id, path: path)
        }
    }

    /// The location of an item in a version.
    struct Location {
        /// The id of its section.
        let section: Identifier
        let path: IndexPath
    }

    /// An item that differs between the versions, or whose position does.
    struct Change {
        /// `nil` where only the other version has it.
        let old: Side?
        let new: Side?
        let move: Move

        /// Whether both versions have it in the same section.
        var isInOneSection: Bool { old?.location?.section == new?.location?.section }

        /// Hands out the revisions of both versions, for the time of the call.
        func withStored(_ body: (_ old: StoredItem?, _ new: StoredItem?) throws -> Void) throws {
            switch (old?.revision, new?.revision) {
            case (let old?, let new?): try old.withStored { old in try new.withStored { try body(old, $0) } }
            case (let old?, nil): try old.withStored { try body($0, nil) }
            case (nil, let new?): try new.withStored { try body(nil, $0) }
            case (nil, nil): break
            }
        }
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
    public init(from old: ListSnapshot, to new: ListSnapshot, by updates: [ItemUpdate]) {
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
        items = order.compactMap { sides[$0] }.map { Change(old: $0.old, new: $0.new, move: .none) }
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
