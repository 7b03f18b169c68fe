/// The rows that a version adds to its list, and its garbage. A value has all of them, or one part. A long write hands such parts to the
/// store one at a time, before any version reaches them.
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
