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
