import Foundation

/// The writes of one list that wait for their answers: which may be sent now, and what an answer means.
///
/// Writes on one item go one after another, in the order they were made; others beside each other, four at once. Pure: times come in.
struct WriteQueue {
    /// What becomes of a write at its answer.
    enum Outcome: Equatable {
        /// Done; `version` is that of the answer.
        case done(version: ListVersion)
        case refused(ListFailure)
        /// It is sent again later.
        case waiting
    }

    private static let widest = 4

    private(set) var writes: [PendingWrite] = []
    private var sending: Set<String> = []
    private var backoff = Backoff()
    /// No write is sent before this time.
    private(set) var pausedUntil: Date?
    /// Revisions that this app's own writes have made, by item: a later write on the item was made over them.
    private var ownRevisions: [ExactID: ListVersion] = [:]

    var isEmpty: Bool { writes.isEmpty }

    mutating func add(_ write: PendingWrite) { writes.append(write) }

    /// The writes to send now. Each counts as being sent until it is answered.
    mutating func next(now: Date) -> [PendingWrite] {
        if let pausedUntil, pausedUntil > now { return [] }
        pausedUntil = nil
        var taken: Set<ExactID> = []
        var isTapAhead = false
        var ready: [PendingWrite] = []
        // After a failure one write finds out whether the server is there again.
        let widest = backoff.attempts > 0 ? 1 : Self.widest
        for index in writes.indices {
            let write = writes[index]
            let items = write.items.map(ExactID.init)
            defer {
                if write.kind == .interaction { isTapAhead = true } else { taken.formUnion(items) }
            }
            if sending.contains(write.key) { continue }
            let isBlocked = write.kind == .interaction ? isTapAhead : !taken.isDisjoint(with: items)
            guard !isBlocked, sending.count < widest else { continue }
            if !write.isSent {
                if let condition = write.condition, let own = ownRevisions[ExactID(condition.id)], own > condition.revision {
                    writes[index].condition?.revision = own
                }
                writes[index].isSent = true
            }
            sending.insert(write.key)
            ready.append(writes[index])
        }
        return ready
    }

    /// An answer of the server.
    ///
    /// - Parameter revision: The revision that the item has now, of an answer to an update.
    mutating func answered(_ key: String, version: ListVersion, revision: ListVersion?) -> Outcome {
        if let id = finish(key)?.condition.map({ ExactID($0.id) }), let revision { ownRevisions[id] = max(revision, ownRevisions[id] ?? 0) }
        return .done(version: version)
    }

    /// The screen is at a version: what is written from now on is written over what that shows.
    mutating func settle(at version: ListVersion) {
        // A write that waits may be older.
        if writes.isEmpty { ownRevisions = ownRevisions.filter { $0.value > version } }
    }

    /// No answer, or a refusal.
    ///
    /// - Parameter random: In 0..<1.
    mutating func failed(_ key: String, _ failure: SessionFailure, now: Date, random: Double) -> Outcome {
        switch failure {
        case .network(let retryAfter):
            sending.remove(key)
            pausedUntil = now.addingTimeInterval(backoff.next(random: random, atLeast: retryAfter))
            return .waiting
        case .final(.unauthorized):
            // Waits for somebody to sign in.
            sending.remove(key)
            pausedUntil = .distantFuture
            return .waiting
        case .final(let failure):
            _ = finish(key)
            return .refused(failure)
        case .versionGone:
            _ = finish(key)
            return .refused(.versionGone)
        }
    }

    /// There is a network again, or somebody has signed in.
    mutating func resume() {
        pausedUntil = nil
        backoff.reset()
    }

    private mutating func finish(_ key: String) -> PendingWrite? {
        backoff.reset()
        pausedUntil = nil
        sending.remove(key)
        guard let index = writes.firstIndex(where: { $0.key == key }) else { return nil }
        return writes.remove(at: index)
    }
}
