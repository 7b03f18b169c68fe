/// An item with its index path in one version of a list. Its id and its value are in its ``ItemRevision``.
public struct Item: Sendable, Equatable {
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
