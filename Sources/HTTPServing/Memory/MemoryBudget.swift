import Synchronization

/// Bytes of memory that all requests together may hold: bodies, the data read out of them, unsent answers, and unread events.
///
/// The budget counts bytes before they are allocated. Each sender takes its own part of it (``MemoryShare``). Any thread may use it; nobody
/// waits.
public final class MemoryBudget: Sendable {
    private struct Entry {
        weak var share: MemoryShare?
    }

    /// The most bytes that are given away.
    public let limit: Int
    private let used = Atomic<Int>(0)
    /// The shares of the senders that hold something, or are connected.
    private let shares = Mutex<[RequestSender: Entry]>([:])

    public init(limit: Int) {
        self.limit = max(0, limit)
    }

    /// Bytes that are held now; more than the limit where ``add(_:)`` was called.
    public var usedCount: Int { used.load(ordering: .relaxed) }

    /// The most bytes of one sender.
    public var shareLimit: Int { limit / 4 }

    /// Bytes kept for senders that hold little.
    var reserved: Int { limit / 8 }

    /// The most bytes of a sender that holds little.
    var lightLimit: Int { max(64 << 10, limit / 32) }

    /// A sender's share of the budget; the same object for all who ask while somebody has it.
    public func share(of sender: RequestSender) -> MemoryShare {
        shares.withLock { shares in
            if let share = shares[sender]?.share { return share }
            let share = MemoryShare(of: sender, in: self)
            shares[sender] = Entry(share: share)
            return share
        }
    }

    /// Nobody has the share of a sender any more, unless it was made anew.
    func forget(_ sender: RequestSender) {
        shares.withLock { shares in
            if shares[sender]?.share == nil { shares[sender] = nil }
        }
    }

    /// Takes bytes of the budget.
    ///
    /// - Parameter kept: Bytes that are to be left.
    /// - Returns: `false`, and nothing is taken, where there are not so many left.
    public func reserve(_ count: Int, keeping kept: Int = 0) -> Bool {
        var known = used.load(ordering: .relaxed)
        while count <= limit - kept - min(known, limit) {
            let (exchanged, original) = used.weakCompareExchange(expected: known, desired: known &+ count, ordering: .relaxed)
            if exchanged { return true }
            known = original
        }
        return false
    }

    /// Takes bytes whether or not there are so many left: for what can't be refused any more.
    public func add(_ count: Int) { used.wrappingAdd(count, ordering: .relaxed) }

    /// Gives back bytes that were taken.
    public func release(_ count: Int) { used.wrappingSubtract(count, ordering: .relaxed) }
}
