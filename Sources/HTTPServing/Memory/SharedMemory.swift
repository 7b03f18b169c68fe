import Synchronization

/// Bytes that several senders may hold at the same time: counted once in the budget, and once in the share of each who holds them.
public final class SharedMemory: Sendable {
    private struct Holder {
        let share: MemoryShare
        var count = 1
    }

    private let byteCount: Int
    private let holders = Mutex<[ObjectIdentifier: Holder]>([:])

    public init(byteCount: Int) {
        self.byteCount = byteCount
    }

    /// Whether nobody holds them.
    public var isFree: Bool { holders.withLock { $0.isEmpty } }

    /// Counts the bytes for a sender, once however often it holds them.
    ///
    /// - Parameter isForced: Whether they are counted although there is no room for them.
    /// - Returns: `false`, and they are not held, where there is no room for them.
    public func begin(_ share: MemoryShare, isForced: Bool = false) -> Bool {
        holders.withLock { holders in
            let id = ObjectIdentifier(share)
            if holders[id] != nil {
                holders[id]?.count += 1
                return true
            }
            guard take(share, isFirst: holders.isEmpty, isForced: isForced) else { return false }
            holders[id] = Holder(share: share)
            return true
        }
    }

    /// Ends what ``begin(_:isForced:)`` has begun.
    public func end(_ share: MemoryShare) {
        holders.withLock { holders in
            let id = ObjectIdentifier(share)
            guard let holder = holders[id] else { return }
            guard holder.count == 1 else {
                holders[id]?.count -= 1
                return
            }
            holders[id] = nil
            share.releaseShare(byteCount)
            if holders.isEmpty { share.releaseOfBudget(byteCount) }
        }
    }

    private func take(_ share: MemoryShare, isFirst: Bool, isForced: Bool) -> Bool {
        if isForced {
            share.addShare(byteCount)
            if isFirst { share.addToBudget(byteCount) }
            return true
        }
        guard share.reserveShare(byteCount) else { return false }
        guard isFirst, !share.reserveOfBudget(byteCount) else { return true }
        share.releaseShare(byteCount)
        return false
    }
}
