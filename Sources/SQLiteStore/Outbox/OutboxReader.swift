import GRDB
import Lists
import Ports

/// Reads events, webhooks and deliveries over one connection, with statements prepared once.
///
/// Confined to whoever holds the connection.
final class OutboxReader {
    private static let delivery = """
        SELECT d.number, d.id, d.event, e.id, e.type, d.created_at, d.status, d.attempts, d.earlier, d.next_attempt, e.list
        FROM delivery d JOIN event e ON e.number = d.event
        """

    private let page: PreparedStatement
    private let counter: PreparedStatement
    private let event: PreparedStatement
    private let allWebhooks: PreparedStatement
    private let oneWebhook: PreparedStatement
    private let secrets: SecretReader
    private let place: PreparedStatement
    private let number: PreparedStatement
    private let oneDelivery: PreparedStatement
    private let deliveries: PreparedStatement
    private let deliveriesByStatus: PreparedStatement
    private let due: PreparedStatement
    private let turns: PreparedStatement
    private let nextDue: PreparedStatement
    private let nextTurn: PreparedStatement
    private let attempts: PreparedStatement
    private let pending: PreparedStatement

    init(_ database: Database) throws {
        func statement(_ sql: String) throws -> PreparedStatement { try PreparedStatement(database, sql) }
        page = try statement(
            "SELECT sequence, data FROM event WHERE list = ? AND sequence > ? AND time > ? ORDER BY sequence LIMIT ?")
        counter = try statement("SELECT sequence FROM interaction_count WHERE list = ?")
        event = try statement(
            """
            SELECT id, type, time, list, version, coalesce(data, (SELECT data FROM event_data WHERE event = number))
            FROM event WHERE number = ?
            """)
        allWebhooks = try statement("SELECT \(WebhookRow.columns) FROM webhook WHERE deleted = 0 ORDER BY number")
        oneWebhook = try statement("SELECT \(WebhookRow.columns) FROM webhook WHERE id = ? AND deleted = 0")
        secrets = try SecretReader(database)
        place = try statement("SELECT number, status FROM webhook WHERE id = ? AND deleted = 0")
        number = try statement("SELECT number FROM delivery WHERE id = ? AND webhook = ?")
        oneDelivery = try statement("\(Self.delivery) WHERE d.id = ? AND d.webhook = ?")
        let runs = [Delivery.Status.pending, .delivered, .failed].map {
            "SELECT * FROM (SELECT number FROM delivery WHERE webhook = ?1 AND status = \($0.number) AND number < ?2 ORDER BY number DESC LIMIT ?3)"
        }
        deliveries = try statement(
            "\(Self.delivery) WHERE d.number IN (\(runs.joined(separator: " UNION ALL "))) ORDER BY d.number DESC LIMIT ?3")
        deliveriesByStatus = try statement(
            "\(Self.delivery) WHERE d.webhook = ?1 AND d.status = ?4 AND d.number < ?2 ORDER BY d.number DESC LIMIT ?3")
        due = try statement(
            "\(Self.delivery) WHERE d.webhook = ?1 AND d.next_attempt <= ?2 AND d.event <= ?4 ORDER BY d.next_attempt, d.number LIMIT ?3")
        turns = try statement(
            "\(Self.delivery) WHERE d.webhook = ?1 AND d.next_attempt IS NOT NULL AND d.event <= ?3 ORDER BY d.event LIMIT ?2")
        nextDue = try statement("SELECT min(next_attempt) FROM delivery WHERE webhook = ? AND next_attempt > ?")
        nextTurn = try statement(
            "SELECT next_attempt FROM delivery WHERE webhook = ? AND next_attempt IS NOT NULL ORDER BY event LIMIT 1")
        attempts = try statement(
            "SELECT at, status_code, error, duration, response FROM attempt WHERE delivery = ? ORDER BY number")
        pending = try statement(
            """
            SELECT sum((SELECT count(*) FROM delivery WHERE webhook = w.number AND status = 0)),
            min((SELECT created_at FROM delivery WHERE webhook = w.number AND status = 0 ORDER BY number LIMIT 1))
            FROM webhook w WHERE deleted = 0
            """)
    }

    /// A list's interactions behind one of them, or from the oldest that is kept.
    ///
    /// - Parameter end: Those up to this time are not kept.
    func interactions(of id: ListID, after: Int64?, limit: Int, end: Int64) throws -> InteractionPage {
        page.bind(0, id.text)
        page.bind(1, max(0, after ?? 0))
        page.bind(2, end)
        page.bind(3, Int64(limit) + 1)
        defer { page.reset() }
        var entries: [InteractionPage.Entry] = []
        while try page.step() { entries.append(InteractionPage.Entry(sequence: page.int(0), data: Array(page.bytes(1)))) }
        if let after, try entries.first.map({ $0.sequence - 1 > after }) ?? (after < last(of: id)) {
            throw InteractionRefusal.gone(after: after, of: id)
        }
        return InteractionPage(interactions: Array(entries.prefix(limit)), hasMore: entries.count > limit)
    }

    /// The sequence number that a list's newest interactions come behind, as many as `count` where they are kept.
    ///
    /// - Parameter end: Those up to this time are not kept.
    func interactionStart(of id: ListID, last count: Int, end: Int64) throws -> Int64 {
        let last = try last(of: id)
        page.bind(0, id.text)
        page.bind(1, max(0, last - Int64(max(0, count))))
        page.bind(2, end)
        page.bind(3, 1 as Int64)
        return try page.first { page.int(0) - 1 } ?? last
    }

    private func last(of id: ListID) throws -> Int64 {
        counter.bind(0, id.text)
        return try counter.first { counter.int(0) } ?? 0
    }

    func event(_ number: Int64) throws -> Event? {
        event.bind(0, number)
        return try event.first {
            Event(
                number: number, id: Identifier(verbatim: event.text(0)), type: try EventType(stored: event.text(1)), time: event.int(2),
                list: event.optionalText(3).flatMap { ListID($0) }, version: event.optionalInt(4),
                data: event.isNull(5) ? nil : Array(event.bytes(5)))
        }
    }

    func webhooks() throws -> [Webhook] {
        defer { allWebhooks.reset() }
        var found: [Webhook] = []
        while try allWebhooks.step() { found.append(try WebhookRow.read(allWebhooks, secrets: secrets.secrets(of:)).webhook) }
        return found
    }

    func webhook(_ id: Identifier) throws -> Webhook? {
        oneWebhook.bind(0, id.text)
        return try oneWebhook.first { try WebhookRow.read(oneWebhook, secrets: secrets.secrets(of:)).webhook }
    }

    func delivery(_ id: Identifier, to webhook: Identifier) throws -> Delivery? {
        guard let place = try place(of: webhook) else { return nil }
        oneDelivery.bind(0, id.text)
        oneDelivery.bind(1, place.number)
        return try rows(oneDelivery, of: webhook).first
    }

    func deliveries(to webhook: Identifier, status: Delivery.Status?, after: Identifier?, limit: Int) throws -> [Delivery]? {
        guard let place = try place(of: webhook) else { return after == nil ? [] : nil }
        var end = Int64.max
        if let after {
            number.bind(0, after.text)
            number.bind(1, place.number)
            guard let found = try number.first({ number.int(0) }) else { return nil }
            end = found
        }
        let statement = status == nil ? deliveries : deliveriesByStatus
        statement.bind(0, place.number)
        statement.bind(1, end)
        statement.bind(2, Int64(max(0, limit)))
        if let status { statement.bind(3, status.number) }
        return try rows(statement, of: webhook)
    }

    /// - Parameter event: Deliveries of later events are left out.
    func dueDeliveries(
        to webhook: Identifier, isOrdered: Bool, now: Int64, limit: Int, upTo event: Int64
    ) throws -> [Delivery] {
        guard let place = try place(of: webhook), !place.isDisabled, limit > 0 else { return [] }
        guard isOrdered else {
            due.bind(0, place.number)
            due.bind(1, now)
            due.bind(2, Int64(limit))
            due.bind(3, event)
            return try rows(due, of: webhook)
        }
        turns.bind(0, place.number)
        turns.bind(1, Int64(limit))
        turns.bind(2, event)
        return try rows(turns, of: webhook) { $0 <= now }
    }

    func nextAttempt(to webhook: Identifier, isOrdered: Bool, after now: Int64) throws -> Int64? {
        guard let place = try place(of: webhook), !place.isDisabled else { return nil }
        if isOrdered {
            nextTurn.bind(0, place.number)
            return try nextTurn.first { nextTurn.int(0) }.flatMap { $0 > now ? $0 : nil }
        }
        nextDue.bind(0, place.number)
        nextDue.bind(1, now)
        return try nextDue.first { nextDue.optionalInt(0) } ?? nil
    }

    func backlog() throws -> DeliveryBacklog {
        try pending.first { DeliveryBacklog(pending: Int(pending.int(0)), oldest: pending.optionalInt(1)) }
            ?? DeliveryBacklog(pending: 0, oldest: nil)
    }

    private func place(of webhook: Identifier) throws -> (number: Int64, isDisabled: Bool)? {
        place.bind(0, webhook.text)
        return try place.first { (place.int(0), place.text(1) == WebhookHealth.Status.disabled.rawValue) }
    }

    /// - Parameter isDue: Ends before the first row whose next attempt it refuses.
    private func rows(
        _ statement: PreparedStatement, of webhook: Identifier, while isDue: (Int64) -> Bool = { _ in true }
    ) throws -> [Delivery] {
        defer { statement.reset() }
        var found: [Delivery] = []
        while try statement.step(), isDue(statement.optionalInt(9) ?? 0) {
            found.append(
                Delivery(
                    number: statement.int(0), id: Identifier(verbatim: statement.text(1)), webhook: webhook, event: statement.int(2),
                    eventID: Identifier(verbatim: statement.text(3)), type: try EventType(stored: statement.text(4)),
                    list: statement.optionalText(10).flatMap { ListID($0) }, createdAt: statement.int(5),
                    status: try Delivery.Status(number: statement.int(6)),
                    attempts: statement.int(7) == 0 ? [] : try attempts(of: statement.int(0)), earlierAttempts: Int(statement.int(8)),
                    nextAttemptAt: statement.optionalInt(9)))
        }
        return found
    }

    private func attempts(of delivery: Int64) throws -> [DeliveryAttempt] {
        attempts.bind(0, delivery)
        defer { attempts.reset() }
        var found: [DeliveryAttempt] = []
        while try attempts.step() {
            found.append(
                DeliveryAttempt(
                    at: attempts.int(0), statusCode: attempts.optionalInt(1).map { Int($0) }, error: attempts.optionalText(2),
                    durationMilliseconds: attempts.int(3), responseBody: attempts.text(4)))
        }
        return found
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
