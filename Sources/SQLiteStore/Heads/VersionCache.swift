import Lists
import Synchronization

/// Versions below the head that were read lately. Whoever asks has checked that the version is still in the history.
final class VersionCache: Sendable {
    private struct Key: Hashable {
        let list: Int64
        let version: Int64
    }

    private let heads = Mutex([Key: ListHead]())
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    func find(_ version: Int64, of list: Int64) -> ListHead? {
        heads.withLock { $0[Key(list: list, version: version)] }
    }

    func insert(_ head: ListHead) {
        heads.withLock { heads in
            if heads.count >= limit, let victim = heads.keys.randomElement() { heads[victim] = nil }
            heads[Key(list: head.number, version: head.version)] = head
        }
    }
}
