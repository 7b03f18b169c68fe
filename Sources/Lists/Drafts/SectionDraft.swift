public import JSON

/// A section that a list is to have.
public struct SectionDraft: Sendable {
    /// `nil` where none was given: the section is matched with an old one, or gets a new id.
    public var id: Identifier?
    /// ``JSONValue/null`` when there is none.
    public var header: JSONValue
    /// ``JSONValue/null`` when there is none.
    public var footer: JSONValue
    /// A JSON object.
    public var metadata: JSONValue
    public var items: [ItemDraft]

    public init(
        id: Identifier? = nil, header: JSONValue = .null, footer: JSONValue = .null, metadata: JSONValue = .emptyObject,
        items: [ItemDraft] = []
    ) {
        self.id = id
        self.header = header
        self.footer = footer
        self.metadata = metadata
        self.items = items
    }
}
