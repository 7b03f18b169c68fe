import Foundation

extension RemoteDataProvider: ServedList {
    var waitingWrites: [WaitingWrite] { sender.queue.writes.compactMap { WaitingWrite($0, in: list) } }

    func discard(_ key: String) { sender.discard(key) }

    /// Sends what an earlier run has left too, where the list was not started yet.
    func sendWaiting() async {
        sender.restore()
        await sender.drain()
    }

    func leaveAccount() async -> Bool {
        let isStarted = follower.session.link != .closed
        if isStarted { hangUp() }
        rows.cancel()
        await snapshots.flush()
        return isStarted
    }

    func enterAccount(isStarted: Bool) {
        let (cache, service) = (options.cache, requests.service)
        let outbox = cache.map { OutboxFile.shared(at: $0.outbox(of: list, on: service)) }
        sender.enter(outbox)
        snapshots.enter(cache.map { SnapshotFile(url: $0.snapshot(of: list, on: service)) }, outbox)
        history.clear()
        follower.forget()
        if isStarted { start() }
    }
}

extension ListCache {
    func snapshot(of list: String, on service: SectionalService) -> URL { snapshot(of: list, at: service.base, for: service.account) }

    func outbox(of list: String, on service: SectionalService) -> URL { outbox(of: list, at: service.base, for: service.account) }
}
