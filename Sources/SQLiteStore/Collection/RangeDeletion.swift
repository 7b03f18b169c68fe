import GRDB

/// Deletes the rows of a table between two keys, a step at a time.
///
/// Confined to whoever holds the connection.
struct RangeDeletion {
    private let statement: PreparedStatement

    init(_ database: Database, table: String, column: String) throws {
        statement = try PreparedStatement(
            database,
            """
            DELETE FROM \(table) WHERE \(column) >= ?1 AND \(column) <= ifnull(
            (SELECT \(column) FROM \(table) WHERE \(column) BETWEEN ?1 AND ?2 ORDER BY \(column) LIMIT 1 OFFSET ?3), ?2) RETURNING 1
            """)
    }

    /// Deletes the first rows from `first` to `last`, about as many as `limit`.
    ///
    /// - Returns: How many went.
    func run(from first: Int64, to last: Int64, limit: Int64) throws -> Int64 {
        statement.bind(0, first)
        statement.bind(1, last)
        statement.bind(2, limit)
        var rows: Int64 = 0
        while try statement.step() { rows += 1 }
        return rows
    }
}
