import Foundations
import Lists
import Ports

/// The rows of webhooks and their secrets.
///
/// Confined to the writer's thread.
final class WebhookTable {
    private let all: PreparedStatement
    private let allEnded: PreparedStatement
    private let lastNumber: PreparedStatement
    private let allCursors: PreparedStatement
    private let updateCursor: PreparedStatement
    private let secrets: SecretReader
    private let insertRow: PreparedStatement
    private let updateRow: PreparedStatement
    private let updateHealth: PreparedStatement
    private let insertSecret: PreparedStatement
    private let deleteSecrets: PreparedStatement
    private let endRow: PreparedStatement
    private let deleteRow: PreparedStatement

    init(_ connection: DatabaseConnection) throws {
        all = try connection.statement("SELECT \(WebhookRow.columns) FROM webhook WHERE deleted = 0 ORDER BY number")
        allEnded = try connection.statement("SELECT number FROM webhook WHERE deleted = 1 ORDER BY number")
        lastNumber = try connection.statement("SELECT max(number) FROM webhook")
        allCursors = try connection.statement("SELECT number, cursor FROM webhook")
        updateCursor = try connection.statement("UPDATE webhook SET cursor = ? WHERE number = ?")
        secrets = try SecretReader(connection)
        insertRow = try connection.statement(
            "INSERT INTO webhook (\(WebhookRow.columns), cursor, deleted) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)")
        updateRow = try connection.statement(
            "UPDATE webhook SET url = ?, events = ?, lists = ?, description = ?, ordered = ? WHERE number = ?")
        updateHealth = try connection.statement(
            "UPDATE webhook SET status = ?, reason = ?, failing_since = ?, exhausted = ?, health_set_at = ? WHERE number = ?")
        insertSecret = try connection.statement("INSERT INTO webhook_secret VALUES (?, ?, ?, ?)")
        deleteSecrets = try connection.statement("DELETE FROM webhook_secret WHERE webhook = ?")
        endRow = try connection.statement("UPDATE webhook SET deleted = 1 WHERE number = ?")
        deleteRow = try connection.statement("DELETE FROM webhook WHERE number = ?")
    }

    /// All webhooks, in the order of their registration.
    func subscribers() throws -> [OutboxState.Subscriber] {
        try all.all { row in try WebhookRow.read(row, secrets: secrets.secrets(of:)) }
    }

    /// Numbers of webhooks that are deleted and may still have deliveries.
    func ended() throws -> [Int64] {
        try allEnded.all { row in row["number"] }
    }

    /// A number that no webhook has, one that is deleted and has deliveries among them.
    func nextNumber() throws -> Int64 {
        let last: Int64 = try lastNumber.value() ?? 0
        guard last < DeliveryNumber.lastWebhook else { throw ListError(.limitExceeded, "The store has no room for more webhooks.") }
        return last + 1
    }

    /// The fan-out cursors, by the numbers of webhooks.
    func cursors() throws -> [Int64: Int64] {
        let rows = try allCursors.all { row -> (Int64, Int64) in (row["number"], row["cursor"]) }
        return Dictionary(rows) { $1 }
    }

    /// Moves a fan-out cursor.
    func setCursor(_ event: Int64, of webhook: Int64) throws {
        try updateCursor.run(event, webhook)
    }

    /// Adds a webhook.
    ///
    /// - Parameter cursor: The last event before it.
    func insert(_ subscriber: OutboxState.Subscriber, cursor: Int64) throws {
        let webhook = subscriber.webhook
        let health = webhook.health
        try insertRow.run(
            subscriber.number, webhook.id.text, webhook.createdAt, webhook.url, WebhookRow.text(of: webhook.events.map(\.rawValue)),
            WebhookRow.text(of: webhook.lists.map(\.text)), webhook.description, webhook.isOrdered, health.status.rawValue,
            health.reason, health.failingSince, health.hasExhausted, subscriber.healthSetAt, webhook.author, cursor)
        try insertSecrets(of: subscriber)
    }

    /// Writes what a webhook is now.
    func update(_ subscriber: OutboxState.Subscriber, hasNewSecrets: Bool) throws {
        let webhook = subscriber.webhook
        try updateRow.run(
            webhook.url, WebhookRow.text(of: webhook.events.map(\.rawValue)), WebhookRow.text(of: webhook.lists.map(\.text)),
            webhook.description, webhook.isOrdered, subscriber.number)
        try saveHealth(of: subscriber)
        guard hasNewSecrets else { return }
        try deleteSecrets.run(subscriber.number)
        try insertSecrets(of: subscriber)
    }

    /// Writes a webhook's health as it is now.
    func saveHealth(of subscriber: OutboxState.Subscriber) throws {
        let health = subscriber.webhook.health
        try updateHealth.run(
            health.status.rawValue, health.reason, health.failingSince, health.hasExhausted, subscriber.healthSetAt, subscriber.number)
    }

    /// Deletes a webhook, all but the row that its deliveries hang on.
    func end(_ number: Int64) throws {
        try deleteSecrets.run(number)
        try endRow.run(number)
    }

    /// Deletes the row of a webhook that has no deliveries any more.
    func delete(_ number: Int64) throws {
        try deleteRow.run(number)
    }

    private func insertSecrets(of subscriber: OutboxState.Subscriber) throws {
        for (position, secret) in subscriber.webhook.secrets.enumerated() {
            try insertSecret.run(subscriber.number, position, secret.sealed, secret.expiresAt)
        }
    }
}

/// Reads the secrets of webhooks over one connection.
final class SecretReader {
    private let rows: PreparedStatement

    init(_ connection: DatabaseConnection) throws {
        rows = try connection.statement("SELECT sealed, expires_at FROM webhook_secret WHERE webhook = ? ORDER BY position")
    }

    /// The secrets of a webhook, the newest first.
    func secrets(of number: Int64) throws -> [SealedSecret] {
        try rows.all(number) { row in SealedSecret(sealed: row["sealed"], expiresAt: row["expires_at"]) }
    }
}
