/// The order of stored times, where a clock may have been wrong: milliseconds since 1970.
enum StoredTime {
    /// How far a clock may be behind a stored time and still be right.
    static let tolerance: Int64 = 60_000

    /// The time of what comes after another: never before it, unless that is so far behind the clock that the clock was wrong then.
    static func next(_ now: Int64, after last: Int64) -> Int64 { isWrong(last, now: now) ? now : max(now, last) }

    /// Whether a stored time is so far after now that one of both clocks was wrong.
    static func isWrong(_ time: Int64, now: Int64) -> Bool {
        let (behind, overflow) = time.subtractingReportingOverflow(now)
        return overflow ? time > now : behind > tolerance
    }

    /// The most rows behind one with a time after now in which one with an earlier time is looked for.
    static let searched: Int64 = 1_000
}
