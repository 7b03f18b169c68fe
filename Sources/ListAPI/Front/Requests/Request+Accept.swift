import HTTPServing
import HTTPTypes
import JSON
import Lists
import Wire

extension Request {
    /// Whether the client takes an answer of a media type, or of another one, as it does where it does not say.
    func takes(_ essence: String, or other: String? = nil) -> Bool {
        var isTaken = true
        head.withValue(of: .accept) { value in
            isTaken = AcceptedTypes(of: essence, in: value).takes || other.map { AcceptedTypes(of: $0, in: value).takes } ?? false
        }
        return isTaken
    }

    /// Whether the client asks for a media type by its name, as browsers ask for HTML.
    func names(_ essence: String) -> Bool {
        var isNamed = false
        head.withValue(of: .accept) { isNamed = AcceptedTypes(of: essence, in: $0).names }
        return isNamed
    }

    /// Makes sure that the client takes JSON.
    ///
    /// - Throws: `not-acceptable`.
    func requireJSON() throws(RequestProblem) {
        guard takes(MediaType.json) else { throw Self.notAcceptable(MediaType.json) }
    }

    /// Makes sure that the client takes NDJSON; one that takes JSON reads each of its lines.
    ///
    /// - Throws: `not-acceptable`.
    func requireNDJSON() throws(RequestProblem) {
        guard takes(MediaType.ndjson, or: MediaType.json) else { throw Self.notAcceptable(MediaType.ndjson) }
    }

    /// Makes sure that the client takes an event stream.
    ///
    /// - Throws: `not-acceptable`.
    func requireEventStream() throws(RequestProblem) {
        guard takes(MediaType.eventStream) else { throw Self.notAcceptable(MediaType.eventStream) }
    }

    private static func notAcceptable(_ essence: String) -> RequestProblem {
        RequestProblem(.notAcceptable, "This is \(essence), which the Accept header does not take.")
    }
}
