import Lists

/// The rows of recipient sets: of the sets of webhooks that events are for.
///
/// Confined to the writer's thread.
final class RecipientSetTable {
    private let all: PreparedStatement
    private let insertRow: PreparedStatement
    private let deleteRow: PreparedStatement
    private let deleteMember: PreparedStatement
    private let lastEvent: PreparedStatement

    init(_ connection: DatabaseConnection) throws {
        all = try connection.statement("SELECT number, webhook FROM recipient_set ORDER BY number, webhook")
        insertRow = try connection.statement("INSERT INTO recipient_set VALUES (?, ?)")
        deleteRow = try connection.statement("DELETE FROM recipient_set WHERE webhook = ? AND number = ?")
        deleteMember = try connection.statement("DELETE FROM recipient_set WHERE webhook = ?")
        lastEvent = try connection.statement("SELECT number FROM event WHERE recipients = ? ORDER BY number DESC LIMIT 1")
    }

    /// All recipient sets, by number.
    func recipientSets() throws -> [Int64: OutboxState.RecipientSet] {
        var recipientSets: [Int64: OutboxState.RecipientSet] = [:]
        for (number, webhook) in try all.all(read: { row -> (Int64, Int64) in (row["number"], row["webhook"]) }) {
            recipientSets[number, default: OutboxState.RecipientSet()].members.append(webhook)
        }
        for number in recipientSets.keys { recipientSets[number]?.lastEvent = try lastEvent(of: number) }
        return recipientSets
    }

    /// The last event for a recipient set; 0 for none.
    func lastEvent(of recipients: Int64) throws -> Int64 { try lastEvent.value(recipients) ?? 0 }

    /// Adds a recipient set.
    func insert(_ number: Int64, of webhooks: [Int64]) throws {
        for webhook in webhooks { try insertRow.run(webhook, number) }
    }

    /// Deletes a recipient set.
    func delete(_ number: Int64, of webhooks: [Int64]) throws {
        for webhook in webhooks { try deleteRow.run(webhook, number) }
    }

    /// Takes a webhook out of all recipient sets.
    func remove(_ webhook: Int64) throws {
        try deleteMember.run(webhook)
    }
}
