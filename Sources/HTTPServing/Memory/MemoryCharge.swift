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

extension Answer {
    /// The same answer, which holds a charge until it is decided, or until nobody waits for it any more.
    public func holding(_ charge: MemoryCharge) -> Answer {
        guard case .deferred(let start) = self else { return self }
        return .deferred { complete in
            start { makeResponse in
                withExtendedLifetime(charge) { complete(makeResponse) }
            }
        }
    }
}
