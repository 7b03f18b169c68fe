public import JSON

/// An item as a replacement wants it.
public struct ProposedItem: Sendable {
    /// The id that the item brings, or that the list's `identity` finds in its value; `nil` where there is none.
    public var id: Identifier?
    /// Whether the item itself brings its id. Then an unspecified type is no type; else an item that is kept keeps its type.
    public var bringsID: Bool
    public var type: TypeChoice
    public var value: JSONValue
    /// The old item that it continues; `nil` for a new one.
    public var kept: KeptItem?

    public init(id: Identifier?, bringsID: Bool, type: TypeChoice, value: JSONValue, kept: KeptItem?) {
        self.id = id
        self.bringsID = bringsID
        self.type = type
        self.value = value
        self.kept = kept
    }
}
