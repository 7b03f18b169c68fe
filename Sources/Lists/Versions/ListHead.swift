/// The newest version of a list, with all that the next write needs.
///
/// The same record describes any version that a snapshot reads. It never changes, and is handed on as one reference.
public final class ListHead: Sendable {
    public let id: ListID
    /// The list's number; new for each incarnation of a list id.
    public let number: Int64
    /// The version that ended the incarnation before this one (D of the contract); 0 for a first incarnation. This incarnation's versions start at `base + 1`.
    public let base: Int64
    public let version: Int64
    public let sections: OrderedTree<SectionEntry>
    public let properties: ListProperties
    public let propertiesKey: RevisionKey
    public let types: TypeNames
    /// Milliseconds since 1970, UTC.
    public let createdAt: Int64
    /// When `version` was made: milliseconds since 1970, UTC.
    public let updatedAt: Int64
    /// The last key that was given out.
    public let counter: Number

    public init(
        id: ListID, number: Int64, base: Int64, version: Int64, sections: OrderedTree<SectionEntry>, properties: ListProperties,
        propertiesKey: RevisionKey, types: TypeNames, createdAt: Int64, updatedAt: Int64, counter: Number
    ) {
        self.id = id
        self.number = number
        self.base = base
        self.version = version
        self.sections = sections
        self.properties = properties
        self.propertiesKey = propertiesKey
        self.types = types
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.counter = counter
    }

    public var sectionCount: Int { sections.count }
    public var itemCount: Int { sections.itemCount }
    /// Whether the list is a view.
    public var isView: Bool { properties.view != nil }
}
