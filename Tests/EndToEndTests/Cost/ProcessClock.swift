import Glibc

/// The processor time that another process has taken, all of its threads together.
struct ProcessClock {
    private let clock: clockid_t

    init(of process: Int32) throws {
        var clock = clockid_t()
        guard clock_getcpuclockid(process, &clock) == 0 else { throw TestFailure("no clock of process \(process)") }
        self.clock = clock
    }

    /// Seconds so far.
    var seconds: Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
