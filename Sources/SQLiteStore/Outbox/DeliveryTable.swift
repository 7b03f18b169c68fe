import GRDB
import Lists
import Ports

/// The rows of deliveries and their attempts.
///
/// Confined to the writer's thread.
final class DeliveryTable {
    /// What decides about a delivery.
    struct Row {
        let number: Int64
        let event: Int64
        let status: Delivery.Status
        let nextAttempt: Int64?
        let endedAt: Int64?
    }

    private static let columns = "number, event, status, next_attempt, ended_at"

    private let insertRow: PreparedStatement
    private let find: PreparedStatement
    private let byStatus: PreparedStatement
    private let ofWebhook: PreparedStatement
    private let ended: PreparedStatement
    private let firstEnd: PreparedStatement
    private let setState: PreparedStatement
    private let rearm: PreparedStatement
    private let insertAttempt: PreparedStatement
    private let deleteAttempts: PreparedStatement
    private let deleteRow: PreparedStatement

    init(_ database: Database) throws {
        func statement(_ sql: String) throws -> PreparedStatement { try PreparedStatement(database, sql) }
        insertRow = try statement("INSERT INTO delivery VALUES (?, ?, ?, ?, ?, ?, 0, 0, ?, ?)")
        find = try statement("SELECT \(Self.columns) FROM delivery WHERE number = ? AND webhook = ?")
        byStatus = try statement(
            "SELECT \(Self.columns) FROM delivery WHERE webhook = ? AND status = ? AND number > ? ORDER BY number LIMIT ?")
        ofWebhook = try statement("SELECT \(Self.columns) FROM delivery WHERE webhook = ? LIMIT ?")
        ended = try statement("SELECT \(Self.columns) FROM delivery WHERE ended_at <= ? ORDER BY ended_at LIMIT ?")
        firstEnd = try statement("SELECT ended_at FROM delivery WHERE ended_at IS NOT NULL ORDER BY ended_at LIMIT 1")
        setState = try statement(
            "UPDATE delivery SET attempts = attempts + ?, status = ?, next_attempt = ?, ended_at = ? WHERE number = ?")
        rearm = try statement(
            "UPDATE delivery SET earlier = attempts, status = 0, next_attempt = ?, ended_at = NULL WHERE number = ?")
        insertAttempt = try statement(
            "INSERT INTO attempt (delivery, at, status_code, error, duration, response) VALUES (?, ?, ?, ?, ?, ?)")
        deleteAttempts = try statement("DELETE FROM attempt WHERE delivery = ?")
        deleteRow = try statement("DELETE FROM delivery WHERE number = ?")
    }

    /// Adds a delivery: due at once, or failed.
    func insert(_ number: Int64, id: Identifier, webhook: Int64, event: Int64, isFailed: Bool, now: Int64) throws {
        insertRow.bind(0, number)
        insertRow.bind(1, id.text)
        insertRow.bind(2, webhook)
        insertRow.bind(3, event)
        insertRow.bind(4, now)
        insertRow.bind(5, (isFailed ? Delivery.Status.failed : .pending).number)
        insertRow.bind(6, isFailed ? nil : now)
        insertRow.bind(7, isFailed ? now : nil)
        try insertRow.run()
    }

    func row(_ number: Int64, of webhook: Int64) throws -> Row? {
        find.bind(0, number)
        find.bind(1, webhook)
        return try find.first { try Row(find) }
    }

    /// Deliveries to a webhook with a status that follow a number, at most `limit`.
    func rows(of webhook: Int64, _ status: Delivery.Status, after number: Int64, limit: Int) throws -> [Row] {
        byStatus.bind(0, webhook)
        byStatus.bind(1, status.number)
        byStatus.bind(2, number)
        byStatus.bind(3, Int64(max(0, limit)))
        return try rows(byStatus)
    }

    /// Any deliveries to a webhook, at most `limit`.
    func rows(of webhook: Int64, limit: Int) throws -> [Row] {
        ofWebhook.bind(0, webhook)
        ofWebhook.bind(1, Int64(max(0, limit)))
        return try rows(ofWebhook)
    }

    /// The deliveries that ended up to a time, the first to end first, at most `limit`.
    func rows(endedUpTo time: Int64, limit: Int) throws -> [Row] {
        ended.bind(0, time)
        ended.bind(1, Int64(max(0, limit)))
        return try rows(ended)
    }

    /// When the first to end has ended; `nil` where none has.
    func oldestEnd() throws -> Int64? { try firstEnd.first { firstEnd.int(0) } }

    /// Adds an attempt to the log.
    func insert(_ attempt: DeliveryAttempt, of delivery: Int64) throws {
        insertAttempt.bind(0, delivery)
        insertAttempt.bind(1, attempt.at)
        insertAttempt.bind(2, attempt.statusCode.map { Int64($0) })
        insertAttempt.bind(3, attempt.error)
        insertAttempt.bind(4, attempt.durationMilliseconds)
        insertAttempt.bind(5, attempt.responseBody)
        try insertAttempt.run()
    }

    /// Writes what has become of a delivery.
    ///
    /// - Parameter attempts: How many were added.
    func set(
        _ delivery: Int64, _ status: Delivery.Status, nextAttempt: Int64?, endedAt: Int64?, attempts: Int64
    ) throws {
        setState.bind(0, attempts)
        setState.bind(1, status.number)
        setState.bind(2, nextAttempt)
        setState.bind(3, endedAt)
        setState.bind(4, delivery)
        try setState.run()
    }

    /// Makes a delivery pending, with a new round of attempts.
    func rearm(_ delivery: Int64, due: Int64) throws {
        rearm.bind(0, due)
        rearm.bind(1, delivery)
        try rearm.run()
    }

    /// Deletes a delivery and its attempts.
    func delete(_ delivery: Int64) throws {
        deleteAttempts.bind(0, delivery)
        try deleteAttempts.run()
        deleteRow.bind(0, delivery)
        try deleteRow.run()
    }

    private func rows(_ statement: PreparedStatement) throws -> [Row] {
        defer { statement.reset() }
        var found: [Row] = []
        while try statement.step() { found.append(try Row(statement)) }
        return found
    }
}

extension DeliveryTable.Row {
    /// From the columns `number`, `event`, `status`, `next_attempt` and `ended_at`.
    fileprivate init(_ row: PreparedStatement) throws {
        number = row.int(0)
        event = row.int(1)
        status = try Delivery.Status(number: row.int(2))
        nextAttempt = row.optionalInt(3)
        endedAt = row.optionalInt(4)
    }
}

extension Delivery.Status {
    /// What the table `delivery` has for it.
    var number: Int64 {
        switch self {
        case .pending: 0
        case .delivered: 1
        case .failed: 2
        }
    }

    /// What the table `delivery` means.
    init(number: Int64) throws {
        switch number {
        case 0: self = .pending
        case 1: self = .delivered
        case 2: self = .failed
        default: throw SQLiteFailure(code: .corrupt, message: "\(number) is no status", operation: "read a delivery")
        }
    }
}
