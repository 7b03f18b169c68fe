import Foundation

/// The writes of one list that wait for their answers: which may be sent now, and what an answer means.
///
/// Writes on one item go one after another, in the order they were made; others beside each other, four at once. Pure: times come in, as
/// seconds since some moment, by a clock that nobody sets.
struct WriteQueue {
    /// The fate of a write at its answer.
    enum Outcome: Equatable {
        /// Done; `version` has it, nil where the answer does not say.
        case done(version: ListVersion?)
        case refused(ListFailure)
        /// It is sent again later.
        case waiting
    }

    /// A write that the server has put off.
    private struct Delay {
        var backoff = Backoff()
        /// It is not sent before this time.
        var until: TimeInterval = 0
        /// Counts up, over all writes: who was put off last comes last.
        var turn = 0
    }

    private static let widest = 4
    /// Seconds between two attempts with a token that the list's other requests get in with.
    static let secondsBetweenSignIns: TimeInterval = 30

    private(set) var writes: [PendingWrite] = []
    private var sending: Set<String> = []
    /// Writes of `sending` that were sent before, and so may have been done.
    private var repeated: Set<String> = []
    private var backoff = Backoff()
    private var delays: [String: Delay] = [:]
    private var turns = 0
    /// No write is sent before this time; infinity waits for ``resume()``.
    private var pausedUntil: TimeInterval?
    /// No write is sent before ``resume()``.
    private var isStopped = false
    private var own = OwnRevisions()

    var isEmpty: Bool { writes.isEmpty }

    mutating func add(_ write: PendingWrite) { writes.append(write) }

    /// The write over what this app has made by now, as the disk has to keep it: answers that nothing on disk waits for are forgotten.
    func resolved(_ write: PendingWrite) -> PendingWrite {
        var write = write
        write.resolve(own.newest)
        return write
    }

    /// The last write that waits on the item of an update, with that update in it; nil where they cannot be one request: it may have been sent,
    /// or somebody has seen another revision since.
    func merged(_ write: PendingWrite) -> PendingWrite? {
        let lanes = Set(write.lanes.map(ExactID.init))
        guard let last = writes.last(where: { !lanes.isDisjoint(with: $0.lanes.map(ExactID.init)) && $0.kind != .interaction }) else {
            return nil
        }
        return last.isSent || sending.contains(last.key) ? nil : last.merged(with: write)
    }

    /// A write that waits is another request.
    mutating func replace(_ write: PendingWrite) {
        guard let index = writes.firstIndex(where: { $0.key == write.key }) else { return }
        writes[index] = write
    }

    /// Takes what a write of this list has made, of an earlier run or of this one.
    mutating func learn(_ answer: WriteAnswer) { own.learn(answer) }

    /// The answer to a write, with the revisions over which this app began to write on its items: for an outbox that forgets the writes before.
    func joined(_ answer: WriteAnswer) -> WriteAnswer { own.joined(answer) }

    /// The writes to send now. Each counts as being sent until it is answered.
    ///
    /// - Parameter screen: The version that is shown.
    mutating func next(now: TimeInterval, screen: ListVersion) -> [PendingWrite] {
        if isStopped { return [] }
        if let pausedUntil, pausedUntil > now { return [] }
        pausedUntil = nil
        own.forget(at: screen) { Set(writes.flatMap(\.items).map(ExactID.init)) }
        // After a failure one write finds out whether the server is there again.
        let widest = backoff.attempts > 0 ? 1 : Self.widest
        return candidates(now).prefix(max(0, widest - sending.count)).map { index in
            let write = writes[index]
            if write.isSent {
                repeated.insert(write.key)
            } else {
                writes[index].resolve(own.newest)
                writes[index].isSent = true
            }
            sending.insert(write.key)
            return writes[index]
        }
    }

    /// When a write may be sent next that waits for its time; nil where none does.
    func nextTime(now: TimeInterval) -> TimeInterval? {
        if isStopped { return nil }
        if let pausedUntil, pausedUntil > now { return pausedUntil.isFinite ? pausedUntil : nil }
        return delays.values.lazy.map(\.until).filter { $0 > now }.min()
    }

    /// The writes that nothing holds up, first those that were not put off.
    private func candidates(_ now: TimeInterval) -> [Int] {
        var taken: Set<ExactID> = []
        var isTapAhead = false
        var free: [(index: Int, turn: Int)] = []
        for (index, write) in writes.enumerated() {
            let lanes = write.lanes.map(ExactID.init)
            // A row that was moved out of a section before its deletion has to be out of it.
            let isHeld = write.deletesSections ? !taken.isEmpty : !taken.isDisjoint(with: lanes)
            let isBlocked = write.kind == .interaction ? isTapAhead : isHeld
            if write.kind == .interaction { isTapAhead = true } else { taken.formUnion(lanes) }
            let delay = delays[write.key]
            guard !isBlocked, !sending.contains(write.key), (delay?.until ?? 0) <= now else { continue }
            free.append((index, delay?.turn ?? 0))
        }
        return free.sorted { ($0.turn, $0.index) < ($1.turn, $1.index) }.map(\.index)
    }

    /// An answer of the server.
    mutating func answered(_ key: String, _ answer: WriteAnswer) {
        if finish(key) != nil { own.learn(answer) }
    }

    /// No answer, or a refusal.
    ///
    /// - Parameters:
    ///   - isAnswer: Whether there was an answer: then the fault may be this write's alone, and another is tried before it.
    ///   - isLive: Whether the list is followed, so that nothing will say that somebody has signed in.
    ///   - random: In 0..<1.
    mutating func failed(
        _ key: String, _ failure: SessionFailure, isAnswer: Bool = false, isLive: Bool = false, now: TimeInterval, random: Double
    ) -> Outcome {
        let isRepeated = repeated.remove(key) != nil
        switch failure {
        case .network(let retryAfter):
            sending.remove(key)
            pausedUntil = now + backoff.next(random: random, atLeast: retryAfter)
            if isAnswer { delay(key, atLeast: retryAfter, now, random) }
            return .waiting
        case .final(.unauthorized):
            // Waits for somebody to sign in.
            sending.remove(key)
            pausedUntil = isLive ? now + Self.secondsBetweenSignIns : .infinity
            return .waiting
        case .final(let failure):
            guard let write = finish(key), isRepeated, write.isDone(by: failure) else { return .refused(failure) }
            let revision = failure.problem?.current?["revision"]?.integer
            if let revision { own.learn(write.answer(version: revision, revision: revision)) }
            return .done(version: revision)
        case .versionGone:
            _ = finish(key)
            return .refused(.versionGone)
        case .otherHistory:
            _ = finish(key)
            return .refused(.otherHistory)
        }
    }

    /// The list is another than the one that was seen: takes out what was written to that, but for what is being sent. An insertion too: what
    /// it was to come beside, or its section, is something else by now, whether or not it has the same id.
    mutating func beginAnew() -> [PendingWrite] {
        own = OwnRevisions()
        let refused = writes.filter { !sending.contains($0.key) }
        for write in refused { _ = finish(write.key) }
        return refused
    }

    /// Takes a write again that was refused and is another request now. It is the next of its item.
    mutating func putBack(_ write: PendingWrite) { writes.insert(write, at: 0) }

    /// Takes out a write that is not wanted any more.
    mutating func remove(_ key: String) -> PendingWrite? { finish(key) }

    /// Sends nothing more.
    mutating func stop() { isStopped = true }

    /// A write was called back: it may have been done, and is sent again.
    mutating func interrupted(_ key: String) {
        sending.remove(key)
        repeated.remove(key)
    }

    /// There is a network again, or somebody has signed in.
    mutating func resume() {
        isStopped = false
        pausedUntil = nil
        backoff.reset()
        for key in delays.keys { delays[key]?.until = 0 }
    }

    private mutating func delay(_ key: String, atLeast least: TimeInterval, _ now: TimeInterval, _ random: Double) {
        turns += 1
        var delay = delays[key] ?? Delay()
        delay.until = now + delay.backoff.next(random: random, atLeast: least)
        delay.turn = turns
        delays[key] = delay
    }

    private mutating func finish(_ key: String) -> PendingWrite? {
        backoff.reset()
        pausedUntil = nil
        sending.remove(key)
        repeated.remove(key)
        delays[key] = nil
        guard let index = writes.firstIndex(where: { $0.key == key }) else { return nil }
        return writes.remove(at: index)
    }
}

extension PendingWrite {
    /// Whether a refusal of what was sent before says that it was done then: the server remembers a key for a day only.
    fileprivate func isDone(by failure: ListFailure) -> Bool {
        switch failure {
        case .invalid(let problem): hasOwnIDs == true && problem.known == .idTaken || isDeletionOfSections(doneBy: failure)
        case .gone: method == "DELETE" || isDeletionOfSections(doneBy: failure)
        case .conflict(_, let problem):
            if kind == .update, let value = problem.current?["value"],
                let body = body.flatMap({ try? JSONDecoder().decodeExactly(JSONValue.self, from: $0) })
            {
                method == "PATCH" ? value.holds(body) : value == body
            } else {
                false
            }
        default: false
        }
    }
}

extension JSONValue {
    fileprivate var integer: ListVersion? {
        if case .integer(let value) = self { ListVersion(exactly: value) } else { nil }
    }

    /// Whether a merge patch changes nothing (RFC 7396).
    fileprivate func holds(_ patch: JSONValue) -> Bool {
        guard case .object(let members) = patch else { return self == patch }
        guard case .object(let own) = self else { return false }
        return members.allSatisfy { name, member in member == .null ? own[name] == nil : own[name]?.holds(member) ?? false }
    }
}
