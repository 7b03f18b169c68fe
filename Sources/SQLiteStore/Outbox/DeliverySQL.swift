/// SQL that selects deliveries: recorded ones with rows, and implied ones, which follow from an event and its recipient set.
///
/// In each statement ?1 is the webhook's number. An implied delivery is pending, and due since its event's time.
enum DeliverySQL {
    private static let bits = DeliveryNumber.webhookBits

    /// Selects rows.
    private static let rows = """
        SELECT d.number AS number, e.id, e.type, e.list, d.created_at, d.status, d.attempts, d.earlier, d.next_attempt AS next_attempt
        FROM delivery d JOIN event e ON e.number = d.number >> \(bits)
        """

    /// Of each recipient set of the webhook the first implied deliveries, or the last: at most a limit of each, found by index.
    private static func implied(_ columns: String, _ condition: String, _ order: String = "", limit: String) -> String {
        """
        SELECT \(columns) FROM recipient_set a JOIN event e ON e.number IN (
            SELECT number FROM event WHERE recipients = a.number AND number > (SELECT cursor FROM webhook WHERE number = ?1) AND \(condition)
            AND NOT EXISTS (SELECT 1 FROM delivery WHERE number = event.number << \(bits) | ?1) ORDER BY number \(order) LIMIT \(limit)
        ) WHERE a.webhook = ?1
        """
    }

    /// The columns of ``rows`` for an implied delivery.
    private static let columns = columns(due: "e.time")

    /// When an event's implied deliveries are due: a time far after now is one of a clock that was wrong, and over.
    private static func time(now: String) -> String {
        "CASE WHEN e.time > \(now) + \(StoredTime.tolerance) THEN \(now) ELSE e.time END"
    }

    private static func columns(due time: String) -> String {
        "e.number << \(bits) | ?1 AS number, e.id, e.type, e.list, e.time, 0, 0, 0, \(time) AS next_attempt"
    }

    /// Selects rows and implied deliveries, each up to a limit, in their order.
    private static func merged(_ parts: [String], by order: String, limit: String) -> String {
        "SELECT * FROM (\(parts.joined(separator: " UNION ALL "))) ORDER BY \(order) LIMIT \(limit)"
    }

    /// Rows in an order, up to a limit.
    private static func first(_ condition: String, by order: String, limit: String) -> String {
        "SELECT * FROM (\(rows) WHERE d.webhook = ?1 AND \(condition) ORDER BY \(order) LIMIT \(limit))"
    }

    /// ?2: the number.
    static let one = """
        \(rows) WHERE d.number = ?2 AND d.webhook = ?1
        UNION ALL \(implied(columns, "number = ?2 >> \(bits)", limit: "1"))
        """
    /// The newest before the number ?2, ?3 at most.
    static let all = merged(
        [0, 1, 2].map { status in first("d.status = \(status) AND d.number < ?2", by: "d.number DESC", limit: "?3") } + [newest],
        by: "number DESC", limit: "?3")
    /// The same of those that are pending.
    static let pending = merged(
        [first("d.status = 0 AND d.number < ?2", by: "d.number DESC", limit: "?3"), newest], by: "number DESC", limit: "?3")
    /// The same of those that have ended with the status ?4.
    static let ended = "\(rows) WHERE d.webhook = ?1 AND d.status = ?4 AND d.number < ?2 ORDER BY d.number DESC LIMIT ?3"
    private static let newest = implied(columns, "number < ?2 >> \(bits)", "DESC", limit: "?3")
    /// Deliveries due at ?2 up to the number ?4, the longest due first, ?3 at most.
    static let due = merged(
        [
            first("d.next_attempt <= ?2 AND d.number <= ?4", by: "d.next_attempt, d.number", limit: "?3"),
            // Times hardly go back, so what is not due is behind what is.
            implied(columns, "number <= ?4 >> \(bits)", limit: "?3") + " AND \(time(now: "?2")) <= ?2",
        ], by: "next_attempt, number", limit: "?3")
    /// Pending deliveries up to the number ?3, in their order, ?2 at most; ?4 is now.
    static let turns = merged(
        [
            first("d.status = 0 AND d.number <= ?3", by: "d.number", limit: "?2"),
            implied(columns(due: time(now: "?4")), "number <= ?3 >> \(bits)", limit: "?2"),
        ], by: "number", limit: "?2")
    /// When the next one behind the time ?2 is due.
    static let nextDue = """
        SELECT min(next_attempt) AS next_attempt FROM (
            SELECT min(next_attempt) AS next_attempt FROM delivery WHERE webhook = ?1 AND next_attempt > ?2
            UNION ALL \(implied("e.time", "time BETWEEN ?2 + 1 AND ?2 + \(StoredTime.tolerance)", limit: "1"))
        )
        """
    /// When the first that is pending is due; ?2 is now.
    static let nextTurn = """
        SELECT next_attempt FROM (
            SELECT * FROM (SELECT number, next_attempt FROM delivery WHERE webhook = ?1 AND status = 0 ORDER BY number LIMIT 1)
            UNION ALL \(implied("e.number << \(bits) | ?1, \(time(now: "?2"))", "TRUE", limit: "1"))
        ) ORDER BY number LIMIT 1
        """
    /// Numbers and times of the deliveries that the recipient set ?2 implies behind the event ?3 and up to ?4, ?5 at most.
    static let impliedRun = """
        SELECT number << \(bits) | ?1, time FROM event WHERE recipients = ?2 AND number > ?3 AND number <= ?4
        AND NOT EXISTS (SELECT 1 FROM delivery WHERE number = event.number << \(bits) | ?1) ORDER BY number LIMIT ?5
        """
    /// How many rows, and how many deliveries that have no rows, are counted at most: of all webhooks together.
    static let mostCounted = 10_000
    /// How many are pending, counted as far as ``mostCounted``, and when the oldest was made. The order of the joins is fixed: each goes on by
    /// index, and ends at the limit.
    static let backlog = """
        SELECT (SELECT count(*) FROM (
            SELECT 1 FROM webhook w CROSS JOIN delivery d ON d.webhook = w.number AND d.status = 0 WHERE w.deleted = 0 LIMIT \(mostCounted)
        )) + (SELECT count(*) FROM (
            SELECT 1 FROM webhook w CROSS JOIN recipient_set a ON a.webhook = w.number
            CROSS JOIN event e ON e.recipients = a.number AND e.number > w.cursor
            WHERE w.deleted = 0 AND NOT EXISTS (SELECT 1 FROM delivery WHERE number = e.number << \(bits) | w.number) LIMIT \(mostCounted)
        )) AS pending, (SELECT min((SELECT min(time) FROM (
            SELECT * FROM (SELECT created_at AS time FROM delivery WHERE webhook = w.number AND status = 0 ORDER BY number LIMIT 1)
            UNION ALL SELECT e.time FROM recipient_set a JOIN event e ON e.number = (
                SELECT number FROM event WHERE recipients = a.number AND number > w.cursor
                AND NOT EXISTS (SELECT 1 FROM delivery WHERE number = event.number << \(bits) | w.number) ORDER BY number LIMIT 1
            ) WHERE a.webhook = w.number
        ))) FROM webhook w WHERE deleted = 0) AS oldest
        """
}
