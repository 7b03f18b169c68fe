public import Ports

extension PostgresLog {
    /// Seconds for a statement that a chunk goes with, or that deletes many rows.
    static let baseSeconds = 60.0

    /// Names the log, before a server joins it.
    ///
    /// - Throws: ``LogRefusal`` `unavailable`, as all calls here.
    public func history() throws -> String {
        let (connection, _) = try ask { _, _ throws(PostgresFailure) in [] }
        defer { giveBack(connection) }
        return connection.history
    }

    /// Whether the log goes on from a position.
    public func goesOn(from position: LogPosition) throws -> Bool {
        if position == .beginning { return try run([BaseStatements.hasBeginning])[0].integer(0, 0) == 1 }
        let found = try run([EntryStatements.identify(position)])[0]
        return found.count == 1 && found.integer(0, 0) == position.id
    }

    /// The newest base that is whole; `nil` where there is none.
    public func newestBase() throws -> LogBase? { try base(BaseStatements.newest()) }

    func base(_ step: PostgresStep) throws -> LogBase? {
        let rows = try run([step])[0]
        guard rows.count == 1 else { return nil }
        return LogBase(
            position: LogPosition(number: rows.integer(0, 0), id: rows.integer(0, 1)), chunks: rows.integer(0, 2),
            bytes: rows.integer(0, 3))
    }

    /// How old the newest base is, and how much has come behind it.
    public func baseStatus() throws -> BaseStatus {
        let rows = try run([BaseStatements.status], within: Self.baseSeconds)[0]
        let age = rows.integer(0, 0)
        return BaseStatus(age: age < 0 ? nil : Double(age), bytes: rows.integer(0, 1), bytesBehind: rows.integer(0, 2))
    }

    /// Reads a base, chunk by chunk in their order.
    public func read(_ base: LogBase, _ take: ([UInt8]) throws -> Void) throws {
        var bytes: Int64 = 0
        for number in 0..<max(0, base.chunks) {
            let rows = try run([BaseStatements.chunk(number, of: base.position.number)], within: Self.baseSeconds)[0]
            guard rows.count == 1 else { throw LogRefusal.unavailable("the base at \(base.position) is no longer there") }
            let chunk = rows.bytes(0, 0)
            bytes += Int64(chunk.count)
            try take(chunk)
        }
        guard bytes == base.bytes else { throw LogRefusal.unavailable("the base at \(base.position) is not whole") }
    }

    /// Writes a base, unless there is one as new, and cuts the log behind the one before: a server that is further behind loads a base.
    ///
    /// - Parameter next: The next chunk of the copy; `nil` at its end.
    public func writeBase(at position: LogPosition, _ next: () throws -> [UInt8]?) throws {
        if let newest = try newestBase(), newest.position.number >= position.number { return }
        _ = try run([BaseStatements.sweep], within: Self.baseSeconds)
        let base = try upload(at: position, next)
        guard try run([BaseStatements.end(base)])[0].count == 1 else { throw LogRefusal.unavailable("another server makes a base") }
        try cut()
    }

    /// Begins the log anew with a base: another history, without an entry of the one before.
    ///
    /// - Parameters:
    ///   - isForced: Whether entries and bases that are there may go.
    ///   - next: The next chunk of the copy; `nil` at its end.
    /// - Throws: ``LogRefusal`` `unavailable`, also while a server is alive.
    public func beginAnew(isForced: Bool, _ next: () throws -> [UInt8]?) throws {
        let state = try run([BaseStatements.alive, BaseStatements.last])
        guard state[0].integer(0, 0) == 0 else { throw LogRefusal.unavailable("a server follows the log; stop all servers first") }
        guard isForced || state[1].integer(0, 0) == 0 else { throw LogRefusal.unavailable("the log has entries; --force gives them up") }
        _ = try run([BaseStatements.sweep], within: Self.baseSeconds)
        let position = LogPosition(number: state[1].integer(0, 0) + 1, id: .random(in: 1 ... .max))
        let base = try upload(at: position, next)
        let lock = Array(EntryStatements.lock(after: position).dropLast())
        let rows = try run(
            lock + [BaseStatements.alive] + BaseStatements.beginAnew(base) + [BaseStatements.end(base), EntryStatements.commit])
        guard rows[2].integer(0, 0) == 0 else { throw LogRefusal.unavailable("a server has started meanwhile, and must begin again") }
    }

    private func upload(at position: LogPosition, _ next: () throws -> [UInt8]?) throws -> LogBase {
        var (chunks, bytes): (Int64, Int64) = (0, 0)
        while let chunk = try next() {
            _ = try run([BaseStatements.insert(chunk, chunks, of: position.number)], within: Self.baseSeconds)
            chunks += 1
            bytes += Int64(chunk.count)
        }
        return LogBase(position: position, chunks: chunks, bytes: bytes)
    }

    /// Deletes what only servers need that are further behind than the base before the newest one. The entry of that base stays: so a log that
    /// was cut never looks like one that begins.
    private func cut() throws {
        let rows = try run([BaseStatements.secondNewest])[0]
        guard rows.count == 1 else { return }
        let position = rows.integer(0, 0)
        _ = try run(BaseStatements.deleteBases(before: position), within: Self.baseSeconds)
        while try run([BaseStatements.deleteEntries(before: position)], within: Self.baseSeconds)[0].integer(0, 0)
            >= Int64(BaseStatements.deletedAtOnce)
        {}
    }

    func run(_ steps: [PostgresStep], within seconds: Double = answerSeconds) throws -> [PostgresRows] {
        let (connection, rows) = try ask(within: seconds) { connection, deadline throws(PostgresFailure) in
            try connection.postgres.run(steps, until: deadline)
        }
        giveBack(connection)
        return rows
    }
}
