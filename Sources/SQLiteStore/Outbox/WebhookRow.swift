import FoundationEssentials
import JSON
import Lists
import NamePatterns
import Ports

/// A row of the table `webhook`.
enum WebhookRow {
    /// The columns in the order that ``read(_:secrets:)`` reads them in.
    static let columns = """
        number, id, created_at, since, url, events, lists, description, ordered, status, reason, failing_since, exhausted, health_set_at
        """

    /// Reads a row that was selected with ``columns``.
    static func read(_ row: PreparedStatement, secrets: (Int64) throws -> [SealedSecret]) throws -> OutboxState.Subscriber {
        let number = row.int(0)
        let status = row.text(9)
        guard let status = WebhookHealth.Status(rawValue: status) else { throw corrupt("'\(status)' is no status") }
        let health = WebhookHealth(
            status: status, reason: row.optionalText(10), failingSince: row.optionalInt(11), hasExhausted: row.int(12) != 0)
        let webhook = Webhook(
            id: Identifier(verbatim: row.text(1)), createdAt: row.int(2), url: row.text(4), events: try events(row.text(5)),
            lists: try texts(row.text(6)).map { NamePattern($0) }, description: row.text(7), isOrdered: row.int(8) != 0,
            secrets: try secrets(number), health: health)
        return OutboxState.Subscriber(number: number, webhook: webhook, since: row.int(3), healthSetAt: row.int(13))
    }

    /// An array of strings as JSON text.
    static func text(of texts: [String]) -> String {
        var bytes: [UInt8] = [UInt8(ascii: "[")]
        for (index, text) in texts.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            JSONText.append(text, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
        return String(decoding: bytes, as: UTF8.self)
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
