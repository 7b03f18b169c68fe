import Dispatch
import Foundations
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Collects lines in memory and writes them on a thread of its own, many at a time.
///
/// Adding a line costs a short lock and a copy, whatever takes the lines in the end. Lines come out in the order in which they came in,
/// within a twentieth of a second, and all of them before ``close()`` returns. Where they come faster than they can be written and the
/// bound is reached, further ones are dropped, and a line says how many. Any thread may use it.
public final class LineBuffer: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var dropped = 0
        /// Whether the thread waits to be woken.
        var isQuiet = true
        var isClosed = false
    }

    /// Microseconds that the thread lets lines gather.
    private static let pause: useconds_t = 50_000

    private let limit: Int
    private let write: @Sendable (UnsafeRawBufferPointer) -> Void
    private let dropNote: @Sendable (Int) -> String
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - limit: Bytes that wait at most.
    ///   - dropNote: The line that says how many were dropped.
    ///   - write: Takes whole lines; called on the buffer's own thread, and may block.
    public init(
        limit: Int = 1 << 20, dropNote: @escaping @Sendable (Int) -> String, write: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
    ) {
        self.limit = limit
        self.dropNote = dropNote
        self.write = write
        SystemThread.start(named: "log") { [self] in
            run()
            ended.signal()
        }
    }

    /// Adds a line, its end included. Once the buffer is closed it is dropped.
    public func add(_ line: [UInt8]) {
        let wakes = state.withLock { state in
            guard !state.isClosed else { return false }
            guard state.bytes.count + line.count <= limit else {
                state.dropped += 1
                return false
            }
            state.bytes.append(contentsOf: line)
            defer { state.isQuiet = false }
            return state.isQuiet
        }
        if wakes { wake.signal() }
    }

    /// Writes the remaining lines and ends the thread.
    public func close() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        guard isFirst else { return }
        wake.signal()
        ended.wait()
    }

    private func run() {
        var lines: [UInt8] = []
        while true {
            lines.removeAll(keepingCapacity: true)
            let (dropped, isQuiet, isClosed) = state.withLock { state in
                swap(&lines, &state.bytes)
                defer { state.dropped = 0 }
                if lines.isEmpty { state.isQuiet = true }
                return (state.dropped, state.isQuiet, state.isClosed)
            }
            if !lines.isEmpty { lines.withUnsafeBytes(write) }
            if dropped > 0 { Array(dropNote(dropped).utf8).withUnsafeBytes(write) }
            if isClosed, lines.isEmpty { return }
            if isQuiet { wake.wait() }
            if !isClosed { usleep(Self.pause) }
        }
    }
}
