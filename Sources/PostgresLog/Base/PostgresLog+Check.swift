extension PostgresLog {
    /// The newest base that is whole and not newer than an entry; `nil` where there is none.
    public func newestBase(upTo position: Int64) throws -> LogBase? { try base(BaseStatements.newest(upTo: position)) }

    /// Faults of the log itself, a line each: gaps between its entries, and entries that name another one before them.
    public func faults() throws -> [String] {
        let rows = try run([BaseStatements.breaks], within: Self.checkSeconds)[0]
        return rows.rows.map { "entry \(rows.integer($0, 1)) of the log does not follow entry \(rows.integer($0, 0))" }
    }

    /// Seconds for a statement that looks at all entries.
    private static let checkSeconds = 600.0
}
