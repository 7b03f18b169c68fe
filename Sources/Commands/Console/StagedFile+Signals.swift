import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension StagedFile {
    /// Has a signal that ends the process remove the file first. For one file at a time, until ``keepOnSignals()``.
    func removeOnSignals() {
        stagedPath.store(UInt(bitPattern: strdup(stagingPath)), ordering: .releasing)
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
        free(UnsafeMutableRawPointer(bitPattern: stagedPath.exchange(0, ordering: .acquiringAndReleasing)))
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Whether the process is to outlive a signal, as `nohup` has it.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// The address of the path that a signal's handler unlinks; 0 for none. Written while no handler is set.
private let stagedPath = Atomic<UInt>(0)

/// A signal's handler: removes the file, and lets the signal do what it does.
private func removeAndEnd(_ number: Int32) {
    if let path = UnsafePointer<CChar>(bitPattern: stagedPath.load(ordering: .acquiring)) { unlink(path) }
    signal(number, SIG_DFL)
    raise(number)
}
