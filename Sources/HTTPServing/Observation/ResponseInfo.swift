/// What is known of a response beside itself and its request.
public struct ResponseInfo: Sendable {
    /// The request's route; `nil` for a path that leads nowhere.
    public let route: RoutePattern?
    /// Bytes of the body that are sent: none for a HEAD or a 304. For a stream, those sent so far.
    public internal(set) var bytes: Int
    /// Microseconds from the request's arrival; for a stream that has ended until its end, else until the response was made.
    public internal(set) var microseconds: Int
}

/// A moment since the process began to look at the clock. A duration is copied as two numbers, an instant by functions of its type.
struct Moment {
    private static let start = ContinuousClock.now
    private let time: Duration

    /// The moment that is now.
    static var now: Moment { Moment(time: start.duration(to: .now)) }

    /// Whole microseconds since this moment.
    var microsecondsUntilNow: Int {
        let (seconds, attoseconds) = (Self.now.time - time).components
        return Int(seconds) &* 1_000_000 &+ Int(attoseconds / 1_000_000_000_000)
    }
}
