public import Foundation

/// The whole of a list for a screen: its rows and updates, its edits and their undo, and its connection.
///
/// ``RemoteDataProvider`` has a server behind it, ``PreviewDataProvider`` arrays. A screen that is written against this protocol is previewed
/// and tested without a server. Edits throw ``ListFailure``, and name rows by their index paths on the screen at the time of the call.
@MainActor
public protocol ListProvider: ListDataSource {
    /// The list's id.
    var list: String { get }
    /// The present state of the connection; ``ListDataSource/changes`` tells of it in order with the rest.
    var state: ConnectionState { get }
    /// The version on the screen; 0 before the first.
    var version: ListVersion { get }
    /// The flat number of items, in all sections that are shown.
    var itemCount: Int { get }
    /// The number of sections after those that are shown, while they are on their way.
    var remainingSections: Int { get }

    /// Connects, and goes on where it had stopped or ended.
    func start()
    /// Hangs up; what is shown stays.
    func stop()
    /// Asks the server again, whether or not the connection seems to live.
    func refresh()
    /// Loads the rows around an item, and returns its index path on the screen.
    func load(around id: String) async throws -> IndexPath
    /// Finds items by words; the last one is a beginning unless a space follows it.
    func search(_ text: String, offset: Int, limit: Int) async throws -> ListSearchResults<Item>

    /// Writes the difference to the value of a row as somebody saw it.
    @discardableResult
    func update(_ row: ListRow<Item>, value: Item) async throws -> ListVersion
    /// Writes a value in the place of all that is there.
    @discardableResult
    func replaceItem(at indexPath: IndexPath, value: Item) async throws -> ListVersion
    /// The same by a row as somebody saw it.
    @discardableResult
    func replace(_ row: ListRow<Item>, value: Item) async throws -> ListVersion
    /// Puts an item before the row of an index path, or at the section's end.
    @discardableResult
    func insert(_ value: Item, at indexPath: IndexPath, id: String?, type: String?) async throws -> ListVersion
    /// Puts an item right before a row that is loaded.
    @discardableResult
    func insert(_ value: Item, before indexPath: IndexPath, id: String?, type: String?) async throws -> ListVersion
    /// Puts an item right after a row that is loaded.
    @discardableResult
    func insert(_ value: Item, after indexPath: IndexPath, id: String?, type: String?) async throws -> ListVersion
    /// Moves a row; `end` is where it is afterwards.
    @discardableResult
    func move(from start: IndexPath, to end: IndexPath) async throws -> ListVersion
    /// Deletes a row.
    @discardableResult
    func delete(at indexPath: IndexPath) async throws -> ListVersion
    /// Several edits, all or nothing, in one version of the list.
    @discardableResult
    func batch(_ build: (inout ListBatch<Item>) throws -> Void) async throws -> ListVersion

    /// Whether there is an edit to take back.
    var canUndo: Bool { get }
    /// Whether there is an edit that was taken back, with none made since.
    var canRedo: Bool { get }
    /// Takes back the last edit.
    @discardableResult
    func undo() async throws -> ListVersion
    /// Does again what was taken back last.
    @discardableResult
    func redo() async throws -> ListVersion
}

extension ListProvider {
    /// Puts an item before the row of an index path, or at the section's end, with an id and a type that nobody names.
    @discardableResult
    public func insert(_ value: Item, at indexPath: IndexPath) async throws -> ListVersion {
        try await insert(value, at: indexPath, id: nil, type: nil)
    }
    /// Finds the first items by words.
    public func search(_ text: String) async throws -> ListSearchResults<Item> { try await search(text, offset: 0, limit: 50) }
}
