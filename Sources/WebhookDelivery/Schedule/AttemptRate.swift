/// How many attempts may be made in a time: the generic cell rate algorithm (ITU-T I.371, annex A), over a clock of milliseconds.
///
/// As many as two seconds bring may be made at once. Who has made them waits until half of them may be made again, so that what comes next comes in
/// groups as well.
struct AttemptRate {
    private static let burst: Int64 = 2_000_000

    /// Microseconds that each attempt takes of the time.
    private let interval: Int64
    /// The time that is taken up by the attempts so far: microseconds.
    private var takenUntil: Int64 = 0

    init(perSecond: Int) {
        interval = 1_000_000 / Int64(max(1, perSecond))
    }

    /// Notes an attempt.
    ///
    /// - Parameter now: Milliseconds.
    /// - Returns: The time before which no other is to be made; `nil` where one may be made at once.
    mutating func note(at now: Int64) -> Int64? {
        let (time, overflow) = now.multipliedReportingOverflow(by: 1_000)
        // A clock that was set back takes nothing up.
        if overflow || takenUntil > time &+ 2 &* Self.burst { takenUntil = 0 }
        guard !overflow else { return nil }
        takenUntil = max(takenUntil, time) &+ interval
        let taken = takenUntil &- time
        return taken < Self.burst ? nil : now &+ (taken &- Self.burst / 2) / 1_000
    }
}
