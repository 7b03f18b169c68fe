/// The garbage of a version: the rows that the version before reaches and this one does not.
public struct VersionGarbage: Sendable, Equatable {
    public var itemNodes: [NodeKey] = []
    public var sectionNodes: [NodeKey] = []
    /// Bytes of the stored forms of all these nodes.
    public var nodeBytes: Int64 = 0
    public var itemRevisions: [RevisionKey] = []
    public var sectionRevisions: [RevisionKey] = []
    public var properties: [RevisionKey] = []
    /// Bytes of the ids and values of those revisions that the edit has read.
    public var revisionBytes: Int64 = 0
    /// All other revisions: their bytes are not counted.
    public var unmeasured: [RevisionKey] = []
    /// Numbers whose older placement rows (those stamped before this version) no later version reads.
    public var replacedPlacements: [Number] = []
    /// Items and sections deleted by this version: with the version before go their names and this version's own placement rows, unless
    /// they were inserted again meanwhile (then their newest row is a later one).
    public var deletedItems: [Number] = []
    public var deletedSections: [Number] = []
    /// Items deleted by this version whose revisions belong to another list: as ``deletedItems``, with the ids that the revisions do not give.
    public var deletedNames: [DeletedName] = []

    public init() {}

    /// Leaves an item's revision behind.
    ///
    /// - Parameter bytes: Of its id and value; `nil` where the edit has not read it.
    mutating func leave(itemRevision key: RevisionKey, bytes: Int64? = nil) {
        itemRevisions.append(key)
        measure(key, bytes)
    }

    /// Leaves a section's revision behind; as above.
    mutating func leave(sectionRevision key: RevisionKey, bytes: Int64? = nil) {
        sectionRevisions.append(key)
        measure(key, bytes)
    }

    private mutating func measure(_ key: RevisionKey, _ bytes: Int64?) {
        if let bytes { revisionBytes += bytes } else { unmeasured.append(key) }
    }
}

/// The id of an item that a version deletes, and its number.
public struct DeletedName: Sendable, Equatable {
    public let id: Identifier
    public let number: Number

    public init(id: Identifier, number: Number) {
        self.id = id
        self.number = number
    }
}
