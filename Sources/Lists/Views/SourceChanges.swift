/// The differences between two versions of a view's source, item by item, with the values that a definition looks at.
public struct SourceChanges {
    /// An item as one of the versions has it.
    struct Side {
        let entry: ItemEntry
        let revision: ItemRevision
        let section: Identifier
        /// Its position in that version.
        let path: IndexPath
    }

    /// An item that differs between the versions, or whose position does.
    struct Change {
        /// `nil` where only the other version has it.
        let old: Side?
        let new: Side?
        let move: Move
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
