import Foundation

/// The writes of the whole app that wait for the server.
extension SectionalService {
    /// The writes of the account that the server does not have yet, of all lists, those of earlier runs of the app too, the oldest first.
    ///
    /// - Parameter cache: The folders in which the app's lists are kept; nil for the writes of this run alone.
    @MainActor
    public func waitingWrites(in cache: ListCache? = .caches) -> [WaitingWrite] {
        var writes = lists.all.flatMap(\.waitingWrites)
        for (list, outbox) in outboxes(in: cache) { writes += outbox.waiting().compactMap { WaitingWrite($0, in: list) } }
        var seen: Set<String> = []
        return writes.filter { seen.insert($0.id).inserted }.sorted { ($0.madeAt, $0.id) < ($1.madeAt, $1.id) }
    }

    /// Takes back a write that waits: it leaves the screen and the disk, and whoever waits for its answer gets ``ListFailure/discarded``.
    ///
    /// One that ``WaitingWrite/isSent`` may have been done on the server.
    @MainActor
    public func discard(_ write: WaitingWrite, in cache: ListCache? = .caches) throws {
        for list in lists.all where ExactID(list.list) == ExactID(write.list) { list.discard(write.id) }
        guard let cache else { return }
        try OutboxFile.shared(at: cache.outbox(of: write.list, on: self)).done(write.id)
    }

    /// Sends what waits, of all lists, those that no screen shows too, and returns when no request is under way any more: all is done or
    /// refused, or the server cannot be reached.
    ///
    /// - Returns: Refusals of lists that no screen shows; each other list tells of its own.
    @MainActor
    @discardableResult
    public func sendWaiting(in cache: ListCache? = .caches) async -> [ListRefusal<JSONValue>] {
        let served = lists.all
        let known = Set(served.map { ExactID($0.list) })
        var options = ListOptions(acceptedCells: nil)
        options.cache = cache
        let others = outboxes(in: cache).filter { !known.contains(ExactID($0.list)) && !$0.outbox.waiting().isEmpty }
            .map { RemoteDataProvider<JSONValue>(self, list: $0.list, options: options) }
        for list in served + others { await list.sendWaiting() }
        return others.flatMap(\.screen.queue.refusals)
    }

    private func outboxes(in cache: ListCache?) -> [(list: String, outbox: OutboxFile)] {
        guard let cache else { return [] }
        return cache.listsWithOutboxes(at: base, for: account).map { ($0, .shared(at: cache.outbox(of: $0, on: self))) }
    }

    /// Signs somebody else in, or nobody: each list of the app ends for the account before, and shows and sends what this account has.
    ///
    /// The writes of the account before stay on its disk, and are sent when it is signed in again; ``discard(from:)`` removes it.
    ///
    /// - Parameters:
    ///   - account: As in ``init(_:account:transport:headers:token:log:)``.
    ///   - body: Changes the app's token. No request is under way meanwhile, and none is sent.
    @MainActor
    public func changeAccount(to account: String?, _ body: () async throws -> Void = {}) async rethrows {
        var left: [(list: any ServedList, isStarted: Bool)] = []
        for list in lists.all { left.append((list, await list.leaveAccount())) }
        do {
            try await body()
        } catch {
            for (list, isStarted) in left where isStarted { list.enterAccount(isStarted: true) }
            throw error
        }
        await enter(account)
        for (list, isStarted) in left { list.enterAccount(isStarted: isStarted) }
    }
}
