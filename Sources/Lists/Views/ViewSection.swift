/// A section of a view: its id and content, and the entries of the source's items in the view's order.
public struct ViewSection: Sendable {
    public let id: Identifier
    public let content: SectionContent
    public let items: [ItemEntry]

    public init(id: Identifier, content: SectionContent, items: [ItemEntry]) {
        self.id = id
        self.content = content
        self.items = items
    }
}
