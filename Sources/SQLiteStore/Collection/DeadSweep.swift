import Lists

/// How far a sweep over the dead records of a list has come.
///
/// The rows that name them are read, and the lowest keys are kept; their records are removed; both again until no key is left; then the
/// rows are deleted. So memory has a bound, whatever the list.
struct DeadSweep {
    enum Phase {
        case reading, removing, deleting
    }

    /// The most keys that are kept, 2 MiB of them while rows are read.
    static let mostKeys = 1 << 17

    let list: Int64
    /// The last row that the sweep deals with; newer ones wait for the next.
    let end: Int64
    private(set) var phase = Phase.reading
    /// The last row that was read.
    private(set) var read: Int64
    private var keys: [Int64] = []
    /// How many of the keys are done.
    private var done = 0
    /// The records of lower keys are gone.
    private var from = Int64.min
    /// Keys from this one on have to wait until the rows are read again.
    private var until = Int64.max
    private let mostKeys: Int

    init(list: Int64, end: Int64, mostKeys: Int = Self.mostKeys) {
        self.list = list
        self.end = end
        self.mostKeys = mostKeys
        read = KeyRange.owner(ofList: list)
    }

    /// Takes in the keys of a row.
    mutating func take(_ more: [Int64], of row: Int64) {
        read = row
        for key in more where key >= from && key < until { keys.append(key) }
        if keys.count > 2 * mostKeys { cut() }
    }

    /// Takes in that there are no more rows.
    mutating func endReading() {
        if keys.count > mostKeys { cut() } else { keys.sort() }
        phase = keys.isEmpty ? .deleting : .removing
    }

    private mutating func cut() {
        keys.sort()
        until = keys[mostKeys]
        keys.removeLast(keys.count - mostKeys)
    }

    /// The next keys, whose records are to be removed now.
    mutating func next(_ limit: Int) -> ArraySlice<Int64> {
        let next = keys[done...].prefix(max(1, limit))
        done = next.endIndex
        guard done == keys.count else { return next }
        keys = []
        done = 0
        from = until
        until = .max
        read = KeyRange.owner(ofList: list)
        phase = from == .max ? .deleting : .reading
        return next
    }
}
