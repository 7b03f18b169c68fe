import Lists

/// One incarnation of a list's id, from its first version to its deletion, as the writer knows it: the stored row, and the head.
///
/// Confined to the writer's thread.
final class Incarnation {
    let id: ListID
    var row: ListRow
    /// The newest version; `nil` once the incarnation has ended.
    var head: ListHead?
    /// Whether the row is not in the table yet.
    var isNew: Bool
    /// Whether the row differs from what is stored.
    var isDirty = false
    /// Whether the row is deleted.
    var isGone = false
    /// Whether readers do not know yet that the list has ended.
    private(set) var hasUnpublishedEnd = false
    /// The oldest version that readers know of: garbage goes only below it.
    var publishedOldest: Int64
    /// The last key that is committed; newer ones may vanish with the batch.
    var committedCounter: Number
    /// What the incarnation counts for among the store's metrics.
    private var counted: HistoryCounts

    init(id: ListID, row: ListRow, head: ListHead?, isNew: Bool) {
        self.id = id
        self.row = row
        self.head = head
        self.isNew = isNew
        publishedOldest = row.oldest
        counted = isNew ? HistoryCounts() : HistoryCounts(row)
        committedCounter = isNew ? KeyRange.owner(ofList: row.number) : row.counter
    }

    /// The last version number that the id has used.
    var lastVersion: Int64 { row.deleted ?? row.head }

    /// Whether there is something to collect.
    var hasGarbage: Bool {
        row.deleted == nil ? row.collected < publishedOldest : row.hasRows && !hasUnpublishedEnd
    }

    /// Ends the incarnation; that takes one version number.
    func end() {
        row.deleted = row.head + 1
        row.hasRows = true
        head = nil
        hasUnpublishedEnd = true
    }

    /// Takes in that the batch is committed: readers know what it made.
    ///
    /// - Returns: What the incarnation counts for more than before.
    func noteCommit() -> HistoryCounts {
        let old = counted
        counted = isGone ? HistoryCounts() : HistoryCounts(row)
        isNew = false
        isDirty = false
        hasUnpublishedEnd = false
        publishedOldest = row.oldest
        committedCounter = row.counter
        return counted - old
    }
}
