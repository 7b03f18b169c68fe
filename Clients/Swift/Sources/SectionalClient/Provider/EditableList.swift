import Foundation

/// A provider for a view whose hands begin an edit now and whose task sends it later.
@MainActor
protocol EditableList: ListProvider {
    /// A deletion of the row that is at an index path now.
    func deletion(at indexPath: IndexPath) throws -> @MainActor () async throws -> Void
    /// A move of rows that are there now to before a row of their section, counted before the move.
    func movement(of rows: IndexSet, to row: Int, in section: Int) throws -> @MainActor () async throws -> Void
}
