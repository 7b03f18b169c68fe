public import Lists

/// What a write does to an item's value.
public enum ValueChange: Sendable {
    case replace(JSONValue)
    case merge(MergePatch, ContentLimits)
    /// A JSON patch, or what is wrong with its meaning: that is told after the item was found and its preconditions were checked.
    case patch(Result<JSONPatch, RequestProblem>, ContentLimits)

    /// - Throws: `too-large` where the outcome is; for a JSON patch also what ``RequestProblem`` makes of a ``JSONPatchError``.
    public func applied(to value: JSONValue) throws -> JSONValue {
        switch self {
        case .replace(let new): return new
        case .merge(let patch, let limits):
            let merged = try patch.applied(to: value)
            try ValueBodyReader.check(merged, limits: limits)
            return merged
        case .patch(let patch, let limits):
            let patch = try patch.get()
            let patched = Result { () throws(JSONPatchError) in try patch.applied(to: value, limit: limits.value) }
            let outcome = try patched.mapError { RequestProblem($0) }.get()
            try ValueBodyReader.check(outcome, limits: limits)
            return outcome
        }
    }
}
