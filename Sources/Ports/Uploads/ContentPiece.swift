public import Lists

/// One piece of a list's content on its way in: what one line of NDJSON says.
public enum ContentPiece: Sendable {
    /// The list's properties. They come first or not at all: then the list keeps its current ones.
    case properties(ListProperties)
    /// A section begins; its `items` are empty, since they follow one by one.
    case section(SectionDraft)
    /// The next item of the section that began last; before any section, of a first one without a header.
    case item(ItemDraft)
}
