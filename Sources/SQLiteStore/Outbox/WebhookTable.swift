import GRDB
import Lists
import NamePatterns
import Ports

/// The rows of webhooks and their secrets.
///
/// Confined to the writer's thread.
final class WebhookTable {
    private let all: PreparedStatement
    private let allEnded: PreparedStatement
    private let lastNumber: PreparedStatement
    private let secrets: SecretReader
    private let insertRow: PreparedStatement
    private let updateRow: PreparedStatement
    private let updateHealth: PreparedStatement
    private let insertSecret: PreparedStatement
    private let deleteSecrets: PreparedStatement
    private let endRow: PreparedStatement
    private let deleteRow: PreparedStatement

    init(_ database: Database) throws {
        func statement(_ sql: String) throws -> PreparedStatement { try PreparedStatement(database, sql) }
        all = try statement("SELECT \(WebhookRow.columns) FROM webhook WHERE deleted = 0 ORDER BY number")
        allEnded = try statement("SELECT number FROM webhook WHERE deleted = 1 ORDER BY number")
        lastNumber = try statement("SELECT max(number) FROM webhook")
        secrets = try SecretReader(database)
        insertRow = try statement(
            "INSERT INTO webhook (\(WebhookRow.columns), deleted) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)")
        updateRow = try statement(
            "UPDATE webhook SET url = ?, events = ?, lists = ?, description = ?, ordered = ? WHERE number = ?")
        updateHealth = try statement(
            "UPDATE webhook SET status = ?, reason = ?, failing_since = ?, exhausted = ?, health_set_at = ? WHERE number = ?")
        insertSecret = try statement("INSERT INTO webhook_secret VALUES (?, ?, ?, ?)")
        deleteSecrets = try statement("DELETE FROM webhook_secret WHERE webhook = ?")
        endRow = try statement("UPDATE webhook SET deleted = 1 WHERE number = ?")
        deleteRow = try statement("DELETE FROM webhook WHERE number = ?")
    }

    /// All webhooks, in the order of their registration.
    func subscribers() throws -> [OutboxState.Subscriber] {
        defer { all.reset() }
        var found: [OutboxState.Subscriber] = []
        while try all.step() { found.append(try WebhookRow.read(all, secrets: secrets.secrets(of:))) }
        return found
    }

    /// Numbers of webhooks that are deleted and may still have deliveries.
    func ended() throws -> [Int64] {
        defer { allEnded.reset() }
        var found: [Int64] = []
        while try allEnded.step() { found.append(allEnded.int(0)) }
        return found
    }

    /// A number that no webhook has, one that is deleted and has deliveries among them.
    func nextNumber() throws -> Int64 { try (lastNumber.first { lastNumber.int(0) } ?? 0) + 1 }

    /// Adds a webhook.
    func insert(_ subscriber: OutboxState.Subscriber) throws {
        let webhook = subscriber.webhook
        insertRow.bind(0, subscriber.number)
        insertRow.bind(1, webhook.id.text)
        insertRow.bind(2, webhook.createdAt)
        insertRow.bind(3, subscriber.since)
        insertRow.bind(4, webhook.url)
        insertRow.bind(5, WebhookRow.text(of: webhook.events.map(\.rawValue)))
        insertRow.bind(6, WebhookRow.text(of: webhook.lists.map(\.text)))
        insertRow.bind(7, webhook.description)
        insertRow.bind(8, webhook.isOrdered ? 1 : 0)
        bind(webhook.health, to: insertRow, from: 9)
        insertRow.bind(13, subscriber.healthSetAt)
        try insertRow.run()
        try insertSecrets(of: subscriber)
    }

    /// Writes what a webhook is now.
    func update(_ subscriber: OutboxState.Subscriber, hasNewSecrets: Bool) throws {
        let webhook = subscriber.webhook
        updateRow.bind(0, webhook.url)
        updateRow.bind(1, WebhookRow.text(of: webhook.events.map(\.rawValue)))
        updateRow.bind(2, WebhookRow.text(of: webhook.lists.map(\.text)))
        updateRow.bind(3, webhook.description)
        updateRow.bind(4, webhook.isOrdered ? 1 : 0)
        updateRow.bind(5, subscriber.number)
        try updateRow.run()
        try saveHealth(of: subscriber)
        guard hasNewSecrets else { return }
        deleteSecrets.bind(0, subscriber.number)
        try deleteSecrets.run()
        try insertSecrets(of: subscriber)
    }

    /// Writes a webhook's health as it is now.
    func saveHealth(of subscriber: OutboxState.Subscriber) throws {
        bind(subscriber.webhook.health, to: updateHealth, from: 0)
        updateHealth.bind(4, subscriber.healthSetAt)
        updateHealth.bind(5, subscriber.number)
        try updateHealth.run()
    }

    /// Deletes a webhook, all but the row that its deliveries hang on.
    func end(_ number: Int64) throws {
        deleteSecrets.bind(0, number)
        try deleteSecrets.run()
        endRow.bind(0, number)
        try endRow.run()
    }

    /// Deletes the row of a webhook that has no deliveries any more.
    func delete(_ number: Int64) throws {
        deleteRow.bind(0, number)
        try deleteRow.run()
    }

    private func bind(_ health: WebhookHealth, to statement: PreparedStatement, from first: Int32) {
        statement.bind(first, health.status.rawValue)
        statement.bind(first + 1, health.reason)
        statement.bind(first + 2, health.failingSince)
        statement.bind(first + 3, health.hasExhausted ? 1 : 0)
    }

    private func insertSecrets(of subscriber: OutboxState.Subscriber) throws {
        for (position, secret) in subscriber.webhook.secrets.enumerated() {
            insertSecret.bind(0, subscriber.number)
            insertSecret.bind(1, Int64(position))
            insertSecret.bind(2, secret.sealed)
            insertSecret.bind(3, secret.expiresAt)
            try insertSecret.run()
        }
    }
}

/// Reads the secrets of webhooks over one connection.
final class SecretReader {
    private let rows: PreparedStatement

    init(_ database: Database) throws {
        rows = try PreparedStatement(database, "SELECT sealed, expires_at FROM webhook_secret WHERE webhook = ? ORDER BY position")
    }

    /// The secrets of a webhook, the newest first.
    func secrets(of number: Int64) throws -> [SealedSecret] {
        rows.bind(0, number)
        defer { rows.reset() }
        var found: [SealedSecret] = []
        while try rows.step() { found.append(SealedSecret(sealed: Array(rows.bytes(0)), expiresAt: rows.optionalInt(1))) }
        return found
    }
}
