public import Foundation

/// The next update of a screen. Updates come in order; each is applied before the next is asked for.
public enum ListUpdate<Item: Codable & Sendable>: Sendable {
    /// All is different: the first load, a list whose history was left behind. ``ListReload/apply()``, then `reloadData()`.
    case reload(ListReload<Item>)
    /// One `performBatchUpdates` a stage, in order, with ``ListStage/apply()`` inside it. Never empty.
    case stages([ListStage<Item>], version: ListVersion)
    /// Items came, or a value of this app came or was taken back: `reconfigureItems(at:)`, of those that are visible.
    case reconfigure([IndexPath])
    /// The list's title or metadata are others, so rows may show other parts of their values: reconfigure those that are visible.
    case info(ListInfo)
    /// The connection is in another state.
    case state(ConnectionState)
    /// A write of an earlier run of the app was refused; nobody else is told. It is off the screen by now.
    case refused(ListRefusal<Item>)
}

/// A list that takes the place of what is on the screen.
@MainActor
public struct ListReload<Item: Codable & Sendable>: Sendable {
    /// The new index path of the row that was on top of the screen; nil for the beginning.
    public let anchor: IndexPath?
    private let body: @MainActor @Sendable () -> Void

    init(anchor: IndexPath?, _ body: @escaping @MainActor @Sendable () -> Void) {
        self.anchor = anchor
        self.body = body
    }

    /// Changes the data source. Call it once, right before `reloadData()`.
    public func apply() { body() }
}

/// One call of `performBatchUpdates`.
///
/// Deletions and `from` count before the stage, all else after it, as UIKit and AppKit count.
@MainActor
public struct ListStage<Item: Codable & Sendable>: Sendable {
    /// Indexes of deleted sections, before the stage.
    public let deletedSections: IndexSet
    /// Indexes of inserted sections, after the stage.
    public let insertedSections: IndexSet
    /// Moved sections: indexes before and after the stage.
    public let movedSections: [(from: Int, to: Int)]
    /// Index paths of deleted items, before the stage.
    public let deletedItems: [IndexPath]
    /// Index paths of inserted items, after the stage.
    public let insertedItems: [IndexPath]
    /// Moved items: index paths before and after the stage.
    public let movedItems: [(from: IndexPath, to: IndexPath)]
    /// Headers and footers to show anew after the call, with what ``ListDataSource/section(at:)`` says then.
    public let updatedSections: IndexSet
    /// Rows to reconfigure after the call, among those that are visible.
    public let updatedItems: [IndexPath]
    private let body: @MainActor @Sendable () -> Void

    init(_ sections: StageAnswer<Item>.Sections, _ rows: RowDifference, _ body: @escaping @MainActor @Sendable () -> Void) {
        deletedSections = IndexSet(sections.deleted.map(\.index))
        insertedSections = IndexSet(sections.inserted.map(\.index))
        movedSections = sections.moved.map { ($0.from, $0.to) }
        updatedSections = IndexSet(sections.updated.map(\.index))
        deletedItems = rows.deleted.map(\.indexPath)
        insertedItems = rows.inserted.map(\.indexPath)
        movedItems = rows.moved.map { ($0.from.indexPath, $0.to.indexPath) }
        updatedItems = rows.updated.map(\.indexPath)
        self.body = body
    }

    /// Makes the data source what it is after the stage. Exactly once, inside the update block, stages in order.
    public func apply() { body() }
}
