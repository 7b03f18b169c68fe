/// Measures what a version leaves behind, while it is still there.
///
/// Confined to the writer's thread.
final class GarbageSizes {
    /// About what a row of `place` takes, and a node's row beside its bytes, which the draft knows.
    private static let rowBytes: Int64 = 24

    private let statements: [GarbageRun.Kind: PreparedStatement]

    init(_ connection: Connection) throws {
        // A row costs its key and its header beside what it holds.
        statements = [
            .itemRevision: try connection.statement(
                "SELECT sum(length(CAST(id AS BLOB)) + length(CAST(value AS BLOB)) + 28) FROM revision WHERE key BETWEEN ? AND ?"),
            .sectionRevision: try connection.statement(
                """
                SELECT sum(length(CAST(id AS BLOB)) + ifnull(length(CAST(header AS BLOB)), 0) + ifnull(length(CAST(footer AS BLOB)), 0)
                + length(CAST(metadata AS BLOB)) + 28) FROM section_revision WHERE key BETWEEN ? AND ?
                """),
            .properties: try connection.statement(
                "SELECT sum(ifnull(length(CAST(title AS BLOB)), 0) + length(CAST(metadata AS BLOB)) + 28) FROM properties WHERE key BETWEEN ? AND ?"
            ),
        ]
    }

    /// Bytes of the rows in the runs, about.
    func bytes(of runs: [GarbageRun]) throws -> Int64 {
        var sum: Int64 = 0
        for run in runs {
            guard let statement = statements[run.kind] else {
                sum += run.count * Self.rowBytes
                continue
            }
            sum += try statement.value(run.first, run.last) ?? 0
        }
        return sum
    }
}
