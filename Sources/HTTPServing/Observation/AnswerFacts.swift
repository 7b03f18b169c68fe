/// What is known of an answer beside its request and its response.
public struct AnswerFacts: Sendable {
    /// The pattern of the path in the router; `nil` for a path that leads nowhere.
    public let route: String?
    /// Stands for ``route``, so that it need not be compared as text.
    let place: Int?
    /// Bytes of the body that are sent: none for a HEAD or a 304. For a stream, those sent so far.
    public internal(set) var bytes: Int
    /// Microseconds from the request's arrival; for a stream that has ended until its end, else until the answer was made.
    public internal(set) var microseconds: Int
}
