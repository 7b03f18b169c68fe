import Commands
import Foundations
import Logging

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Ends the process when a stop takes too long: a thread may wait for a disk that does not answer.
///
/// Acknowledged writes are on the disk by then.
struct StopLimit {
    /// Seconds beyond the settings' time.
    private static let grace = 0.5

    private let logger: Logger

    /// Starts to count.
    init(seconds: Double, logger: Logger) {
        self.logger = logger
        SystemThread.start(named: "stop limit") { [self] in
            SystemThread.pause(seconds: seconds + Self.grace)
            endNow()
        }
    }

    /// Ends the process, with 1.
    func endNow() -> Never {
        logger.error("something still runs after shutdown.seconds, and is left behind")
        _exit(CommandFailure.generalStatus)
    }
}
