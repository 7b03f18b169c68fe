import HTTPServing
import Synchronization

/// A stream that a test feeds from any thread.
final class TestStream: BodyStream {
    private struct State {
        var pieces: [[UInt8]] = []
        var end: BodyStreamRead?
        var wake: (@Sendable () -> Void)?
        var stops = 0
        var closes = 0
    }

    private let state = Mutex(State())
    private let farewell: [UInt8]

    /// - Parameter farewell: what is sent, before the end, when the server stops.
    init(farewell: String = "") {
        self.farewell = Array(farewell.utf8)
    }

    var closeCount: Int { state.withLock { $0.closes } }
    var stopCount: Int { state.withLock { $0.stops } }
    var isWaiting: Bool { state.withLock { $0.wake != nil } }

    func push(_ text: String) { change { $0.pieces.append(Array(text.utf8)) } }
    func finish(_ end: BodyStreamRead = .end) { change { $0.end = end } }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyStreamRead {
        state.withLock { state in
            guard let piece = state.pieces.first else { return state.end ?? .waiting }
            let count = min(piece.count, buffer.count)
            buffer.copyBytes(from: piece.prefix(count))
            state.pieces[0].removeFirst(count)
            if state.pieces[0].isEmpty { state.pieces.removeFirst() }
            return .bytes(count)
        }
    }

    func whenReady(_ wake: @escaping @Sendable () -> Void) {
        let isReady = state.withLock { state in
            if state.pieces.isEmpty, state.end == nil {
                state.wake = wake
                return false
            }
            return true
        }
        if isReady { wake() }
    }

    func serverStops() {
        change { state in
            state.stops += 1
            if !farewell.isEmpty { state.pieces.append(farewell) }
        }
    }

    func close() { state.withLock { $0.closes += 1 } }

    private func change(_ body: (inout State) -> Void) {
        let wake = state.withLock { state in
            body(&state)
            return state.wake.take()
        }
        wake?()
    }
}
