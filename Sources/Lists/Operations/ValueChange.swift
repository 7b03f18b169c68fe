public import JSON

/// A change of an item's value.
public enum ValueChange: Sendable {
    case replace(JSONText)
    case merge(MergePatch)
    case patch(JSONPatch)

    /// Returns the changed value.
    ///
    /// - Parameter budget: The bytes that the request's patches may copy together; taken off before they are copied.
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

/// A change of a section's content beside its items.
public protocol SectionChange: Sendable {
    /// - Throws: An error of the change or of its outcome.
    func applied(to content: SectionContent) throws -> SectionContent
}

/// The value that an operation makes, prepared before its turn.
///
/// A change makes the same of the same value whenever it is applied.
public final class PreparedChange: Sendable {
    /// The revision that has the value; `nil` where an earlier operation makes the value.
    let revision: ItemRevision?
    let input: JSONText
    let outcome: Result<JSONText, any Error>
    /// The part of the budget that it took.
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
