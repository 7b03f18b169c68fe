import Foundation

/// A data source with a server behind it, for a view that refreshes and edits.
@MainActor
protocol EditableList: ListDataSource {
    var state: ConnectionState { get }
    func start()
    /// Asks the server again, whether or not the connection seems to live.
    func refresh()
    /// A deletion of the row that is at an index path now.
    func deletion(at indexPath: IndexPath) throws -> @MainActor () async throws -> Void
    /// A move of rows that are there now to before a row of their section, counted before the move.
    func movement(of rows: IndexSet, to row: Int, in section: Int) throws -> @MainActor () async throws -> Void
}
