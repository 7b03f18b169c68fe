/// A moment since the process began to look at the clock. A duration is copied as two numbers, an instant by functions of its type.
struct Moment {
    private static let start = ContinuousClock.now
    private static let attosecondsInMicrosecond: Int64 = 1_000_000_000_000
    private let time: Duration

    /// The moment that is now.
    static var now: Moment { Moment(time: start.duration(to: .now)) }

    /// Whole microseconds since this moment.
    var microsecondsUntilNow: Int {
        let attoseconds = (Self.now.time - time).attoseconds
        // Nine seconds fit into a word, which is divided by one instruction.
        if let few = Int64(exactly: attoseconds) { return Int(few / Self.attosecondsInMicrosecond) }
        return Int(clamping: attoseconds / Int128(Self.attosecondsInMicrosecond))
    }
}
