/// The rows that a version adds to its list, and its garbage: all of them, or the part that a long write hands to the store at a time,
/// before any version reaches it.
public struct VersionRows: Sendable {
    public var itemNodes: [TreeNode<ItemEntry>] = []
    public var sectionNodes: [TreeNode<SectionEntry>] = []
    public var itemRevisions: [ItemRevision] = []
    public var sectionRevisions: [SectionRevision] = []
    /// Names that the list had not: ids of new items and sections with their numbers.
    public var itemNames: [(id: Identifier, number: Number)] = []
    public var sectionNames: [(id: Identifier, number: Number)] = []
    /// Rows `(number, from this version on, parent)`; the parent is 0 for an item or section that is deleted.
    public var placements: [(number: Number, parent: Number)] = []
    public var garbage = VersionGarbage()

    public init() {}
}
