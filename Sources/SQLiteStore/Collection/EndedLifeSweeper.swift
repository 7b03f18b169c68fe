import GRDB
import Lists

/// Deletes what an ended life of a list held, a step at a time: versions first, so that a crash leaves garbage and never holes.
///
/// Confined to the writer's thread.
final class EndedLifeSweeper {
    private let byKey: [RangeDeletion]
    private let byList: [PreparedStatement]
    private let deleteRow: PreparedStatement

    init(_ database: Database) throws {
        // The tables that are keyed by number, in the order in which they are emptied.
        byKey =
            try [("version", "key"), ("garbage", "version"), ("place", "number"), ("properties", "key")].map { table, column in
                try RangeDeletion(database, table: table, column: column)
            } + ["revision", "section_revision", "node"].map { try RangeDeletion(database, table: $0, column: "key") }
        // Every blob comes after every text and every number, so a blob stands for no bound.
        byList =
            try NameKind.allCases.map { kind in
                try Self.run(database, table: "name", column: "id", of: "list = ?1 AND kind = \(kind.rawValue)")
            } + [Self.run(database, table: "type_name", column: "number", of: "list = ?1")]
        deleteRow = try PreparedStatement(database, "DELETE FROM list WHERE number = ?")
    }

    private static func run(_ database: Database, table: String, column: String, of condition: String) throws -> PreparedStatement {
        try PreparedStatement(
            database,
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
            statement.bind(0, list)
            statement.bind(1, limit)
            let rows = try count(statement)
            if rows > 0 { return rows }
        }
        return 0
    }

    /// Deletes the row of a life that nothing is left of.
    func deleteRow(of list: Int64) throws {
        deleteRow.bind(0, list)
        try deleteRow.run()
    }

    private func count(_ statement: PreparedStatement) throws -> Int64 {
        var rows: Int64 = 0
        while try statement.step() { rows += 1 }
        return rows
    }
}
