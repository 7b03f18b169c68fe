import Lists

/// One life of a list's id as the writer knows it: the stored row, and the head.
///
/// Confined to the writer's thread.
final class Life {
    let id: ListID
    var row: ListRow
    /// The newest version; `nil` once the life has ended.
    var head: ListHead?
    /// Whether the row is not in the table yet.
    var isNew: Bool
    /// Whether the row differs from what is stored.
    var isDirty = false
    /// Whether the row is deleted.
    var isGone = false
    /// Whether readers are still to be told that the list has ended.
    private(set) var hasUnpublishedEnd = false
    /// The floor that readers know of: garbage goes only below it.
    var publishedFloor: Int64
    /// The last key that is committed; newer ones may vanish with the batch.
    var committedCounter: Number
    /// What the life counts for among the store's figures.
    private var counted: HistoryCounts

    init(id: ListID, row: ListRow, head: ListHead?, isNew: Bool) {
        self.id = id
        self.row = row
        self.head = head
        self.isNew = isNew
        publishedFloor = row.floor
        counted = isNew ? HistoryCounts() : HistoryCounts(row)
        committedCounter = isNew ? KeyRange.owner(ofList: row.number) : row.counter
    }

    /// The last version number that the id has used.
    var lastVersion: Int64 { row.deleted ?? row.head }

    /// Whether there is something to collect.
    var hasGarbage: Bool {
        row.deleted == nil ? row.collected < publishedFloor : row.hasRows && !hasUnpublishedEnd
    }

    /// Ends the life; that takes one version number.
    func end() {
        row.deleted = row.head + 1
        row.hasRows = true
        head = nil
        hasUnpublishedEnd = true
    }

    /// Makes what is committed what readers know.
    func settle(_ figures: StoreFigures) {
        let counts = isGone ? HistoryCounts() : HistoryCounts(row)
        figures.replace(counted, with: counts)
        counted = counts
        isNew = false
        isDirty = false
        hasUnpublishedEnd = false
        publishedFloor = row.floor
        committedCounter = row.counter
    }
}
