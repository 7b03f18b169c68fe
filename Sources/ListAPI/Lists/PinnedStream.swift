import Foundations
import HTTPServing
import Lists
import Ports
import Synchronization
import Wire

/// A text of one version that is made a chunk at a time.
protocol ChunkSource: Sendable {
    /// Appends until a chunk is full or the text has ended; nothing once it has.
    ///
    /// - Throws: ``MissingRecord`` where the version was collected; what was appended is then to be thrown away.
    mutating func append(to output: inout [UInt8]) throws
}

/// The body of a long answer about one version: made a chunk at a time, on the server's threads, while the client takes it, in gzip or as it is.
///
/// It holds a chunk, which is counted in the memory budget, and a pin on its version. Where the version goes all the same, the body fails, so that the client sees it cut.
final class PinnedStream: BodyStream {
    private struct State {
        var source: any ChunkSource
        /// Text that is still to be encoded, if it is to be.
        var laidOut: [UInt8]
        /// `nil` where the text goes out as it is, and when the encoded body has its end.
        var encoder: GzipEncoder?
        var chunk: [UInt8] = []
        var sent = 0
        /// Keeps the version readable; `nil` once the connection has ended.
        var pin: VersionPin?
        var charge: MemoryCharge?
        var hasFailed = false

        /// Makes the next chunk of the body, of at least a byte; an empty one at its end.
        mutating func advance() throws {
            sent = 0
            chunk.removeAll(keepingCapacity: true)
            if laidOut.isEmpty { try source.append(to: &laidOut) }
            defer { charge?.set(to: chunk.capacity + laidOut.capacity + (encoder == nil ? 0 : PinnedStream.encoderBytes)) }
            guard let encoder else {
                swap(&chunk, &laidOut)
                return
            }
            laidOut.withUnsafeBytes { encoder.encode($0, into: &chunk) }
            if laidOut.isEmpty {
                encoder.finish(into: &chunk)
                self.encoder = nil
            }
            laidOut.removeAll(keepingCapacity: true)
        }
    }

    /// Bytes of memory for an encoder, about.
    private static let encoderBytes = 320 << 10

    private let state: Mutex<State>
    private let report: @Sendable (any Error) -> Void

    /// - Parameters:
    ///   - begin: The text before what the source appends; empty only where there is no more.
    ///   - encoder: Makes gzip of it; `nil` where it goes out as it is.
    ///   - share: What the sender takes of the memory.
    ///   - report: Called once with the error, where the body could not be completed.
    init(
        _ source: any ChunkSource, after begin: [UInt8], encoder: sending GzipEncoder?, pin: VersionPin, in share: MemoryShare,
        report: @escaping @Sendable (any Error) -> Void
    ) throws(RequestProblem) {
        guard let charge = share.charge(begin.capacity + (encoder == nil ? 0 : Self.encoderBytes)) else {
            pin.release()
            throw RequestProblem.outOfMemory
        }
        state = Mutex(State(source: source, laidOut: begin, encoder: encoder, pin: pin, charge: charge))
        self.report = report
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyStreamRead {
        state.withLock { state in
            guard !state.hasFailed, state.pin != nil else { return .failed }
            if state.sent == state.chunk.count {
                do {
                    try state.advance()
                } catch {
                    state.hasFailed = true
                    report(error)
                    return .failed
                }
                if state.chunk.isEmpty { return .end }
            }
            return .bytes(state.chunk.copy(from: &state.sent, to: buffer))
        }
    }

    /// Never asked for: there is always something to read.
    func whenReady(_ wake: @escaping @Sendable () -> Void) {
        wake()
    }

    func close() {
        let pin = state.withLock { state in
            state.chunk = []
            state.laidOut = []
            state.encoder = nil
            state.charge = nil
            state.sent = 0
            defer { state.pin = nil }
            return state.pin
        }
        pin?.release()
    }
}

extension [UInt8] {
    /// Copies as many bytes as there is room for, and moves the position behind them.
    ///
    /// - Parameter position: The first byte to be copied, from 0 to the count.
    /// - Returns: The number of bytes.
    func copy(from position: inout Int, to buffer: UnsafeMutableRawBufferPointer) -> Int {
        let copied = Swift.min(buffer.count, count - position)
        buffer.copyBytes(from: self[position..<(position + copied)])
        position += copied
        return copied
    }
}
