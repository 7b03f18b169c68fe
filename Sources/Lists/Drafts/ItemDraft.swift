public import JSON

/// An item that a section is to have.
public struct ItemDraft: Sendable {
    /// `nil` where none was given: the list's `identity` yields it, or the item is matched with an old one, or gets a new id.
    public var id: Identifier?
    public var type: TypeChoice
    public var value: JSONValue

    public init(id: Identifier? = nil, type: TypeChoice = .unspecified, value: JSONValue) {
        self.id = id
        self.type = type
        self.value = value
    }
}
