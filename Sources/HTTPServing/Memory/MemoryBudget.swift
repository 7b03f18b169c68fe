import Synchronization

/// Bytes of memory that all requests together may hold: bodies, what was read out of them, and answers that are not sent yet.
///
/// What is reserved is counted before it is allocated. Any thread may use it; nobody waits.
public final class MemoryBudget: Sendable {
    /// The most bytes that ``reserve(_:)`` gives away.
    public let limit: Int
    private let used = Atomic<Int>(0)

    public init(limit: Int) {
        self.limit = max(0, limit)
    }

    /// Bytes that are held now; more than the limit where ``add(_:)`` was called.
    public var usedCount: Int { used.load(ordering: .relaxed) }

    /// Whether so many bytes could be reserved now.
    public func fits(_ count: Int) -> Bool { count <= limit - min(usedCount, limit) }

    /// Takes bytes of the budget.
    ///
    /// - Returns: `false`, and nothing is taken, where there are not so many left.
    public func reserve(_ count: Int) -> Bool {
        var known = used.load(ordering: .relaxed)
        while count <= limit - min(known, limit) {
            let (exchanged, original) = used.weakCompareExchange(expected: known, desired: known &+ count, ordering: .relaxed)
            if exchanged { return true }
            known = original
        }
        return false
    }

    /// Takes bytes of the budget, with `isForced` also where there are not so many left.
    public func reserve(_ count: Int, isForced: Bool) -> Bool {
        guard isForced else { return reserve(count) }
        add(count)
        return true
    }

    /// Takes bytes whether or not there are so many left: for what can't be refused any more.
    public func add(_ count: Int) { used.wrappingAdd(count, ordering: .relaxed) }

    /// Gives back bytes that were taken.
    public func release(_ count: Int) { used.wrappingSubtract(count, ordering: .relaxed) }

    /// Takes bytes and gives them back with the object; `nil` where there are not so many left.
    public func charge(_ count: Int) -> MemoryCharge? {
        reserve(count) ? MemoryCharge(of: count, in: self) : nil
    }
}
