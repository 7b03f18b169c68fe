/// Bytes of a ``MemoryBudget``, held until nobody has this any more.
public final class MemoryCharge: Sendable {
    private let budget: MemoryBudget
    private let count: Int

    /// - Parameter count: Bytes that were taken of the budget.
    init(of count: Int, in budget: MemoryBudget) {
        self.count = count
        self.budget = budget
    }

    deinit {
        budget.release(count)
    }
}
