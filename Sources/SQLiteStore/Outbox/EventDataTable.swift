/// The rows of data that was sent of events and did not arrive, of those whose data is made from versions.
///
/// Confined to the writer's thread.
final class EventDataTable {
    /// How much there is.
    struct Size {
        var count = 0
        var bytes = 0

        mutating func add(_ bytes: Int) {
            count += 1
            self.bytes += bytes
        }

        /// - Parameter bytes: Bytes of a row; `nil` if there was no row.
        mutating func subtract(_ bytes: Int?) {
            guard let bytes else { return }
            count -= 1
            self.bytes -= bytes
        }
    }

    private let readSize: PreparedStatement
    private let insertRow: PreparedStatement
    private let oldest: PreparedStatement
    private let unused: PreparedStatement
    private let deleteRow: PreparedStatement

    init(_ connection: DatabaseConnection) throws {
        readSize = try connection.statement("SELECT count(*) AS count, CAST(total(length(data)) AS INTEGER) AS bytes FROM event_data")
        insertRow = try connection.statement(
            """
            INSERT INTO event_data SELECT number, ?2 FROM event WHERE number = ?1 AND data IS NULL
            ON CONFLICT DO NOTHING RETURNING 1
            """)
        oldest = try connection.statement("SELECT event, length(data) AS bytes FROM event_data ORDER BY event LIMIT 1")
        unused = try connection.statement(
            "SELECT length(data) FROM event_data WHERE event = ?1 AND NOT EXISTS (SELECT 1 FROM event WHERE number = ?1)")
        deleteRow = try connection.statement("DELETE FROM event_data WHERE event = ?")
    }

    func size() throws -> Size {
        try readSize.first { row in Size(count: row["count"], bytes: row["bytes"]) } ?? Size()
    }

    /// Keeps the data of an event that has neither data of its own nor a row here.
    ///
    /// - Returns: Whether it did.
    func insert(_ data: [UInt8], of event: Int64) throws -> Bool {
        try insertRow.count(event, data) > 0
    }

    /// Deletes the row of the oldest event.
    ///
    /// - Returns: Its bytes; `nil` where there is none.
    func deleteFirst() throws -> Int? {
        let found = try oldest.first { row -> (event: Int64, bytes: Int) in (row["event"], row["bytes"]) }
        guard let found else { return nil }
        try deleteRow.run(found.event)
        return found.bytes
    }

    /// Deletes the row of an event that is deleted.
    ///
    /// - Returns: Its bytes; `nil` where there is none.
    func deleteUnused(_ event: Int64) throws -> Int? {
        guard let bytes: Int = try unused.value(event) else { return nil }
        try deleteRow.run(event)
        return bytes
    }
}
