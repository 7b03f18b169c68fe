/// Deletes the rows of a table between two keys, a step at a time.
///
/// Confined to the thread that has the connection.
struct RangeDeletion {
    /// The cost of a pack, in rows of other tables.
    private static let packWeight: Int64 = 16

    private let statement: PreparedStatement
    private let weight: Int64

    init(_ connection: DatabaseConnection, table: String, column: String) throws {
        weight = table == "pack" ? Self.packWeight : 1
        statement = try connection.statement(
            """
            DELETE FROM \(table) WHERE \(column) >= ?1 AND \(column) <= ifnull(
            (SELECT \(column) FROM \(table) WHERE \(column) BETWEEN ?1 AND ?2 ORDER BY \(column) LIMIT 1 OFFSET ?3), ?2) RETURNING 1
            """)
    }

    /// Deletes the first rows from `first` to `last`, about as many as `limit`.
    ///
    /// - Returns: How many went; a pack counts as some.
    func run(from first: Int64, to last: Int64, limit: Int64) throws -> Int64 {
        try statement.count(first, last, limit / weight) * weight
    }
}
