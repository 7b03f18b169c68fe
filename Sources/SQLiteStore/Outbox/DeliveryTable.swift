import Lists
import Ports

/// The rows of deliveries and their attempts, and what says which deliveries there are without rows.
///
/// Confined to the writer's thread.
final class DeliveryTable {
    private let insertRow: PreparedStatement
    private let implied: PreparedStatement
    private let find: PreparedStatement
    private let byStatus: PreparedStatement
    private let ofWebhook: PreparedStatement
    private let ended: PreparedStatement
    private let firstEnd: PreparedStatement
    private let setState: PreparedStatement
    private let reschedule: PreparedStatement
    private let insertAttempt: PreparedStatement
    private let deleteAttempts: PreparedStatement
    private let deleteRow: PreparedStatement

    init(_ connection: DatabaseConnection) throws {
        insertRow = try connection.statement("INSERT INTO delivery VALUES (?, ?, ?, ?, ?, 0, ?, ?)")
        implied = try connection.statement(DeliverySQL.impliedRun)
        find = try connection.statement("SELECT \(DeliveryRow.columns) FROM delivery WHERE number = ?")
        byStatus = try connection.statement(
            """
            SELECT \(DeliveryRow.columns) FROM delivery WHERE webhook = ? AND status = ? AND number > ? AND number <= ? ORDER BY number LIMIT ?
            """)
        ofWebhook = try connection.statement("SELECT \(DeliveryRow.columns) FROM delivery WHERE webhook = ? LIMIT ?")
        ended = try connection.statement("SELECT \(DeliveryRow.columns) FROM delivery WHERE ended_at <= ? ORDER BY ended_at LIMIT ?")
        firstEnd = try connection.statement("SELECT ended_at FROM delivery WHERE ended_at IS NOT NULL ORDER BY ended_at LIMIT 1")
        setState = try connection.statement(
            "UPDATE delivery SET attempts = attempts + ?, status = ?, next_attempt = ?, ended_at = ? WHERE number = ?")
        reschedule = try connection.statement(
            "UPDATE delivery SET earlier = attempts, status = 0, next_attempt = ?, ended_at = NULL WHERE number = ?")
        insertAttempt = try connection.statement("INSERT INTO attempt VALUES (?, ?, ?, ?, ?, ?, ?)")
        deleteAttempts = try connection.statement("DELETE FROM attempt WHERE delivery = ?")
        deleteRow = try connection.statement("DELETE FROM delivery WHERE number = ?")
    }

    /// Adds a delivery.
    ///
    /// - Parameters:
    ///   - time: When it was made: milliseconds since 1970.
    ///   - attempts: How many it has had.
    func insert(
        _ number: DeliveryNumber, _ status: Delivery.Status, madeAt time: Int64, attempts: Int64 = 0, nextAttempt: Int64? = nil,
        endedAt: Int64? = nil
    ) throws {
        try insertRow.run(number.value, number.webhook, time, status.number, attempts, nextAttempt, endedAt)
    }

    /// The deliveries without rows that a recipient set implies to a webhook, and when they were made; at most `limit`, in their order.
    ///
    /// - Parameters:
    ///   - cursor: The event behind which they are.
    ///   - last: The last event that is looked at.
    func implied(
        by recipients: Int64, to webhook: Int64, after cursor: Int64, upTo last: Int64, limit: Int
    ) throws -> [(number: DeliveryNumber, time: Int64)] {
        try implied.all(webhook, recipients, cursor, last, max(0, limit)) { row in (DeliveryNumber(row[0]), row[1]) }
    }

    func row(_ number: Int64) throws -> DeliveryRow? {
        try find.first(number, read: DeliveryRow.init)
    }

    /// Deliveries to a webhook with a status that follow a number, up to another, at most `limit`.
    func rows(
        of webhook: Int64, _ status: Delivery.Status, after number: Int64, upTo last: Int64 = .max, limit: Int
    ) throws -> [DeliveryRow] {
        try byStatus.all(webhook, status.number, number, last, max(0, limit), read: DeliveryRow.init)
    }

    /// Any deliveries to a webhook, at most `limit`.
    func rows(of webhook: Int64, limit: Int) throws -> [DeliveryRow] {
        try ofWebhook.all(webhook, max(0, limit), read: DeliveryRow.init)
    }

    /// The deliveries that ended up to a time, the first to end first, at most `limit`.
    func rows(endedUpTo time: Int64, limit: Int) throws -> [DeliveryRow] {
        try ended.all(time, max(0, limit), read: DeliveryRow.init)
    }

    /// When the first to end has ended; `nil` where none has.
    func oldestEnd() throws -> Int64? { try firstEnd.value() }

    /// Adds an attempt to the log.
    ///
    /// - Parameter number: How many the delivery has had.
    func insert(_ attempt: DeliveryAttempt, _ number: Int64, of delivery: Int64) throws {
        try insertAttempt.run(
            delivery, number, attempt.at, attempt.statusCode, attempt.error, attempt.durationMilliseconds, attempt.responseBody)
    }

    /// Writes what has become of a delivery.
    ///
    /// - Parameter attempts: How many were added.
    func set(
        _ delivery: Int64, _ status: Delivery.Status, nextAttempt: Int64?, endedAt: Int64?, attempts: Int64
    ) throws {
        try setState.run(attempts, status.number, nextAttempt, endedAt, delivery)
    }

    /// Makes a delivery pending, with a new round of attempts.
    func reschedule(_ delivery: Int64, due: Int64) throws {
        try reschedule.run(due, delivery)
    }

    /// Deletes a delivery and its attempts.
    func delete(_ delivery: Int64) throws {
        try deleteAttempts.run(delivery)
        try deleteRow.run(delivery)
    }
}

/// The columns by which the state of a delivery is decided.
struct DeliveryRow {
    let number: Int64
    /// How many attempts it has had.
    let attempts: Int64
    let status: Delivery.Status
    let nextAttempt: Int64?
    let endedAt: Int64?

    static let columns = "number, attempts, status, next_attempt, ended_at"

    /// Reads a row that was selected with ``columns``.
    init(_ row: Row) throws {
        number = row["number"]
        attempts = row["attempts"]
        status = try Delivery.Status(number: row["status"])
        nextAttempt = row["next_attempt"]
        endedAt = row["ended_at"]
    }

    /// A delivery that was never attempted.
    ///
    /// - Parameter time: When it was made: milliseconds since 1970.
    init(number: Int64, pendingSince time: Int64) {
        self.number = number
        attempts = 0
        status = .pending
        nextAttempt = time
        endedAt = nil
    }

    var event: Int64 { DeliveryNumber(number).event }

    var webhook: Int64 { DeliveryNumber(number).webhook }
}

extension Delivery.Status {
    /// The number by which the table `delivery` stores it.
    var number: Int64 {
        switch self {
        case .pending: 0
        case .delivered: 1
        case .failed: 2
        }
    }

    /// Reads the number that the table `delivery` stores.
    init(number: Int64) throws {
        switch number {
        case 0: self = .pending
        case 1: self = .delivered
        case 2: self = .failed
        default: throw SQLiteFailure(code: .corrupt, message: "\(number) is no status", operation: "read a delivery")
        }
    }
}
