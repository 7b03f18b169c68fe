/// The amount that all patches of one request may copy and look at together. It keeps the request's time and memory in proportion to its
/// size.
public struct PatchBudget: Sendable, Equatable {
    /// Bytes that may still be copied, so that copies of copies end.
    var copies: Int
    /// Parts of values that may still be looked at once more than the request explains: to see how deep they are, or what a long number is
    /// worth.
    var visits: Int

    /// - Parameter limit: The most bytes of a value. Eight times that may be copied.
    public init(limit: Int) {
        let (budget, overflows) = limit.multipliedReportingOverflow(by: 8)
        copies = overflows ? Int.max : budget
        visits = copies
    }

    /// Returns the amount taken from a budget since it was `before`.
    public func spent(since before: PatchBudget) -> PatchBudget {
        PatchBudget(copies: before.copies - copies, visits: before.visits - visits)
    }

    /// Takes off what was spent elsewhere.
    ///
    /// - Returns: Whether there was enough.
    public mutating func take(_ spent: PatchBudget) -> Bool {
        copies -= spent.copies
        visits -= spent.visits
        return copies >= 0 && visits >= 0
    }

    private init(copies: Int, visits: Int) {
        self.copies = copies
        self.visits = visits
    }
}
