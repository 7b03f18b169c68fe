import CMicroHTTPD
import HTTPServing
import HTTPTypes
import Synchronization

/// Feeds one streamed body to the library, and suspends the connection while the stream has nothing.
final class StreamReader: Sendable {
    private let stream: any BodyStream
    private let exchange: Exchange
    private let hasSeenStop = Mutex(false)

    init(stream: any BodyStream, exchange: Exchange) {
        self.stream = stream
        self.exchange = exchange
        exchange.core.streams.add(self)
    }

    /// The library's response; the library then owns the reader until it calls `streamIsReleased`.
    ///
    /// - Parameter isSent: Whether the response's status goes with a body.
    func makeReply(isSent: Bool) -> OpaquePointer? {
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
        if exchange.method == .head || !isSent { _ = shim_end_with_connection(reply) }
        return reply
    }

    /// What the library's content reader answers: a count of bytes, 0 with the connection suspended, or one of its two ends.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let outcome = stream.read(into: buffer)
        guard outcome == .waiting else { return code(outcome, limit: buffer.count) }
        // Suspended first, so that a wake-up can only come while the connection is suspended: none is lost.
        if exchange.core.suspended.suspend(exchange, inStream: true) {
            stream.whenReady { [exchange] in exchange.core.suspended.resume(exchange) }
            return 0
        }
        serverStops()
        let last = stream.read(into: buffer)
        return code(last == .waiting ? .end : last, limit: buffer.count)
    }

    /// Notifies the stream, once, that the server is stopping, and wakes it so that it can end.
    func serverStops() {
        let isFirst = hasSeenStop.withLock { hasSeenStop in
            defer { hasSeenStop = true }
            return !hasSeenStop
        }
        if isFirst { stream.serverStops() }
        exchange.core.suspended.resume(exchange)
    }

    func close() {
        exchange.core.streams.remove(self)
        stream.close()
    }

    private func code(_ outcome: BodyStreamRead, limit: Int) -> Int {
        switch outcome {
        case .bytes(let count) where count > 0:
            return min(count, limit)
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
