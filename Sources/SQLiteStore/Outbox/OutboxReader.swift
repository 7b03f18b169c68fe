import Lists
import Ports

/// Reads events, webhooks and deliveries over one connection, with statements prepared once.
///
/// Confined to the thread that has the connection.
final class OutboxReader {
    private let page: PreparedStatement
    private let counter: PreparedStatement
    private let ended: PreparedStatement
    private let event: PreparedStatement
    private let allWebhooks: PreparedStatement
    private let oneWebhook: PreparedStatement
    private let secrets: SecretReader
    private let webhookNumber: PreparedStatement
    private let oneDelivery: PreparedStatement
    private let deliveries: PreparedStatement
    private let pendingDeliveries: PreparedStatement
    private let endedDeliveries: PreparedStatement
    private let due: PreparedStatement
    private let turns: PreparedStatement
    private let nextDue: PreparedStatement
    private let nextTurn: PreparedStatement
    private let attempts: PreparedStatement
    private let pending: PreparedStatement

    init(_ connection: DatabaseConnection) throws {
        page = try connection.statement(
            "SELECT sequence, data FROM event WHERE list = ? AND sequence > ? AND time > ? ORDER BY sequence LIMIT ?")
        counter = try connection.statement("SELECT sequence FROM interaction_count WHERE list = ?")
        ended = try connection.statement("SELECT ended FROM interaction_count WHERE list = ?")
        event = try connection.statement(
            """
            SELECT id, type, time, list, version, coalesce(data, (SELECT data FROM event_data WHERE event = number)) AS data
            FROM event WHERE number = ?
            """)
        allWebhooks = try connection.statement("SELECT \(WebhookRow.columns) FROM webhook WHERE deleted = 0 ORDER BY number")
        oneWebhook = try connection.statement("SELECT \(WebhookRow.columns) FROM webhook WHERE id = ? AND deleted = 0")
        secrets = try SecretReader(connection)
        webhookNumber = try connection.statement("SELECT number FROM webhook WHERE id = ? AND deleted = 0")
        oneDelivery = try connection.statement(DeliverySQL.one)
        deliveries = try connection.statement(DeliverySQL.all)
        pendingDeliveries = try connection.statement(DeliverySQL.pending)
        endedDeliveries = try connection.statement(DeliverySQL.ended)
        due = try connection.statement(DeliverySQL.due)
        turns = try connection.statement(DeliverySQL.turns)
        nextDue = try connection.statement(DeliverySQL.nextDue)
        nextTurn = try connection.statement(DeliverySQL.nextTurn)
        attempts = try connection.statement(
            "SELECT at, status_code, error, duration, response FROM attempt WHERE delivery = ? ORDER BY number")
        pending = try connection.statement(DeliverySQL.backlog)
    }

    /// A list's interactions behind one of them, or from the oldest that is kept.
    ///
    /// - Parameter end: Interactions up to this time are not kept.
    func interactions(of id: ListID, after: Int64?, limit: Int, end: Int64) throws -> InteractionPage {
        let ended = try ended(of: id)
        let entries = try page.all(id.text, max(ended, after ?? 0), end, Int64(limit) + 1) { row in
            InteractionPage.Entry(sequence: row["sequence"], data: row["data"])
        }
        if let after, try after < ended || entries.first.map({ $0.sequence - 1 > after }) ?? (after < last(of: id)) {
            throw InteractionRefusal.gone(after: after, of: id)
        }
        return InteractionPage(interactions: Array(entries.prefix(limit)), hasMore: entries.count > limit)
    }

    /// The sequence number that a list's newest interactions come behind, as many as `count` where they are kept.
    ///
    /// - Parameter end: Interactions up to this time are not kept.
    func interactionStart(of id: ListID, last count: Int, end: Int64) throws -> Int64 {
        let last = try last(of: id)
        return try page.first(id.text, max(try ended(of: id), last - Int64(max(0, count))), end, 1) { row -> Int64 in row["sequence"] - 1 }
            ?? last
    }

    private func last(of id: ListID) throws -> Int64 {
        try counter.value(id.text) ?? 0
    }

    /// The last interaction of the list of this id that was deleted last; 0 for none.
    private func ended(of id: ListID) throws -> Int64 {
        try ended.value(id.text) ?? 0
    }

    func event(_ number: Int64) throws -> Event? {
        try event.first(number) { row in
            Event(
                number: number, id: Identifier(verbatim: row["id"]), type: try EventType(stored: row["type"]), time: row["time"],
                list: (row["list"] as String?).flatMap { ListID($0) }, version: row["version"], data: row["data"])
        }
    }

    func webhooks() throws -> [Webhook] {
        try allWebhooks.all { row in try WebhookRow.read(row, secrets: secrets.secrets(of:)).webhook }
    }

    func webhook(_ id: Identifier) throws -> Webhook? {
        try oneWebhook.first(id.text) { row in try WebhookRow.read(row, secrets: secrets.secrets(of:)).webhook }
    }

    func delivery(_ id: Identifier, to webhook: Identifier) throws -> Delivery? {
        guard let number = try number(of: webhook) else { return nil }
        return try delivery(id, to: webhook, number)
    }

    func deliveries(to webhook: Identifier, status: Delivery.Status?, after: Identifier?, limit: Int) throws -> [Delivery]? {
        guard let number = try number(of: webhook) else { return after == nil ? [] : nil }
        var end = Int64.max
        if let after {
            guard let found = try delivery(after, to: webhook, number) else { return nil }
            end = found.number
        }
        func read(_ row: Row) throws -> Delivery { try delivery(row, to: webhook) }
        return switch status {
        case nil: try deliveries.all(number, end, max(0, limit), read: read)
        case .pending: try pendingDeliveries.all(number, end, max(0, limit), read: read)
        case .delivered, .failed: try endedDeliveries.all(number, end, max(0, limit), status?.number, read: read)
        }
    }

    /// The due deliveries of a webhook that is not disabled, by its number.
    ///
    /// - Parameter event: Deliveries of later events are left out.
    func due(
        to webhook: Identifier, number: Int64, isOrdered: Bool, now: Int64, limit: Int, upTo event: Int64
    ) throws -> DueDeliveries {
        guard limit > 0 else { return DueDeliveries() }
        let last = DeliveryNumber(event: event, webhook: DeliveryNumber.lastWebhook).value
        if isOrdered {
            // A merge reads a window of rows and of each recipient set before its first: where none is due, only the first is looked for.
            let turn: Int64? = try nextTurn.value(number, now)
            guard let turn, turn <= now else { return DueDeliveries(nextAttempt: turn) }
            return DueDeliveries(try dueTurns(to: webhook, number: number, now: now, limit: limit, upTo: last))
        }
        let found = try due.all(number, now, limit, last) { row in try delivery(row, to: webhook) }
        guard found.count < limit else { return DueDeliveries(found) }
        return DueDeliveries(found, nextAttempt: try nextDue.first(number, now) { row -> Int64? in row["next_attempt"] } ?? nil)
    }

    /// The deliveries to an ordered webhook whose turn it is, up to the first that is not due.
    private func dueTurns(to webhook: Identifier, number: Int64, now: Int64, limit: Int, upTo last: Int64) throws -> [Delivery] {
        turns.begin(number, limit, last, now)
        defer { turns.reset() }
        var found: [Delivery] = []
        let row = turns.row
        while try turns.step(), row[8] <= now { found.append(try delivery(row, to: webhook)) }
        return found
    }

    func backlog() throws -> DeliveryBacklog {
        try pending.first { row in DeliveryBacklog(pending: row["pending"], oldest: row["oldest"]) }
            ?? DeliveryBacklog(pending: 0, oldest: nil)
    }

    private func delivery(_ id: Identifier, to webhook: Identifier, _ webhookNumber: Int64) throws -> Delivery? {
        guard let number = DeliveryNumber(of: id), number.webhook == webhookNumber else { return nil }
        let found = try oneDelivery.first(webhookNumber, number.value) { row in try delivery(row, to: webhook) }
        return found?.id == id ? found : nil
    }

    private func number(of webhook: Identifier) throws -> Int64? {
        try webhookNumber.value(webhook.text)
    }

    /// Reads a delivery, by column numbers: the sender does so for each that is due.
    private func delivery(_ row: Row, to webhook: Identifier) throws -> Delivery {
        let number = DeliveryNumber(row[0])
        let createdAt: Int64 = row[4]
        let attempts: Int64 = row[6]
        return Delivery(
            number: number.value, id: number.id(madeAt: createdAt), webhook: webhook, event: number.event,
            eventID: Identifier(verbatim: row[1]), type: try EventType(stored: row[2]), list: (row[3] as String?).flatMap { ListID($0) },
            createdAt: createdAt, status: try Delivery.Status(number: row[5]),
            attempts: attempts == 0 ? [] : try self.attempts(of: number.value), earlierAttempts: row[7], nextAttemptAt: row[8])
    }

    private func attempts(of delivery: Int64) throws -> [DeliveryAttempt] {
        try attempts.all(delivery) { row in
            DeliveryAttempt(
                at: row["at"], statusCode: row["status_code"], error: row["error"], durationMilliseconds: row["duration"],
                responseBody: row["response"])
        }
    }
}

extension EventType {
    /// The event that a column means.
    init(stored name: String) throws {
        guard let type = EventType(rawValue: name) else {
            throw SQLiteFailure(code: .corrupt, message: "'\(name)' is no event", operation: "read an event")
        }
        self = type
    }
}
