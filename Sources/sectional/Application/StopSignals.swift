import Glibc

/// The signals that end a server: SIGTERM and SIGINT.
///
/// Made on the main thread before any other thread starts, for threads inherit what is blocked.
struct StopSignals {
    private static let numbers = [SIGTERM, SIGINT]
    private var signals = sigset_t()

    /// From now on the signals wait for ``wait()``.
    init() {
        sigemptyset(&signals)
        for number in Self.numbers {
            // Whoever started this process may have had it ignore them.
            signal(number, SIG_DFL)
            sigaddset(&signals, number)
        }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Blocks until one of the signals comes; from then on the next one ends the process at once, with 128 and its number as shells say it.
    func wait() {
        var signals = signals
        var number: Int32 = 0
        while sigwait(&signals, &number) == EINTR {}
        // A handler, since the system's own action passes over the first process of a container.
        for number in Self.numbers { signal(number, endAtOnce) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
}

/// A signal's handler: ends the process without another word.
private func endAtOnce(_ number: Int32) {
    _exit(128 + number)
}
