public import Ports

extension PostgresLog {
    public func exchange(_ pins: [PinnedVersion], of server: Int64) throws -> LogPeers {
        var notice = notice
        notice.pins = pins
        let peers = try tell(notice)
        return LogPeers(
            alive: Set(peers.map(\.number)), pins: peers.filter { $0.number != server }.flatMap(\.notice.pins))
    }

    /// Tells the other servers of settings that should be the same on all, once the server has joined.
    ///
    /// - Returns: The names of those that a server which is alive has with another value.
    /// - Throws: ``LogRefusal`` `unavailable`.
    public func compare(_ settings: [String: String]) throws -> [String] {
        var notice = notice
        notice.settings = settings
        _ = try run([ServerStatements.sweep])
        let others = try tell(notice).filter { $0.number != number }.map(\.notice.settings)
        return settings.filter { name, value in others.contains { $0[name].map { $0 != value } ?? false } }.map(\.key).sorted()
    }

    /// The value of a setting of the log, which the first server makes that asks.
    ///
    /// - Throws: ``LogRefusal`` `unavailable`, or what making it throws.
    public func setting(_ name: String, _ make: () throws -> String) throws -> String {
        let found = try run([ServerStatements.setting(name)])[0]
        if found.count == 1 { return found.text(0, 0) }
        let value = try make()
        let rows = try run([ServerStatements.setOnce(name, value), ServerStatements.setting(name)])[1]
        return rows.count == 1 ? rows.text(0, 0) : value
    }

    private func tell(_ notice: ServerNotice) throws -> [(number: Int64, notice: ServerNotice)] {
        let isNew = notice != self.notice
        let steps = isNew ? ServerStatements.tell(number, pins: notice.pinText, settings: notice.settingText) : []
        guard let rows = try run(steps + [ServerStatements.peers]).last else { return [] }
        if isNew { note(notice) }
        return rows.rows.map { (rows.integer($0, 0), ServerNotice(pins: rows.text($0, 1), settings: rows.text($0, 2))) }
    }
}
