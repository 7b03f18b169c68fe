import Lists
import Synchronization
import Wire

/// The time as the log writes it: RFC 3339, UTC, milliseconds. Keeps the text of the running second. Any thread may use it.
public final class LogClock: Sendable {
    private struct State {
        var second = Int64.min
        /// To the point before the milliseconds.
        var text = ""
    }

    private let state = Mutex(State())

    public init() {}

    public func text() -> String {
        let time = max(0, SystemSources.now())
        var text = state.withLock { state in
            if state.second != time / 1_000 {
                state.second = time / 1_000
                state.text = String(Timestamp.text(time).dropLast(4))
            }
            return state.text
        }
        text += LogText.threeDigits(Int(time % 1_000))
        text += "Z"
        return text
    }
}
