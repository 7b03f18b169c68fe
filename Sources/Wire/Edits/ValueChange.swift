public import JSON
public import Lists

/// What a write does to an item's value.
public enum ValueChange: Sendable {
    case replace(JSONValue)
    case merge(MergePatch, ContentLimits)
    /// A JSON patch, or what is wrong with its meaning: that is told after the item was found and its preconditions were checked.
    case patch(Result<JSONPatch, RequestProblem>, ContentLimits)

    /// What it makes of a value.
    ///
    /// - Parameter budget: What the patches of the request may copy together; taken off before it is done.
    /// - Throws: `too-large` where the outcome is; for a JSON patch also what ``RequestProblem`` makes of a ``JSONPatchError``.
    public func applied(to value: JSONValue, budget: inout PatchBudget) throws -> JSONValue {
        switch self {
        case .replace(let new): return new
        case .merge(let patch, let limits):
            let merged = try patch.applied(to: value)
            try ValueBodyReader.check(merged, limits: limits)
            return merged
        case .patch(let patch, let limits):
            let patch = try patch.get()
            let outcome: JSONValue
            do throws(JSONPatchError) {
                outcome = try patch.applied(to: value, budget: &budget)
            } catch {
                throw RequestProblem(error)
            }
            try ValueBodyReader.check(outcome, limits: limits)
            return outcome
        }
    }

    /// What it makes of a value where it is the only change of its request.
    ///
    /// - Throws: As ``applied(to:budget:)``.
    public func applied(to value: JSONValue, limits: ContentLimits) throws -> JSONValue {
        var budget = PatchBudget(limit: limits.value)
        return try applied(to: value, budget: &budget)
    }
}
