import HTTPServing
import HTTPTypes
import Lists
import Wire

/// What the body of a `PUT` or `PATCH` does to an item's value.
enum ValueChange: Sendable {
    case replace(JSONValue)
    case merge(MergePatch, ContentLimits)

    init(_ request: Request, limits: ContentLimits) throws {
        if request.method == .patch {
            try BodyType.check(request, among: [MediaType.mergePatch, MediaType.json])
            self = .merge(try MergePatch(try ValueBodyReader.patch(request.body, limits: limits)), limits)
        } else {
            try BodyType.check(request, among: [MediaType.json])
            self = .replace(try ValueBodyReader.value(request.body, limits: limits))
        }
    }

    /// - Throws: `too-large` where the outcome is.
    func applied(to value: JSONValue) throws -> JSONValue {
        switch self {
        case .replace(let new): return new
        case .merge(let patch, let limits):
            let merged = try patch.applied(to: value)
            try ValueBodyReader.check(merged, limits: limits)
            return merged
        }
    }
}
