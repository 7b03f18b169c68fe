/// The collector's rounds over all lists: a stretch of list numbers at a time.
struct ListScan {
    /// Lists between two numbers that may have something to collect.
    static let sql = """
        SELECT number FROM list WHERE number > ?1 AND number <= ?2 AND (has_rows = 1
        OR (deleted IS NULL AND (collected < floor OR head - floor >= \(RetentionPolicy.minimumVersions)))) ORDER BY number
        """

    /// List numbers in one stretch.
    private static let stretch: Int64 = 4096

    private var position: Int64 = 0

    /// The numbers of the lists in the next stretch that may have something to collect.
    mutating func next(_ statement: PreparedStatement, lastNumber: Int64) throws -> [Int64] {
        let end = position + Self.stretch
        statement.bind(0, position)
        statement.bind(1, end)
        defer { statement.reset() }
        var numbers: [Int64] = []
        while try statement.step() { numbers.append(statement.int(0)) }
        position = end >= lastNumber ? 0 : end
        return numbers
    }
}
