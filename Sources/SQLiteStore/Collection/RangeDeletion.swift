/// Deletes the rows of a table between two keys, a step at a time.
///
/// Confined to the thread that has the connection.
struct RangeDeletion {
    private let statement: PreparedStatement

    init(_ connection: Connection, table: String, column: String) throws {
        statement = try connection.statement(
            """
            DELETE FROM \(table) WHERE \(column) >= ?1 AND \(column) <= ifnull(
            (SELECT \(column) FROM \(table) WHERE \(column) BETWEEN ?1 AND ?2 ORDER BY \(column) LIMIT 1 OFFSET ?3), ?2) RETURNING 1
            """)
    }

    /// Deletes the first rows from `first` to `last`, about as many as `limit`.
    ///
    /// - Returns: How many went.
    func run(from first: Int64, to last: Int64, limit: Int64) throws -> Int64 {
        try statement.count(first, last, limit)
    }
}
