public import Foundation

/// The data source of a screen: its four methods, rows with their ids, taps, and updates.
///
/// ``RemoteDataProvider`` has a server behind it, ``PreviewDataProvider`` arrays. Main actor: a list view asks synchronously. What it
/// answers changes only inside `apply()` of an update, never by itself, so what a view has counted stays true until the view says so.
/// An index path that somebody kept for longer may be that of no row any more; nothing traps for one.
@MainActor
public protocol ListDataSource: AnyObject {
    /// The type of the list's values.
    associatedtype Item: Codable & Sendable

    /// The list's title and metadata on the screen; empty before the list is there.
    var info: ListInfo { get }
    /// Exact; 0 before the list is there. Of a long list the first sections come first: ``RemoteDataProvider/remainingSections``.
    func numberOfSections() -> Int
    /// Exact, also where nothing is loaded; 0 for a section that is not there.
    func numberOfItems(in section: Int) -> Int
    /// Nil while the row is not loaded, which asking begins, where its value is no `Item`, and outside the list.
    func item(at indexPath: IndexPath) -> Item?
    /// Writes a value; it is on the screen at once.
    ///
    /// - Returns: The version of the list that has it.
    /// - Throws: ``ListFailure``, after the value was taken back.
    @discardableResult
    func updateItem(at indexPath: IndexPath, value: Item) async throws -> ListVersion

    /// The row with its id and cell; nil while it is not loaded, which asking begins, and outside the list.
    func row(at indexPath: IndexPath) -> ListRow<Item>?
    /// The same without loading: nil where nothing is there yet.
    func loadedRow(at indexPath: IndexPath) -> ListRow<Item>?
    /// The height in points that the row is expected to have, by what the list's cells were registered with; nil where nobody knows.
    ///
    /// By the row's cell where it is loaded, and by the list's geometry where it is not. See ``ListOptions/loadsHeights``.
    func estimatedHeight(at indexPath: IndexPath) -> Double?
    /// A section with an empty id where there is none.
    func section(at index: Int) -> ListSection
    /// The id of a row that is loaded, without asking for one that is not; nil outside the list.
    func id(at indexPath: IndexPath) -> String?
    /// The index path of an item, among the rows that are loaded.
    func indexPath(of id: String) -> IndexPath?

    /// Tells the server that somebody tapped the row. Does not wait, nor fail; outside the list nothing is told.
    func select(_ indexPath: IndexPath, context: JSONValue)
    /// Tells the server that a row is selected no more.
    func deselect(_ indexPath: IndexPath, context: JSONValue)
    /// Tells of an action by its name, 1–64 of `A–Z a–z 0–9 . _ -`.
    func perform(_ action: String, at indexPath: IndexPath, context: JSONValue)

    /// Loads these rows: a prefetching data source calls it.
    func prefetch(_ indexPaths: [IndexPath])
    /// Tells which rows are on the screen, in order: rows around them are loaded and kept, and a reload keeps the place.
    func setVisible(_ indexPaths: [IndexPath])

    /// The updates, for one consumer: a loop over an older sequence ends when a newer one is asked. This lives while somebody waits.
    var changes: ListUpdates<Item> { get }
}

extension ListDataSource {
    /// No data source without a server knows of heights.
    public func estimatedHeight(at indexPath: IndexPath) -> Double? { nil }

    /// Records that a row was selected, without a context.
    public func select(_ indexPath: IndexPath) { select(indexPath, context: [:]) }
    /// Records that a row was deselected, without a context.
    public func deselect(_ indexPath: IndexPath) { deselect(indexPath, context: [:]) }
    /// Records an action on a row, without a context.
    public func perform(_ action: String, at indexPath: IndexPath) { perform(action, at: indexPath, context: [:]) }
}
