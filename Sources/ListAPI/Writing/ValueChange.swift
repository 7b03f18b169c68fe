import HTTPServing
import HTTPTypes
import Lists
import Wire

/// What the body of a `PUT` or `PATCH` does to an item's value.
enum ValueChange: Sendable {
    case replace(JSONValue)
    case merge(MergePatch, ContentLimits)
    /// A JSON patch, or what is wrong with its meaning: that is told after the item was found and its preconditions were checked.
    case patch(Result<JSONPatch, RequestProblem>, ContentLimits)

    init(_ request: Request, limits: ContentLimits) throws {
        guard request.method == .patch else {
            try BodyType.check(request, among: [MediaType.json])
            self = .replace(try ValueBodyReader.value(request.body, limits: limits))
            return
        }
        try BodyType.check(request, among: [MediaType.mergePatch, MediaType.jsonPatch, MediaType.json])
        let isJSONPatch = BodyType.isOf(MediaType.jsonPatch, request)
        let body = try ValueBodyReader.patch(request.body, limits: limits, envelope: isJSONPatch ? 2 : 0)
        if isJSONPatch {
            self = .patch(Result { () throws(JSONPatchError) in try JSONPatch(body) }.mapError { RequestProblem($0) }, limits)
        } else {
            self = .merge(try MergePatch(body), limits)
        }
    }

    /// - Throws: `too-large` where the outcome is; for a JSON patch also what ``RequestProblem`` makes of a ``JSONPatchError``.
    func applied(to value: JSONValue) throws -> JSONValue {
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
