import Lists

/// The rows of audiences: of the sets of webhooks that events are for.
///
/// Confined to the writer's thread.
final class AudienceTable {
    private let all: PreparedStatement
    private let insertRow: PreparedStatement
    private let deleteRow: PreparedStatement
    private let deleteMember: PreparedStatement
    private let lastEvent: PreparedStatement

    init(_ connection: DatabaseConnection) throws {
        all = try connection.statement("SELECT number, webhook FROM audience ORDER BY number, webhook")
        insertRow = try connection.statement("INSERT INTO audience VALUES (?, ?)")
        deleteRow = try connection.statement("DELETE FROM audience WHERE webhook = ? AND number = ?")
        deleteMember = try connection.statement("DELETE FROM audience WHERE webhook = ?")
        lastEvent = try connection.statement("SELECT number FROM event WHERE audience = ? ORDER BY number DESC LIMIT 1")
    }

    /// All audiences, by number.
    func audiences() throws -> [Int64: OutboxState.Audience] {
        var audiences: [Int64: OutboxState.Audience] = [:]
        for (number, webhook) in try all.all(read: { row -> (Int64, Int64) in (row["number"], row["webhook"]) }) {
            audiences[number, default: OutboxState.Audience()].members.append(webhook)
        }
        for number in audiences.keys { audiences[number]?.lastEvent = try lastEvent(of: number) }
        return audiences
    }

    /// The last event for an audience; 0 for none.
    func lastEvent(of audience: Int64) throws -> Int64 { try lastEvent.value(audience) ?? 0 }

    /// Adds an audience.
    func insert(_ number: Int64, of webhooks: [Int64]) throws {
        for webhook in webhooks { try insertRow.run(webhook, number) }
    }

    /// Deletes an audience.
    func delete(_ number: Int64, of webhooks: [Int64]) throws {
        for webhook in webhooks { try deleteRow.run(webhook, number) }
    }

    /// Takes a webhook out of all audiences.
    func remove(_ webhook: Int64) throws {
        try deleteMember.run(webhook)
    }
}
