/// What lists keep beside their heads.
public struct HistoryCounts: Sendable, Equatable {
    /// Versions that stay readable, heads aside.
    public internal(set) var versions: Int64 = 0
    /// Bytes that they take beside the heads.
    public internal(set) var bytes: Int64 = 0
    /// Versions that have left the history and whose rows are still to be deleted.
    public internal(set) var uncollected: Int64 = 0
    /// Deleted lists whose rows are still to be deleted.
    public internal(set) var deletedLists: Int64 = 0

    /// What all rows of `list` hold.
    static let sql = """
        SELECT coalesce(sum(CASE WHEN deleted IS NULL THEN head - floor END), 0) AS versions,
            coalesce(sum(CASE WHEN deleted IS NULL THEN history_bytes END), 0) AS bytes,
            coalesce(sum(CASE WHEN deleted IS NULL THEN floor - collected END), 0) AS uncollected,
            coalesce(sum(deleted IS NOT NULL AND has_rows), 0) AS deleted_lists
        FROM list
        """

    public init() {}

    /// What one list adds.
    init(_ row: ListRow) {
        guard row.deleted == nil else {
            deletedLists = row.hasRows ? 1 : 0
            return
        }
        versions = row.head - row.oldest
        bytes = row.historyBytes
        uncollected = row.oldest - row.collected
    }

    static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.versions &+= right.versions
        sum.bytes &+= right.bytes
        sum.uncollected &+= right.uncollected
        sum.deletedLists &+= right.deletedLists
        return sum
    }

    static func - (left: Self, right: Self) -> Self {
        var difference = left
        difference.versions &-= right.versions
        difference.bytes &-= right.bytes
        difference.uncollected &-= right.uncollected
        difference.deletedLists &-= right.deletedLists
        return difference
    }
}
