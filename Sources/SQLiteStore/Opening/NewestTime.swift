import Lists

/// The newest time that a database holds: milliseconds since 1970.
enum NewestTime {
    /// The most lists that are asked, the newest first.
    private static let lists = 10_000

    /// - Returns: `nil` for a database without any.
    static func read(_ connection: DatabaseConnection) throws -> Int64? {
        try connection.value(
            """
            SELECT max(time) FROM (SELECT time FROM event_counter UNION ALL
            SELECT * FROM (SELECT time FROM stored_response ORDER BY number DESC LIMIT 1) UNION ALL
            SELECT v.time FROM (SELECT number, head FROM list ORDER BY number DESC LIMIT \(lists)) l
            JOIN version v ON v.key = l.number << \(KeyRange.counterBits) | l.head)
            """)
    }
}
