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
    func reserve(_ count: Int, keeping kept: Int = 0) -> Bool {
        var known = used.load(ordering: .relaxed)
        while count <= limit - kept - min(known, limit) {
            let (exchanged, original) = used.weakCompareExchange(expected: known, desired: known &+ count, ordering: .relaxed)
            if exchanged { return true }
            known = original
        }
        return false
    }

    /// Takes bytes whether or not there are so many left: for what can't be refused any more.
    func add(_ count: Int) { used.wrappingAdd(count, ordering: .relaxed) }

    /// Gives back bytes that were taken.
    func release(_ count: Int) { used.wrappingSubtract(count, ordering: .relaxed) }
}

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
