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
