public import JSON

/// The change of an item's value by an operation.
public enum ValueChange: Sendable {
    case replace(JSONText)
    case merge(MergePatch)
    case patch(JSONPatch)

    /// Returns the changed value.
    ///
    /// - Parameter budget: The budget that the patches of the request share; a patch takes its work off before it does it.
    /// - Throws: ``ListError`` `tooLarge` if the outcome is too large; ``JSONPatchError``.
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

/// The change of a section's content by an operation.
public protocol SectionChange: Sendable {
    /// - Throws: An error that tells the fault of the change or of its outcome.
    func applied(to content: SectionContent) throws -> SectionContent
}

/// The outcome of an operation for a value, worked out before its turn.
///
/// A change has the same outcome for the same value whenever it is applied.
public final class PreparedChange: Sendable {
    /// The revision that has the value; `nil` where an earlier operation makes the value.
    let revision: ItemRevision?
    let input: JSONText
    let outcome: Result<JSONText, any Error>
    /// The part of the budget that the change took.
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
