/// What deletion asks of the row of a kept answer.
struct StoredResponseRow {
    let number: Int64
    /// Milliseconds since 1970; never before that of the row before.
    let time: Int64
    /// What the row counts.
    let bytes: Int64
    /// The bytes of this row and of all before it, deleted ones too.
    let total: Int64

    /// A row to come after another.
    init(after last: StoredResponseRow?, bytes: Int64, now: Int64) {
        number = (last?.number ?? 0) &+ 1
        time = max(now, last?.time ?? now)
        self.bytes = bytes
        total = (last?.total ?? 0) &+ bytes
    }

    static let columns = "number, time, bytes, total"

    /// Reads a row that was selected with ``columns``.
    init(_ row: Row) {
        number = row["number"]
        time = row["time"]
        bytes = row["bytes"]
        total = row["total"]
    }
}
