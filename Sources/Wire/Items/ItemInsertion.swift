public import Lists

/// The body that inserts items into a section: `{"item"}` or `{"items"}`, with a place or without.
public struct ItemInsertion: Sendable {
    public var drafts: [ItemDraft] = []
    /// A row of the section, or an item of it.
    public var place = BodyPlace<Int, ItemReference>.unspecified
    /// Whether there is one under `item`.
    var isSingle = false

    init() {}

    /// The pointer to an item that an error is about; `nil` where it is about something else.
    public func pointer(to subject: ListError.Subject?) -> String? {
        guard case .item(let path) = subject else { return nil }
        return isSingle ? "/item" : "/items/\(path.row)"
    }
}
