/// An item with its place in one version of a list.
public struct PlacedItem: Sendable, Equatable {
    public let entry: ItemEntry
    public let indexPath: IndexPath
    /// Items of the whole list before it.
    public let position: Int

    public init(entry: ItemEntry, indexPath: IndexPath, position: Int) {
        self.entry = entry
        self.indexPath = indexPath
        self.position = position
    }
}

/// A section with its place in one version of a list, and what it shows beside its items.
public struct PlacedSection: Sendable, Equatable {
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
