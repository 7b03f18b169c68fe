#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Wakes a thread that waits in `poll`.
final class WakePipe: Sendable {
    /// Has something to read once ``wake()`` was called.
    let reader: Int32
    private let writer: Int32

    /// Without descriptors it wakes nobody, and its thread looks when its time is up.
    init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) == 0 {
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
        }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        close(reader)
        close(writer)
    }

    func wake() {
        var byte: UInt8 = 0
        _ = write(writer, &byte, 1)
    }

    /// Takes back what wakes it.
    func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(reader, &bytes, bytes.count) == bytes.count {}
    }

    /// Waits for ``wake()``.
    func wait(until deadline: ContinuousClock.Instant) {
        _ = PostgresConnection.wait(reader, for: Int32(POLLIN), until: deadline)
        drain()
    }
}
