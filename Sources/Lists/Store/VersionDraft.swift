/// A version ready to be stored: everything that it has and its predecessor had not.
///
/// A store writes it in one transaction. Nothing in it refers to a node or revision that neither the predecessor nor the draft itself
/// has, so that what the predecessor alone reaches (``garbage``) can go when the predecessor leaves the history.
public struct VersionDraft: Sendable {
    /// The list as it is afterwards.
    public var head: ListHead
    public var itemNodes: [TreeNode<ItemEntry>] = []
    public var sectionNodes: [TreeNode<SectionEntry>] = []
    public var itemRevisions: [ItemRevision] = []
    public var sectionRevisions: [SectionRevision] = []
    /// Whether `head.properties` is a new revision, with the key `head.propertiesKey`.
    public var hasNewProperties = false
    /// Names that the list had not: ids of new items and sections with their numbers.
    public var itemNames: [(id: Identifier, number: Number)] = []
    public var sectionNames: [(id: Identifier, number: Number)] = []
    /// Types that the list had not, with their numbers.
    public var typeNames: [(name: String, number: Int32)] = []
    /// Rows `(number, from this version on, parent)`; the parent is 0 for an item or section that is deleted.
    public var placements: [(number: Number, parent: Number)] = []
    public var garbage = VersionGarbage()

    public init(head: ListHead) {
        self.head = head
    }
}

/// What the version before reaches and this one does not.
public struct VersionGarbage: Sendable, Equatable {
    public var itemNodes: [NodeKey] = []
    public var sectionNodes: [NodeKey] = []
    /// Bytes of the stored forms of all these nodes.
    public var nodeBytes: Int64 = 0
    public var itemRevisions: [RevisionKey] = []
    public var sectionRevisions: [RevisionKey] = []
    public var properties: [RevisionKey] = []
    /// Numbers whose older placement rows (those stamped before this version) no later version reads.
    public var replacedPlacements: [Number] = []
    /// Items and sections deleted by this version: with the version before go their names and this version's own placement rows, unless
    /// they were inserted again meanwhile (then their newest row is a later one).
    public var deletedItems: [Number] = []
    public var deletedSections: [Number] = []

    public init() {}
}
