import FoundationEssentials
import Foundations
import JSON
import Lists
import Ports

/// A row of the table `webhook`.
enum WebhookRow {
    /// The columns that ``read(_:secrets:)`` reads.
    static let columns = """
        number, id, created_at, url, events, lists, description, ordered, status, reason, failing_since, exhausted, health_set_at, author
        """

    /// Reads a row that was selected with ``columns``.
    static func read(_ row: Row, secrets: (Int64) throws -> [SealedSecret]) throws -> OutboxState.Subscriber {
        let number: Int64 = row["number"]
        let status: String = row["status"]
        guard let status = WebhookHealth.Status(rawValue: status) else { throw corrupt("'\(status)' is no status") }
        let health = WebhookHealth(
            status: status, reason: row["reason"], failingSince: row["failing_since"], hasExhausted: row["exhausted"])
        let webhook = Webhook(
            id: Identifier(verbatim: row["id"]), createdAt: row["created_at"], author: row["author"], url: row["url"],
            events: try events(row["events"]),
            lists: try texts(row["lists"]).map { NamePattern($0) }, description: row["description"], isOrdered: row["ordered"],
            secrets: try secrets(number), health: health)
        return OutboxState.Subscriber(number: number, webhook: webhook, healthSetAt: row["health_set_at"])
    }

    /// An array of strings as JSON text.
    static func text(of texts: [String]) -> String {
        var json = JSONWriter()
        json.strings(texts)
        return json.value.text
    }

    private static func texts(_ json: String) throws -> [String] {
        guard let texts = try? JSONDecoder().decode([String].self, from: Data(json.utf8)) else {
            throw corrupt("'\(json)' is no array of strings")
        }
        return texts
    }

    private static func events(_ json: String) throws -> [EventType] {
        try texts(json).map { try EventType(stored: $0) }
    }

    private static func corrupt(_ message: String) -> SQLiteFailure {
        SQLiteFailure(code: .corrupt, message: message, operation: "read a webhook")
    }
}
