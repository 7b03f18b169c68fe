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

        /// - Parameter bytes: Those of a row; `nil` where there was none.
        mutating func subtract(_ bytes: Int?) {
            guard let bytes else { return }
            count -= 1
            self.bytes -= bytes
        }
    }

    private let readSize: PreparedStatement
    private let insertRow: PreparedStatement
    private let first: PreparedStatement
    private let unused: PreparedStatement
    private let deleteRow: PreparedStatement

    init(_ database: Database) throws {
        func statement(_ sql: String) throws -> PreparedStatement { try PreparedStatement(database, sql) }
        readSize = try statement("SELECT count(*), CAST(total(length(data)) AS INTEGER) FROM event_data")
        insertRow = try statement(
            """
            INSERT INTO event_data SELECT number, ?2 FROM event WHERE number = ?1 AND data IS NULL
            ON CONFLICT DO NOTHING RETURNING 1
            """)
        first = try statement("SELECT event, length(data) FROM event_data ORDER BY event LIMIT 1")
        unused = try statement(
            "SELECT length(data) FROM event_data WHERE event = ?1 AND NOT EXISTS (SELECT 1 FROM event WHERE number = ?1)")
        deleteRow = try statement("DELETE FROM event_data WHERE event = ?")
    }

    func size() throws -> Size {
        try readSize.first { Size(count: Int(readSize.int(0)), bytes: Int(readSize.int(1))) } ?? Size()
    }

    /// Keeps the data of an event that has neither data of its own nor a row here.
    ///
    /// - Returns: Whether it did.
    func insert(_ data: [UInt8], of event: Int64) throws -> Bool {
        insertRow.bind(0, event)
        insertRow.bind(1, data)
        defer { insertRow.reset() }
        var isNew = false
        while try insertRow.step() { isNew = true }
        return isNew
    }

    /// Deletes the row of the oldest event.
    ///
    /// - Returns: Its bytes; `nil` where there is none.
    func deleteFirst() throws -> Int? {
        guard let (event, bytes) = try first.first({ (first.int(0), first.int(1)) }) else { return nil }
        try delete(event)
        return Int(bytes)
    }

    /// Deletes the row of an event that is deleted.
    ///
    /// - Returns: Its bytes; `nil` where there is none.
    func deleteUnused(_ event: Int64) throws -> Int? {
        unused.bind(0, event)
        guard let bytes = try unused.first({ unused.int(0) }) else { return nil }
        try delete(event)
        return Int(bytes)
    }

    private func delete(_ event: Int64) throws {
        deleteRow.bind(0, event)
        try deleteRow.run()
    }
}
