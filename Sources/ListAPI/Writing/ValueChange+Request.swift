import HTTPServing
import HTTPTypes
import JSON
import Lists
import Wire

extension ValueChange {
    /// What the body of a `PUT` or `PATCH` does to an item's value.
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
}
