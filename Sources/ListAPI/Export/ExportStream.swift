import HTTPServing
import Lists
import Synchronization

/// The body of an export: lines made a chunk at a time, on the server's threads, while the client takes them.
///
/// It holds a chunk and a pin on its version. Where the version goes all the same, the body fails, so that the client sees it cut.
final class ExportStream: BodyStream {
    private struct State {
        var lines: ExportLines
        var chunk: [UInt8] = []
        var sent = 0
        /// What keeps the version; `nil` once the connection has ended.
        var pin: VersionPin?
        var hasFailed = false
    }

    private let state: Mutex<State>
    private let report: @Sendable (any Error) -> Void

    /// - Parameter report: Told, once, why the body could not be completed.
    init(_ lines: ExportLines, pin: VersionPin, report: @escaping @Sendable (any Error) -> Void) {
        state = Mutex(State(lines: lines, pin: pin))
        self.report = report
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyStreamRead {
        state.withLock { state in
            guard !state.hasFailed, state.pin != nil else { return .failed }
            if state.sent == state.chunk.count {
                do {
                    state.chunk.removeAll(keepingCapacity: true)
                    state.sent = 0
                    try state.lines.append(to: &state.chunk)
                } catch {
                    state.hasFailed = true
                    report(error)
                    return .failed
                }
                if state.chunk.isEmpty { return .end }
            }
            let count = min(buffer.count, state.chunk.count - state.sent)
            buffer.copyBytes(from: state.chunk[state.sent..<(state.sent + count)])
            state.sent += count
            return .bytes(count)
        }
    }

    /// Never asked for: there is always something to read.
    func whenReady(_ wake: @escaping @Sendable () -> Void) {
        wake()
    }

    func close() {
        let pin = state.withLock { state in
            state.chunk = []
            state.sent = 0
            defer { state.pin = nil }
            return state.pin
        }
        pin?.release()
    }
}
