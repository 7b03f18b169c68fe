import Foundations
import HTTPServing
import Synchronization

/// The body of a long answer in gzip: compressed a piece at a time while the client takes it, so that others are served in between.
final class CompressedBody: BodyStream {
    /// Bodies of more bytes than this are sent so.
    static let smallest = 1 << 20
    /// Bytes that are compressed at once: a few milliseconds.
    private static let piece = 64 << 10
    /// Bytes of the encoder and of a piece, about.
    private static let overhead = 384 << 10

    private struct State {
        let body: ByteBuffer
        /// `nil` once the body has its end.
        var encoder: GzipEncoder?
        /// Bytes of the body that were compressed.
        var position = 0
        var chunk: [UInt8] = []
        var sent = 0
        /// The memory that all of it takes; `nil` once the connection has ended.
        var charge: MemoryCharge?

        /// Makes the next chunk, of at least a byte; an empty one at the end.
        mutating func advance() {
            (sent, chunk) = (0, [])
            guard let encoder else { return }
            let rest = body.bytes[position...].prefix(CompressedBody.piece)
            position += rest.count
            encoder.encode(UnsafeRawBufferPointer(rebasing: rest), into: &chunk)
            guard position == body.count else { return }
            encoder.finish(into: &chunk)
            self.encoder = nil
        }
    }

    private let state: Mutex<State>

    /// - Returns: `nil` where there is no memory.
    init?(_ body: ByteBuffer, in share: MemoryShare) {
        guard let charge = share.charge(body.capacity + Self.overhead), let encoder = GzipEncoder() else { return nil }
        state = Mutex(State(body: body, encoder: encoder, charge: charge))
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyStreamRead {
        state.withLock { state in
            guard state.charge != nil else { return .failed }
            if state.sent == state.chunk.count { state.advance() }
            guard !state.chunk.isEmpty else { return .end }
            return .bytes(state.chunk.copy(from: &state.sent, to: buffer))
        }
    }

    /// Never asked for: there is always something to read.
    func whenReady(_ wake: @escaping @Sendable () -> Void) {
        wake()
    }

    func close() {
        state.withLock { state in
            (state.chunk, state.sent) = ([], 0)
            state.encoder = nil
            state.charge = nil
        }
    }
}
