/// When a stream may send the next event of each of its lists, where its reader wants them at most once in an interval: a state machine
/// without a clock. Times are nanoseconds of one clock.
///
/// A list opens again on a grid of eighths of the interval, never early. So readers with one interval who are sent an event at about the same
/// time want the same change next, and share its text.
struct EventPacing {
    private let interval: UInt64
    private let grid: UInt64
    /// When the next event of each list may be sent.
    private var openings: [UInt64]
    /// The time of the wake-up that was asked for last.
    private var nextWakeUp: UInt64 = 0

    /// - Parameter milliseconds: The interval, at least 1.
    init(milliseconds: Int, lists: Int) {
        interval = UInt64(max(1, milliseconds)) * 1_000_000
        grid = interval / 8
        openings = Array(repeating: 0, count: lists)
    }

    func isOpen(_ list: Int, at now: UInt64) -> Bool { openings[list] <= now }

    /// Records that an event of a list is sent.
    mutating func send(_ list: Int, at now: UInt64) {
        openings[list] = (now + interval + grid - 1) / grid * grid
    }

    /// The time to be woken at for a list that has something to send; `nil` where a wake-up that comes no later is on its way.
    mutating func wakeUp(for list: Int, at now: UInt64) -> UInt64? {
        let opening = openings[list]
        guard opening > now, nextWakeUp <= now || nextWakeUp > opening else { return nil }
        nextWakeUp = opening
        return opening
    }
}
