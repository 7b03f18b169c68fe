import Ports

/// The row of the table `replica`: the log that a file follows, and how far.
struct ReplicaRow {
    let history: String
    /// The server's number.
    let server: Int64
    let position: LogPosition

    /// - Returns: `nil` for a file that follows no log.
    static func read(_ connection: DatabaseConnection) throws -> ReplicaRow? {
        try connection.statement("SELECT history, server, position, id FROM replica").first { row in
            ReplicaRow(
                history: row["history"], server: row["server"], position: LogPosition(number: row["position"], id: row["id"]))
        }
    }
}
