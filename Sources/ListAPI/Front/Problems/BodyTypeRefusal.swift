import HTTPServing
import HTTPTypes
import Wire

/// A body of a type that the route does not read.
struct BodyTypeRefusal: Error {
    let problem: RequestProblem
    /// The media types that it reads.
    let essences: [String]

    /// The response, which names the types of a `PATCH` in `Accept-Patch`.
    func response(to request: Request) -> Response {
        let accepted = Response.Header(.acceptPatch, essences.joined(separator: ", "))
        return Refusals.response(to: problem, request, headers: request.method == .patch ? [accepted] : [])
    }
}
