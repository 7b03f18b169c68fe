import Lists

/// Checks that counters are not below what was given out: a disk may have lost the last write of a page.
struct CounterCheck {
    private let eventCounter: PreparedStatement
    private let interactions: PreparedStatement
    private let later: PreparedStatement

    init(_ connection: DatabaseConnection) throws {
        eventCounter = try connection.statement(
            """
            SELECT event, (SELECT max(number) FROM (SELECT max(number) AS number FROM event UNION ALL
            SELECT max(number) >> \(DeliveryNumber.webhookBits) FROM delivery)) FROM event_counter
            """)
        interactions = try connection.statement(
            """
            SELECT e.list, ifnull((SELECT sequence FROM interaction_count c WHERE c.list = e.list), 0) AS counted, max(e.sequence) AS last
            FROM event e WHERE e.sequence IS NOT NULL GROUP BY e.list HAVING last > counted
            """)
        later = try connection.statement("SELECT count(*) FROM version WHERE key > ? AND key <= ?")
    }

    /// Faults of the counters that are not of one list.
    func findings() throws -> [String] {
        let events: String? =
            try eventCounter.first { row in
                let (counted, last): (Int64, Int64) = (row[0], row[1])
                return last > counted ? "the counter of events says \(counted) where \(last) were numbered" : nil
            } ?? "the counter of events has no row"
        let lists = try interactions.all { row in
            "the interactions of list \(row["list"] as String) count \(row["counted"] as Int64) where \(row["last"] as Int64) were numbered"
        }
        return [events].compactMap(\.self) + lists
    }

    /// Faults of the version counter of a list that is not deleted.
    func findings(of row: IncarnationRow) throws -> [String] {
        let keys = KeyRange.keys(ofList: row.number)
        let later: Int64 = try later.value(keys.lowerBound | row.head, keys.upperBound - 1) ?? 0
        return later > 0 ? ["\(later) versions are above its head, \(row.head)"] : []
    }
}
