/// A section with its index in one version of a list, its header, footer and metadata.
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
