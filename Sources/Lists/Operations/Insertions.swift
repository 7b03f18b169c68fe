/// Items that are to be inserted into a section.
public struct ItemInsertion: Sendable {
    public var drafts: [ItemDraft] = []
    /// A row of the section, or an item of it.
    public var target = Target<Int, ItemReference>.unspecified
    /// Whether the request has one item alone rather than an array, for errors that point into it.
    public var isSingle = false

    public init() {}
}

/// A section that is to be inserted, with its items.
public struct SectionInsertion: Sendable {
    public var draft = SectionDraft()
    public var target = Target<Int, SectionReference>.unspecified

    public init() {}
}
