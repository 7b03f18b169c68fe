import Dispatch

/// Nanoseconds of a clock that never goes back.
enum Uptime {
    static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    /// The time so many seconds from now; `.max` for one that is beyond the clock.
    static func after(seconds: Double) -> UInt64 {
        let (time, overflow) = now.addingReportingOverflow(nanoseconds(seconds))
        return overflow ? .max : time
    }

    /// The time so many seconds ago; 0 for one before the clock's start.
    static func ago(seconds: Double) -> UInt64 {
        let (time, overflow) = now.subtractingReportingOverflow(nanoseconds(seconds))
        return overflow ? 0 : time
    }

    private static func nanoseconds(_ seconds: Double) -> UInt64 {
        UInt64(exactly: (max(0, seconds) * 1e9).rounded()) ?? .max
    }
}
