/// A section with its place in one version of a list, and what it shows beside its items.
public struct Section: Sendable, Equatable {
    public let entry: SectionEntry
    public let index: Int
    public let id: Identifier
    public let content: SectionContent

    public var itemCount: Int { entry.itemCount }

    public init(entry: SectionEntry, index: Int, id: Identifier, content: SectionContent) {
        self.entry = entry
        self.index = index
        self.id = id
        self.content = content
    }
}
