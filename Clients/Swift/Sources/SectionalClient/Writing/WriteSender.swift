import Foundation

/// Sends the writes of one list: keeps each on disk until it is done, shows it meanwhile, and tells whoever made it how it went.
@MainActor
final class WriteSender<Item: Codable & Sendable> {
    private(set) var queue = WriteQueue()
    private(set) var outbox: OutboxFile?
    /// The calls that wait for the answer of a write, by its key.
    private var answers: [String: [UUID: CheckedContinuation<ListVersion, any Error>]] = [:]
    private var timer: Task<Void, Never>?
    /// The requests that are under way, by the keys of their writes.
    private var tasks: [String: Task<Void, Never>] = [:]
    /// Counts the accounts: an answer to another one's write means nothing here.
    private var accounts = 0
    /// Calls that wait until no request is under way.
    private var idle: [CheckedContinuation<Void, Never>] = []
    let screen: ListScreen<Item>
    private let follower: ListFollower<Item>
    let requests: ListRequests<Item>

    /// - Parameter outbox: Nil keeps nothing on disk.
    init(_ outbox: OutboxFile?, _ screen: ListScreen<Item>, _ follower: ListFollower<Item>, _ requests: ListRequests<Item>) {
        (self.outbox, self.screen, self.follower, self.requests) = (outbox, screen, follower, requests)
    }

    deinit {
        timer?.cancel()
        for call in idle { call.resume() }
    }

    /// Puts a write on disk and in the queue, and waits for its answer.
    ///
    /// - Parameter values: The values that items have by it, on the screen before it is sent.
    func submit(_ write: PendingWrite, showing values: [ExactID: Item] = [:]) async throws -> ListVersion {
        let write = queue.resolved(write.seen(in: follower.known.created))
        let key = try merge(write, values) ?? add(write, values)
        send()
        let waiter = UUID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { answers[key, default: [:]][waiter] = $0 }
        } onCancel: {
            Task { @MainActor [weak self] in
                self?.answers[key]?.removeValue(forKey: waiter)?.resume(throwing: CancellationError())
            }
        }
    }

    private func add(_ write: PendingWrite, _ values: [ExactID: Item]) throws -> String {
        try outbox?.append(write)
        show(write, values)
        queue.add(write)
        return write.key
    }

    /// Makes one request of an update and the one before it, where that waits.
    ///
    /// - Returns: The key of both; nil where it is a request of its own.
    private func merge(_ write: PendingWrite, _ values: [ExactID: Item]) throws -> String? {
        guard let merged = queue.merged(write), let id = write.condition?.id, let value = values[ExactID(id)] else { return nil }
        guard try outbox?.merge(merged) ?? true else { return nil }
        queue.replace(merged)
        screen.overlay.replace(value, key: merged.key, on: id)
        screen.rowChanged(id)
        return merged.key
    }

    /// Sends a tap. One that the disk does not take is sent all the same.
    func enqueue(_ tap: PendingWrite) {
        let tap = tap.seen(in: follower.known.created)
        try? outbox?.append(tap)
        queue.add(tap)
        send()
    }

    /// Takes over what an earlier run of the app has written and no snapshot has, and what another provider of the list has not got rid of yet.
    func restore() {
        for write in outbox?.answered() ?? [] {
            guard let answer = write.answer else { continue }
            queue.learn(answer)
            if answer.version > screen.model.version { show(write) }
        }
        for write in outbox?.read(except: Set(queue.writes.map(\.key))) ?? [] {
            queue.add(write)
            show(write)
        }
        send()
    }

    /// Sends nothing more before ``resume()``, and calls back what is under way: it may have been done, and is sent again then with its key.
    func stop() {
        queue.stop()
        timer?.cancel()
        for task in tasks.values { task.cancel() }
    }

    /// Sends what waits, and returns when no request is under way any more.
    func drain() async {
        resume()
        guard !tasks.isEmpty else { return }
        await withCheckedContinuation { idle.append($0) }
    }

    private func endIdle() {
        guard tasks.isEmpty else { return }
        let calls = idle
        idle = []
        for call in calls { call.resume() }
    }

    /// Takes back a write that waits. One that is under way is called back, and may have been done.
    func discard(_ key: String) {
        guard let write = queue.remove(key) else { return }
        tasks.removeValue(forKey: key)?.cancel()
        refuse(write, .discarded)
        send()
    }

    /// Somebody else is signed in: what waits stays on disk for whoever made it, and calls for its answers end.
    func enter(_ outbox: OutboxFile?) {
        accounts += 1
        stop()
        (queue, tasks, self.outbox) = (WriteQueue(), [:], outbox)
        screen.overlay = Overlay()
        let calls = answers.values.flatMap(\.values)
        answers = [:]
        for call in calls { call.resume(throwing: CancellationError()) }
        endIdle()
    }

    /// There is a network again, or somebody has signed in.
    func resume() {
        queue.resume()
        send()
    }

    /// Sends at once what waits, and again what is under way: its connection may be dead.
    func restart() {
        for task in tasks.values { task.cancel() }
        resume()
    }

    /// The list is another: what was written to the one before is refused, and what it has answered has no meaning.
    func beginAnew() {
        forgetAnswers()
        screen.overlay.forgetAnswered()
        for write in queue.beginAnew() { refuse(write, .otherHistory) }
    }

    /// No snapshot will have what was answered.
    func forgetAnswers() { try? outbox?.forgetAnswers() }

    // MARK: Sending

    private func send() {
        for write in queue.next(now: Self.now, screen: screen.model.version) {
            tasks[write.key] = Task { [weak self, requests, outbox, accounts, confirmed = follower.known.confirmed] in
                do {
                    let answer = try await requests.send(write, from: outbox, to: confirmed)
                    if self?.accounts == accounts { self?.settle(write, answer) }
                } catch {
                    guard self?.accounts == accounts else { return }
                    if Task.isCancelled, !(error is ListFailure) { self?.interrupted(write) } else { self?.settle(write, error) }
                }
            }
        }
        sendLater()
        endIdle()
    }

    /// Seconds by a clock that goes on whatever the time of day is set to.
    private static var now: TimeInterval { ProcessInfo.processInfo.systemUptime }

    private func interrupted(_ write: PendingWrite) {
        tasks[write.key] = nil
        queue.interrupted(write.key)
        send()
        endIdle()
    }

    private func settle(_ write: PendingWrite, _ answer: WriteAnswer) {
        tasks[write.key] = nil
        queue.answered(write.key, answer)
        finish(write, answer)
        guard let made = answer.created else { return }
        if let created = follower.known.created, created != made { follower.handle(.misfit) } else { follower.known.confirmed = made }
    }

    /// The server has a write.
    private func finish(_ write: PendingWrite, _ answer: WriteAnswer) {
        try? outbox?.answered(write.key, queue.joined(answer))
        for condition in write.conditions { screen.overlay.answered(key: write.key, on: condition.id, version: answer.version) }
        screen.overlay.positions.answered(key: write.key, version: answer.version)
        screen.overlay.sections.answered(key: write.key, version: answer.version)
        screen.settleOverlay()
        for waiter in answers.removeValue(forKey: write.key)?.values ?? [:].values { waiter.resume(returning: answer.version) }
        send()
    }

    private func settle(_ write: PendingWrite, _ error: any Error) {
        tasks[write.key] = nil
        let outcome = queue.failed(
            write.key, SessionFailure(error), isAnswer: error is ListFailure, isLive: follower.session.isLive, now: Self.now,
            random: .random(in: 0..<1))
        switch outcome {
        case .done(let version): finish(write, write.answer(version: version ?? screen.model.version, revision: version))
        case .waiting:
            if !(error is ListFailure) { follower.known.confirmed = nil }
            sendLater()
            endIdle()
        case .refused(let failure):
            if let next = write.next(after: failure), (try? outbox?.change(next)) != nil || outbox == nil {
                queue.putBack(next)
            } else {
                refuse(write, failure)
            }
            send()
        }
    }

    /// Takes a write back, and tells whoever made it.
    private func refuse(_ write: PendingWrite, _ failure: ListFailure) {
        try? outbox?.done(write.key)
        for condition in write.conditions {
            screen.overlay.refused(key: write.key, on: condition.id)
            screen.rowChanged(condition.id)
        }
        for id in screen.overlay.positions.refused(key: write.key) { screen.rowChanged(id.text) }
        screen.sectionsChanged(screen.overlay.sections.refused(key: write.key))
        if let waiters = answers.removeValue(forKey: write.key)?.values, !waiters.isEmpty {
            for waiter in waiters { waiter.resume(throwing: failure) }
        } else if write.kind == .interaction {
            repeatWithoutVersion(write, failure)
        } else if failure != .discarded {
            screen.queue.refusals.append(ListRefusal(write, failure, value: value(of: write), decode: decoded))
            screen.consumer.wake()
        }
    }

    private func sendLater() {
        timer?.cancel()
        guard let time = queue.nextTime(now: Self.now) else { return }
        timer = Task { [weak self] in
            let seconds = max(0, time - Self.now) + 0.001
            guard (try? await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))) != nil else { return }
            self?.send()
        }
    }
}
