public import JSON

/// One immutable revision of an item: what a leaf does not hold.
public struct ItemRevision: Sendable, Equatable {
    public let key: RevisionKey
    public let number: Number
    /// The list version that made it.
    public let version: Int64
    public let id: Identifier
    public let value: JSONText

    public init(key: RevisionKey, number: Number, version: Int64, id: Identifier, value: JSONText) {
        self.key = key
        self.number = number
        self.version = version
        self.id = id
        self.value = value
    }
}

/// One immutable revision of a section: everything about it but its items.
public struct SectionRevision: Sendable, Equatable {
    public let key: RevisionKey
    public let number: Number
    public let id: Identifier
    public let content: SectionContent

    public init(key: RevisionKey, number: Number, id: Identifier, content: SectionContent) {
        self.key = key
        self.number = number
        self.id = id
        self.content = content
    }
}

/// The content of a section beside its items.
public struct SectionContent: Sendable, Equatable {
    /// ``JSONText/null`` when there is none.
    public var header: JSONText
    /// ``JSONText/null`` when there is none.
    public var footer: JSONText
    /// An object.
    public var metadata: JSONText

    public init(header: JSONText, footer: JSONText, metadata: JSONText) {
        self.header = header
        self.footer = footer
        self.metadata = metadata
    }
}
