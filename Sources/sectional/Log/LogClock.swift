import Glibc
import Synchronization
import Wire

/// The time as the log writes it: RFC 3339, UTC, milliseconds. Keeps the text of the running second. Any thread may use it.
final class LogClock: Sendable {
    private struct State {
        var second = Int.min
        /// To the point before the milliseconds.
        var text: [UInt8] = []
    }

    private let state = Mutex(State())

    func append(to line: inout LineLayout) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        state.withLock { state in
            if state.second != time.tv_sec {
                state.second = time.tv_sec
                state.text = Array(Timestamp.text(Int64(time.tv_sec) * 1_000).utf8.dropLast(4))
            }
            state.text.withUnsafeBytes { line.append($0) }
        }
        line.append(time.tv_nsec / 1_000_000, width: 3)
        line.append("Z")
    }
}
