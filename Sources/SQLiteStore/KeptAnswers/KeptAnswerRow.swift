/// What deletion asks of the row of a kept answer.
struct KeptAnswerRow {
    let number: Int64
    /// Milliseconds since 1970; never before that of the row before.
    let time: Int64
    /// What the row counts.
    let bytes: Int64
    /// The bytes of this row and of all before it, deleted ones too.
    let total: Int64

    /// A row to come after another.
    init(after last: KeptAnswerRow?, bytes: Int64, now: Int64) {
        number = (last?.number ?? 0) &+ 1
        time = max(now, last?.time ?? now)
        self.bytes = bytes
        total = (last?.total ?? 0) &+ bytes
    }

    /// From the columns `number`, `time`, `bytes` and `total`.
    init(_ statement: PreparedStatement) {
        number = statement.int(0)
        time = statement.int(1)
        bytes = statement.int(2)
        total = statement.int(3)
    }
}
