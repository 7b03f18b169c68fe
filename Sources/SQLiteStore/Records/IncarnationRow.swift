import Lists

/// A row of the table `list`: one incarnation of a list's id.
struct IncarnationRow {
    let number: Int64
    let id: String
    let base: Int64
    var head: Int64
    /// The oldest version of the history.
    var oldest: Int64
    /// The garbage of all versions up to this one is gone.
    var collected: Int64
    var counter: Int64
    let createdAt: Int64
    /// The version that ended this incarnation.
    var deleted: Int64?
    /// Whether an ended incarnation still has rows to collect.
    var hasRows: Bool
    /// Bytes of the history beyond the head.
    var historyBytes: Int64
    /// Bytes of all its records and rows of `parent`, counted as those of the history are.
    var recordBytes: Int64
    /// How many of these no version needs, and a sweep of the packs is to remove; about.
    var deadBytes: Int64

    static let columns = """
        number, id, base, head, oldest, collected, counter, created_at, deleted, has_rows, history_bytes, record_bytes, dead_bytes
        """

    /// Approximate bytes of its records without those of the history and dead ones.
    var liveBytes: Int64 { max(0, recordBytes &- historyBytes &- deadBytes) }

    /// Whether dead records take so much that it is worth the while to write their packs anew.
    var hasManyDead: Bool { deadBytes > liveBytes / 4 }
}

extension IncarnationRow {
    /// Reads a row that was selected with ``columns``: by position, since a page of lists is made of them.
    ///
    /// - Throws: ``SQLiteFailure`` `corrupt` for numbers that no list has.
    init(_ row: Row) throws {
        number = row[0]
        id = row[1]
        base = row[2]
        head = row[3]
        oldest = row[4]
        collected = row[5]
        counter = row[6]
        createdAt = row[7]
        deleted = row[8]
        hasRows = row[9]
        historyBytes = row[10]
        recordBytes = row[11]
        deadBytes = row[12]
        guard isPlausible else {
            throw SQLiteFailure(code: .corrupt, message: "the row of list '\(id)' holds numbers that no list has", operation: "read a list")
        }
    }

    /// Milliseconds since 1970 in the years 0 to 9999.
    private static let times: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999
    /// Sums of bytes: room to add to them.
    private static let bytes: ClosedRange<Int64> = -1 << 60...1 << 60

    private var isPlausible: Bool {
        (1...KeyRange.lastList).contains(number) && base >= 0 && oldest > base && oldest <= head && head < KeyRange.lastCounter
            && (0...head).contains(collected) && KeyRange.keys(ofList: number).contains(counter) && Self.times.contains(createdAt)
            && deleted.map { $0 == head + 1 } ?? true
            && [historyBytes, recordBytes, deadBytes].allSatisfy(Self.bytes.contains)
    }
}

extension IncarnationRow {
    /// The row of an incarnation that starts with this version.
    init(_ first: ListHead) {
        number = first.number
        id = first.id.text
        base = first.base
        head = first.version
        oldest = first.version
        collected = first.version
        counter = first.counter
        createdAt = first.createdAt
        deleted = nil
        hasRows = false
        historyBytes = 0
        recordBytes = 0
        deadBytes = 0
    }
}
