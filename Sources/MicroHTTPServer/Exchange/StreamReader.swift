import CMicroHTTPD
import HTTPServing
import HTTPTypes
import Synchronization

/// Feeds one streamed body to the library, and suspends the connection while the stream has nothing.
final class StreamReader: Sendable {
    private struct State {
        /// Whether the connection is suspended and nobody has begun to resume it. It changes under the lock under which the connection is
        /// suspended, so a connection is resumed once, and only while it is suspended; a wake-up may come early, late or twice.
        var isSuspended = false
        var hasSeenStop = false
    }

    private let stream: any BodyStream
    private let exchange: Exchange
    private let thread: StreamThread
    private let idleMemory = IdleMemory()
    private let state = Mutex(State())

    /// - Parameters:
    ///   - exchange: Its connection's thread is the one that this runs on.
    init(stream: any BodyStream, exchange: Exchange) {
        self.stream = stream
        self.exchange = exchange
        thread = exchange.core.streams.currentThread
        exchange.core.streams.add(self)
    }

    /// The library's response; the library then owns the reader until it calls `streamIsReleased`.
    func makeReply() -> OpaquePointer? {
        // A body in chunks is written into the connection's own memory; the block is for HTTP/1.0.
        let block = exchange.isHTTP11 ? 1_024 : 16_384
        let retained = Unmanaged.passRetained(self)
        let reply = MHD_create_response_from_callback(
            SHIM_SIZE_UNKNOWN, block, streamIsRead, retained.toOpaque(), streamIsReleased)
        guard let reply else {
            retained.takeRetainedValue().close()
            return nil
        }
        // The library would end a body in chunks that was never begun, and so spoil the connection.
        if exchange.method == .head { _ = shim_end_with_connection(reply) }
        return reply
    }

    /// The result for the library's content reader: a count of bytes, 0 with the connection suspended, or one of its two ends.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        thread.resumeReady()
        let outcome = stream.read(into: buffer)
        guard outcome == .waiting else { return code(outcome, buffer) }
        // Suspended first, so that a wake-up can only come while the connection is suspended: none is lost.
        if suspend(releasing: buffer) {
            stream.whenReady { [self] in resume() }
            return 0
        }
        serverStops()
        let last = stream.read(into: buffer)
        return code(last == .waiting ? .end : last, buffer)
    }

    /// Notifies the stream, once, that the server is stopping, and wakes it so that it can end.
    func serverStops() {
        let isFirst = state.withLock { state in
            defer { state.hasSeenStop = true }
            return !state.hasSeenStop
        }
        if isFirst { stream.serverStops() }
        resume()
    }

    func close() {
        exchange.core.streams.remove(self)
        stream.close()
        // Others may wait for this connection's thread to resume them.
        thread.resumeReady()
    }

    /// Resumes the connection, on its thread or on another; only ``StreamThread`` calls this, once for each suspension.
    func resumeConnection() { MHD_resume_connection(exchange.connection) }

    /// Suspends the connection.
    ///
    /// - Parameter buffer: The library's memory that the stream has no use for until then.
    /// - Returns: `false`, with nothing suspended, when the server is stopping.
    private func suspend(releasing buffer: UnsafeMutableRawBufferPointer) -> Bool {
        // If the server begins to stop after this look, it finds the reader among the open streams.
        guard !exchange.core.isStopping else { return false }
        return state.withLock { state in
            guard !state.hasSeenStop else { return false }
            idleMemory.release(buffer)
            state.isSuspended = true
            MHD_suspend_connection(exchange.connection)
            return true
        }
    }

    /// Has the connection resumed if it is suspended; from any thread.
    private func resume() {
        let isSuspended = state.withLock { state in
            defer { state.isSuspended = false }
            return state.isSuspended
        }
        if isSuspended { thread.resume(self) }
    }

    private func code(_ outcome: BodyStreamRead, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        switch outcome {
        case .bytes(let count) where count > 0:
            idleMemory.noteUse(of: min(count, buffer.count))
            return min(count, buffer.count)
        case .end where exchange.isHTTP11:
            return SHIM_READER_END
        case .end, .bytes, .waiting, .failed:
            // These end the connection, which the library then forgets until something happens on it. Resuming is something.
            MHD_suspend_connection(exchange.connection)
            MHD_resume_connection(exchange.connection)
            return outcome == .end ? SHIM_READER_END : SHIM_READER_FAILED
        }
    }
}
