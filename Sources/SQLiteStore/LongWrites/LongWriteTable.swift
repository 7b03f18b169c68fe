import Lists

/// The long writes that run, the writes to their lists that wait for them, and those that a crash or a failure left half done.
///
/// Confined to the writer's thread.
final class StagingTable {
    private var running: [Int64: Staging] = [:]
    private var byID: [ListID: Staging] = [:]
    let parked: ParkedWrites
    /// Those that the running batch has begun.
    private var begun: [Staging] = []
    /// Those whose rows are to be deleted.
    private(set) var abandoned: [Staging] = []

    init(parked: ParkedWrites) {
        self.parked = parked
    }

    /// Whether a list's rows are being added to by a long write, or are being cleared of one.
    func isStaging(list: Int64) -> Bool { running[list] != nil }

    /// Keeps a write aside whose list a long write has, or refuses it where too many wait.
    ///
    /// - Returns: Whether it has to wait.
    func park(_ job: WriteJob, limit: Int) -> Bool {
        guard case .list(let id, staging: let own, run: _) = job.work, let staging = byID[id], staging !== own else { return false }
        if !parked.add(job, of: id, limit: limit) { job.refuse(ListError(.overloaded, "Too many writes are waiting.")) }
        return true
    }

    /// Gives a list to a long write.
    func begin(_ staging: Staging) {
        add(staging)
        begun.append(staging)
    }

    /// Takes in what a crash left half done.
    func takeOver(_ staging: Staging) {
        add(staging)
        abandoned.append(staging)
    }

    private func add(_ staging: Staging) {
        running[staging.list] = staging
        if let id = staging.id { byID[id] = staging }
    }

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
    func abandon(_ staging: Staging) -> [WriteJob] {
        guard staging.hasRows else { return end(staging) }
        guard running[staging.list] === staging, !abandoned.contains(where: { $0 === staging }) else { return [] }
        abandoned.append(staging)
        return []
    }

    /// A long write is done, or nothing is left of it.
    ///
    /// - Returns: The writes that waited for it.
    func end(_ staging: Staging) -> [WriteJob] {
        abandoned.removeAll { $0 === staging }
        guard running[staging.list] === staging else { return [] }
        running[staging.list] = nil
        guard let id = staging.id else { return [] }
        byID[id] = nil
        return parked.take(id)
    }
}
