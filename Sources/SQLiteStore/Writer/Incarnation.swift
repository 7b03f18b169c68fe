import Lists

/// One incarnation of a list's id, from its first version to its deletion, as the writer knows it: the stored row, and the head.
///
/// Confined to the writer's thread. Each access to a variable of an object is checked as it runs, so what is asked for often reads the row once.
final class Incarnation {
    let id: ListID
    var row: IncarnationRow
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
    /// Approximate bytes of versions that have left the history and are not collected; versions before a start are not counted.
    var uncollectedBytes: Int64 = 0
    /// Whether the list was written to since the collector last looked.
    private(set) var wasWritten = false
    /// Whether nobody has written to the list for long.
    private(set) var isQuiet = false
    /// The incarnation's part of the store's metrics.
    private var counted: HistoryCounts

    init(id: ListID, row: IncarnationRow, head: ListHead?, isNew: Bool) {
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
    var hasGarbage: Bool { hasGarbage(row) }

    private func hasGarbage(_ row: IncarnationRow) -> Bool {
        row.deleted == nil ? row.collected < publishedOldest : row.hasRows && !hasUnpublishedEnd
    }

    /// Whether there is enough of it: versions cost less when they are collected together, but what waits stays a fraction of what lives.
    var hasMuchGarbage: Bool {
        let (row, uncollectedBytes) = (row, uncollectedBytes)
        let lives = row.liveBytes - min(row.liveBytes, uncollectedBytes)
        return hasGarbage(row)
            && (row.deleted != nil || publishedOldest - row.collected >= Self.versionsTogether
                || uncollectedBytes > min(Self.bytesTogether, lives / 4))
    }

    private static let versionsTogether: Int64 = 256
    private static let bytesTogether: Int64 = 1 << 20

    /// Whether packs are to be rid of dead records.
    var hasDead: Bool {
        let row = row
        return row.deleted == nil && row.deadBytes > 0 && (isQuiet || row.hasManyDead)
    }

    /// Takes in that the list has a new version.
    func take(_ head: ListHead, _ written: WrittenVersion) {
        self.head = head
        row.take(head, written)
        wasWritten = true
        isQuiet = false
    }

    /// Takes in that the collector looks at the list.
    ///
    /// - Parameter isQuiet: Whether nobody has written to the list for long.
    func noteLook(isQuiet: Bool) {
        wasWritten = false
        self.isQuiet = isQuiet
    }

    /// Has the versions before one leave the history.
    ///
    /// - Parameter bytes: Bytes that they alone need.
    func release(to oldest: Int64, bytes: Int64) {
        uncollectedBytes &+= bytes
        row.oldest = oldest
        row.historyBytes = max(0, row.historyBytes &- bytes)
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
    /// - Returns: The growth of its part of the metrics.
    func noteCommit() -> HistoryCounts {
        let (old, row) = (counted, row)
        counted = isGone ? HistoryCounts() : HistoryCounts(row)
        isNew = false
        isDirty = false
        hasUnpublishedEnd = false
        publishedOldest = row.oldest
        committedCounter = row.counter
        return counted - old
    }
}

extension IncarnationRow {
    fileprivate mutating func take(_ new: ListHead, _ written: WrittenVersion) {
        head = new.version
        counter = new.counter
        historyBytes += written.garbage.bytes
        recordBytes &+= written.recordBytes
    }
}
