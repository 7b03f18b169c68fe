import Lists

/// The long writes that run, the writes to their lists that wait, and the long writes whose rows are to be deleted.
///
/// Confined to the writer's thread.
final class LongWriteTable {
    private var running: [Int64: LongWrite] = [:]
    private var byID: [ListID: LongWrite] = [:]
    let suspended: SuspendedWrites
    /// Long writes that the running batch has begun.
    private var begun: [LongWrite] = []
    /// Long writes whose rows are to be deleted.
    private(set) var abandoned: [LongWrite] = []

    init(suspended: SuspendedWrites) {
        self.suspended = suspended
    }

    /// Whether a list's rows are being added to by a long write, or are being cleared of one.
    func hasLongWrite(list: Int64) -> Bool { running[list] != nil }

    /// Keeps a write aside whose list a long write has, or refuses it where too many wait.
    ///
    /// - Returns: Whether it has to wait.
    func suspend(_ job: WriteJob, limit: Int) -> Bool {
        guard case .list(let id, longWrite: let own, run: _) = job.work else { return false }
        if let own, isTakenOver(own) {
            job.refuse(ListError(.unavailable, "The write took too long to reach the log, and another server has ended it."))
            return true
        }
        guard let longWrite = byID[id], longWrite !== own else { return false }
        if !suspended.add(job, of: id, limit: limit) { job.refuse(ListError(.overloaded, "Too many writes are waiting.")) }
        return true
    }

    /// Gives a list to a long write.
    func begin(_ longWrite: LongWrite) {
        add(longWrite)
        begun.append(longWrite)
    }

    /// Takes in a long write that a crash left unfinished.
    func takeOver(_ longWrite: LongWrite) {
        add(longWrite)
        abandoned.append(longWrite)
    }

    /// Takes over the long writes of other servers.
    ///
    /// - Parameters:
    ///   - rows: All that have rows.
    ///   - server: This server's number.
    /// - Returns: The writes that waited for long writes that are over.
    func takeOver(_ rows: [LongWrite], of server: Int64) -> [WriteJob] {
        let others = rows.filter { $0.owner != server }
        let lists = Set(others.map(\.list))
        let over = running.values.filter { $0.owner != server && !lists.contains($0.list) }
        for longWrite in others where running[longWrite.list]?.owner != longWrite.owner { add(longWrite) }
        return over.flatMap { end($0) }
    }

    /// Long writes of other servers.
    func ofOthers(than server: Int64) -> [LongWrite] { running.values.filter { $0.owner != server } }

    /// Whether another server deletes what a long write of this one has stored, or has deleted it.
    private func isTakenOver(_ longWrite: LongWrite) -> Bool {
        longWrite.owner != nil && running[longWrite.list] !== longWrite
    }

    private func add(_ longWrite: LongWrite) {
        running[longWrite.list] = longWrite
        if let id = longWrite.id { byID[id] = longWrite }
    }

    /// Whether the running batch has begun one.
    var hasBegun: Bool { !begun.isEmpty }

    /// The batch is committed.
    func keepBegun() { begun = [] }

    /// The batch is rolled back.
    ///
    /// - Returns: The writes that need not wait any more.
    func dropBegun() -> [WriteJob] {
        defer { begun = [] }
        return begun.flatMap { end($0) }
    }

    /// A long write has given up: its list stays its own until what it stored is deleted.
    ///
    /// - Returns: The writes that need not wait any more.
    func abandon(_ longWrite: LongWrite) -> [WriteJob] {
        guard longWrite.hasRows else { return end(longWrite) }
        guard running[longWrite.list] === longWrite, !abandoned.contains(where: { $0 === longWrite }) else { return [] }
        abandoned.append(longWrite)
        return []
    }

    /// A long write is done, or nothing is left of it.
    ///
    /// - Returns: The writes that waited for it.
    func end(_ longWrite: LongWrite) -> [WriteJob] {
        abandoned.removeAll { $0 === longWrite }
        guard running[longWrite.list] === longWrite else { return [] }
        running[longWrite.list] = nil
        guard let id = longWrite.id else { return [] }
        byID[id] = nil
        return suspended.take(id)
    }
}
