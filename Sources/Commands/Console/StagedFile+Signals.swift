#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension StagedFile {
    /// Has a signal that ends the process remove the file first. For one file at a time, until ``keepOnSignals()``.
    func removeOnSignals() {
        stagedPath = strdup(stagingPath)
        var unblocked = sigset_t()
        sigemptyset(&unblocked)
        for number in Self.signals where !Self.isIgnored(number) {
            signal(number, removeAndEnd)
            sigaddset(&unblocked, number)
        }
        // The parent process may have had its own signals blocked just then.
        pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
    }

    /// Undoes ``removeOnSignals()``.
    func keepOnSignals() {
        for number in Self.signals where !Self.isIgnored(number) { signal(number, SIG_DFL) }
        free(stagedPath)
        stagedPath = nil
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Whether the process is to outlive a signal, as `nohup` has it.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// The path that a signal's handler unlinks. Written while no handler is set, on the thread that runs the command.
nonisolated(unsafe) private var stagedPath: UnsafeMutablePointer<CChar>?

/// A signal's handler: removes the file, and lets the signal do what it does.
private func removeAndEnd(_ number: Int32) {
    if let stagedPath { unlink(stagedPath) }
    signal(number, SIG_DFL)
    raise(number)
}
