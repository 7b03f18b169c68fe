public import JSON

/// What an operation does to an item's value.
public enum ValueChange: Sendable {
    case replace(JSONText)
    case merge(MergePatch)
    case patch(JSONPatch)

    /// What it makes of a value.
    ///
    /// - Parameter budget: What the patches of the request may copy together; taken off before it is done.
    /// - Throws: ``ListError`` `tooLarge` where the outcome is; ``JSONPatchError``.
    public func applied(to value: JSONText, limits: ContentLimits, budget: inout PatchBudget) throws -> JSONText {
        let outcome: JSONText
        switch self {
        case .replace(let new): return new
        case .merge(let patch): outcome = try patch.applied(to: value)
        case .patch(let patch): outcome = try patch.applied(to: value, budget: &budget)
        }
        guard outcome.byteCount <= limits.value else {
            let message = "A value has at most \(limits.value) bytes; this one has \(outcome.byteCount)."
            throw ListError(.tooLarge, message, at: .part(.value))
        }
        return outcome
    }
}

/// What an operation does to what a section shows beside its items.
public protocol SectionChange: Sendable {
    /// - Throws: What is wrong with the change or its outcome.
    func applied(to content: SectionContent) throws -> SectionContent
}

/// What an operation makes of a value, worked out before its turn.
///
/// A change makes the same of the same value whenever it is applied.
public final class PreparedChange: Sendable {
    /// The revision that has the value; `nil` where an earlier operation makes the value.
    let revision: ItemRevision?
    let input: JSONText
    let outcome: Result<JSONText, any Error>
    /// What it took from the budget.
    let spent: PatchBudget

    /// Applies a change to a value.
    ///
    /// - Parameter budget: As in ``ValueChange/applied(to:limits:budget:)``.
    public init(
        _ change: ValueChange, of input: JSONText, in revision: ItemRevision?, limits: ContentLimits, budget: inout PatchBudget
    ) {
        self.input = input
        self.revision = revision
        let before = budget
        outcome = Result { try change.applied(to: input, limits: limits, budget: &budget) }
        spent = budget.spent(since: before)
    }

    /// The new value; `nil` where there is none.
    public var value: JSONText? { try? outcome.get() }

    /// Whether it was made of a revision's value.
    func isOf(_ revision: ItemRevision) -> Bool {
        self.revision?.key == revision.key || input == revision.value
    }
}
