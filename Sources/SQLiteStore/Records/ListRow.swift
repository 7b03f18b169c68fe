import Lists

/// A row of the table `list`: one life of a list's id.
struct ListRow {
    let number: Int64
    let id: String
    let base: Int64
    var head: Int64
    /// The oldest version of the history.
    var floor: Int64
    /// The garbage of all versions up to this one is gone.
    var collected: Int64
    var counter: Int64
    let createdAt: Int64
    /// The version that ended this life.
    var deleted: Int64?
    /// Whether an ended life still has rows to collect.
    var hasRows: Bool
    /// What the history needs beyond the head, in bytes.
    var historyBytes: Int64

    /// The columns in the order that ``init(_:)`` reads them in.
    static let columns = "number, id, base, head, floor, collected, counter, created_at, deleted, has_rows, history_bytes"
}

extension ListRow {
    /// Reads a row that was selected with ``columns``.
    init(_ row: PreparedStatement) {
        number = row.int(0)
        id = row.text(1)
        base = row.int(2)
        head = row.int(3)
        floor = row.int(4)
        collected = row.int(5)
        counter = row.int(6)
        createdAt = row.int(7)
        deleted = row.optionalInt(8)
        hasRows = row.int(9) != 0
        historyBytes = row.int(10)
    }
}

extension ListRow {
    /// The row of a life that starts with this version.
    init(_ first: ListHead) {
        number = first.number
        id = first.id.text
        base = first.base
        head = first.version
        floor = first.version
        collected = first.version
        counter = first.counter
        createdAt = first.createdAt
        deleted = nil
        hasRows = false
        historyBytes = 0
    }
}
