import Lists

/// Deletes what an ended incarnation of a list held, a step at a time: versions first, so that a crash leaves garbage and never holes.
///
/// Confined to the writer's thread.
final class DeletedListSweeper {
    private let byKey: [RangeDeletion]
    private let byList: [PreparedStatement]
    private let deleteRow: PreparedStatement

    init(_ connection: DatabaseConnection) throws {
        // The tables that are keyed by number, in the order in which they are emptied.
        byKey = try [("version", "key"), ("garbage", "version"), ("dead", "key"), ("parent", "number"), ("pack", "last")].map {
            table, column in
            try RangeDeletion(connection, table: table, column: column)
        }
        // Every blob comes after every text and every number, so a blob stands for no bound.
        byList =
            try NameKind.allCases.map { kind in
                try Self.run(connection, table: "name", column: "id", of: "list = ?1 AND kind = \(kind.rawValue)")
            } + [Self.run(connection, table: "type_name", column: "number", of: "list = ?1")]
        deleteRow = try connection.statement("DELETE FROM list WHERE number = ?")
    }

    private static func run(_ connection: DatabaseConnection, table: String, column: String, of condition: String) throws
        -> PreparedStatement
    {
        try connection.statement(
            """
            DELETE FROM \(table) WHERE \(condition) AND \(column) <= ifnull(
            (SELECT \(column) FROM \(table) WHERE \(condition) ORDER BY \(column) LIMIT 1 OFFSET ?2), x'') RETURNING 1
            """)
    }

    /// Deletes about as many rows as `limit`.
    ///
    /// - Returns: How many rows went; 0 once nothing is left.
    func sweep(list: Int64, limit: Int64) throws -> Int64 {
        let keys = KeyRange.keys(ofList: list)
        for deletion in byKey {
            let rows = try deletion.run(from: keys.lowerBound, to: keys.upperBound - 1, limit: limit)
            if rows > 0 { return rows }
        }
        for statement in byList {
            let rows = try statement.count(list, limit)
            if rows > 0 { return rows }
        }
        return 0
    }

    /// Deletes the row of an incarnation that nothing is left of.
    func deleteRow(of list: Int64) throws {
        try deleteRow.run(list)
    }
}
