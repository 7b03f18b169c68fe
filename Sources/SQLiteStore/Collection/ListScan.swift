import Lists

/// The collector's rounds over all lists: a stretch of list numbers at a time.
struct ListScan {
    /// Lists between two numbers that have something to collect, or a version that may leave the history. Dead records are worth the while
    /// where they are many, or where nobody has written to the list for long.
    static let sql = """
        SELECT number FROM list WHERE number > ?1 AND number <= ?2 AND (has_rows = 1 OR (deleted IS NULL AND (collected < oldest
        OR (dead_bytes > 0 AND (dead_bytes > max(0, record_bytes - history_bytes - dead_bytes) / 4
        OR (SELECT time NOT BETWEEN ?6 + 1 AND ?7 + \(StoredTime.tolerance) FROM version
        WHERE key = (number << \(KeyRange.counterBits)) + head)))
        OR (head - oldest >= \(RetentionPolicy.minimumVersions) AND (history_bytes > ?3 OR (head - oldest >= ?4
        AND (SELECT time NOT BETWEEN ?5 + 1 AND ?7 FROM version
        WHERE key = (number << \(KeyRange.counterBits)) + oldest + 1))))))) ORDER BY number
        """

    /// List numbers in one stretch.
    private static let stretch: Int64 = 4096

    private var position: Int64 = 0

    /// The numbers of the lists in the next stretch that the collector is to look at.
    ///
    /// - Parameter quiet: When the head of a list was made to which nobody has written for long, at the latest.
    mutating func next(
        _ statement: PreparedStatement, lastNumber: Int64, policy: RetentionPolicy, now: Int64, quiet: Int64
    ) throws -> [Int64] {
        let end = position + Self.stretch
        let (age, overflow) = policy.seconds.multipliedReportingOverflow(by: 1000)
        let before = overflow ? .min : now.subtractingReportingOverflow(age).partialValue
        let numbers: [Int64] = try statement.all(position, end, policy.bytes, policy.versions, before, quiet, now) { $0[0] }
        position = end >= lastNumber ? 0 : end
        return numbers
    }
}
