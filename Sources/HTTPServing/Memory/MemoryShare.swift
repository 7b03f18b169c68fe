import Synchronization

/// One sender's share of a ``MemoryBudget``: a quarter of it at most.
///
/// An eighth of the budget is kept for senders that hold little, so that others who hold much keep nobody's small bodies out. Any thread may use it.
public final class MemoryShare: Sendable {
    public let sender: RequestSender
    private let budget: MemoryBudget
    private let used = Atomic<Int>(0)

    init(of sender: RequestSender, in budget: MemoryBudget) {
        self.sender = sender
        self.budget = budget
    }

    deinit {
        budget.forget(sender)
    }

    /// The most bytes that it takes.
    public var limit: Int { budget.shareLimit }

    /// Bytes that the sender holds now.
    public var usedCount: Int { used.load(ordering: .relaxed) }

    /// Whether so many bytes could be reserved now.
    public func fits(_ count: Int) -> Bool {
        guard reserve(count) else { return false }
        release(count)
        return true
    }

    /// Takes bytes of the budget for the sender.
    ///
    /// - Returns: `false`, and nothing is taken, where the sender has its share, or others have the budget.
    public func reserve(_ count: Int) -> Bool {
        guard reserveShare(count) else { return false }
        if budget.reserve(count, keeping: usedCount <= budget.lightLimit ? 0 : budget.reserved) { return true }
        releaseShare(count)
        return false
    }

    /// Takes bytes of the budget, with `isForced` also where there is no room for them.
    public func reserve(_ count: Int, isForced: Bool) -> Bool {
        guard isForced else { return reserve(count) }
        add(count)
        return true
    }

    /// Takes bytes whether or not there is room for them: for what can't be refused any more.
    public func add(_ count: Int) {
        addShare(count)
        budget.add(count)
    }

    /// Gives back bytes that were taken.
    public func release(_ count: Int) {
        releaseShare(count)
        budget.release(count)
    }

    /// Takes bytes and gives them back with the object; `nil` where there is no room for them.
    public func charge(_ count: Int) -> MemoryCharge? {
        reserve(count) ? MemoryCharge(of: count, in: self) : nil
    }

    /// Counts bytes that the budget has counted for another sender.
    func reserveShare(_ count: Int) -> Bool {
        var known = used.load(ordering: .relaxed)
        while count <= limit - min(known, limit) {
            let (exchanged, original) = used.weakCompareExchange(expected: known, desired: known &+ count, ordering: .relaxed)
            if exchanged { return true }
            known = original
        }
        return false
    }

    func addShare(_ count: Int) { used.wrappingAdd(count, ordering: .relaxed) }

    func releaseShare(_ count: Int) { used.wrappingSubtract(count, ordering: .relaxed) }

    /// Bytes of the budget alone, for what several senders hold.
    func reserveOfBudget(_ count: Int) -> Bool { budget.reserve(count, keeping: usedCount <= budget.lightLimit ? 0 : budget.reserved) }

    func addToBudget(_ count: Int) { budget.add(count) }

    func releaseOfBudget(_ count: Int) { budget.release(count) }
}
