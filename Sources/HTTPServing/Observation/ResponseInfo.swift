/// The facts about a response, beside the response itself and its request.
public struct ResponseInfo: Sendable {
    /// The request's route; `nil` for a path that leads nowhere.
    public let route: RoutePattern?
    /// Bytes of the body that are sent: none for a HEAD or a 304. For a stream, those sent so far.
    public internal(set) var bytes: Int
    /// Microseconds from the request's arrival; for a stream that has ended until its end, else until the response was made.
    public internal(set) var microseconds: Int
}
