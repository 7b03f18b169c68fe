import HTTPServing
import HTTPTypes
import Wire

extension Request {
    /// Whether the client takes an answer of one of these media types, as it does where it does not say.
    func takes(_ essences: String...) -> Bool {
        guard let value = headers[.accept], value != "*/*" else { return true }
        let accepted = AcceptedTypes(parsing: value)
        return essences.contains(where: accepted.takes)
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
        guard takes(MediaType.ndjson, MediaType.json) else { throw Self.notAcceptable(MediaType.ndjson) }
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
