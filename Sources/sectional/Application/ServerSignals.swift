#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The signals that a server acts on: SIGTERM and SIGINT end it, SIGHUP has it read its settings again.
///
/// Made on the main thread before any other thread starts, for threads inherit what is blocked.
struct ServerSignals {
    /// The order that a signal gives.
    enum Order {
        case reload
        case stop
    }

    private static let ends = [SIGTERM, SIGINT]
    private var signals = sigset_t()

    /// From now on the signals wait for ``next()``.
    init() {
        sigemptyset(&signals)
        for number in Self.ends + [SIGHUP] {
            // The parent process may have had it ignore them.
            signal(number, SIG_DFL)
            sigaddset(&signals, number)
        }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Blocks until one of the signals comes. From an order to stop on, the next signal that ends a server ends the process at once, with 128
    /// and its number as shells say it.
    func next() -> Order {
        var signals = signals
        var number: Int32 = 0
        while sigwait(&signals, &number) == EINTR {}
        guard number != SIGHUP else { return .reload }
        var ends = sigset_t()
        sigemptyset(&ends)
        for number in Self.ends {
            // A handler, since the system's own action passes over the first process of a container.
            signal(number, endAtOnce)
            sigaddset(&ends, number)
        }
        pthread_sigmask(SIG_UNBLOCK, &ends, nil)
        return .stop
    }
}

/// A signal's handler: ends the process without another word.
private func endAtOnce(_ number: Int32) {
    _exit(128 + number)
}
