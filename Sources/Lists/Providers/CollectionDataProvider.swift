/// Data in sections, as a list view asks for it: the seeds' four methods. A position that does not exist is an error, never silence.
public protocol CollectionDataProvider<Item> {
    associatedtype Item

    func numberOfSections() throws -> Int
    /// - Throws: ``ListError`` `sectionNotFound` when there is no such section.
    func numberOfItems(in section: Int) throws -> Int
    /// - Throws: ``ListError`` `itemNotFound` when there is no such item.
    func item(at indexPath: IndexPath) throws -> Item
    /// Puts another value in an item's place. Never inserts.
    ///
    /// - Throws: ``ListError`` `itemNotFound` when there is no such item.
    mutating func updateItem(at indexPath: IndexPath, value: Item) throws
}
