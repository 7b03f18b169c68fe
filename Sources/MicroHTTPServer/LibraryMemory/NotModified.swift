import CMicroHTTPD

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Sends a 304 without a `Content-Length`, on a connection that goes on.
///
/// libmicrohttpd 0.9.75 writes a length with every status but 1xx and 204, and some clients wait for a body of that length. So the status line
/// and the name of a header are written past it, and the library sends a 204 behind them: its status line is that header's value, the rest is
/// the 304's. When an access handler queues a response, the system has all bytes of the responses before it, so none can come in between.
enum NotModified {
    private static let start: StaticString = "HTTP/1.1 304 Not Modified\r\nLibrary-Status: "

    /// The library's response, without headers.
    static func makeReply() -> OpaquePointer? { MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT) }

    /// Whether a 304 has a header that its 200 has: it says nothing of content that it does not bring (RFC 9110, 15.4.5).
    static func has(_ name: UnsafePointer<CChar>) -> Bool {
        strcasecmp(name, "Content-Type") != 0 && strcasecmp(name, "Content-Encoding") != 0
    }

    /// Sends a response of ``makeReply()``. Where the client does not read and the system takes nothing, the 304 has the length 0.
    ///
    /// - Returns: `false` where the connection has to end.
    static func queue(_ reply: OpaquePointer, on connection: OpaquePointer) -> Bool {
        #if PORTABLE_MICROHTTPD
            MHD_queue_response(connection, UInt32(MHD_HTTP_NOT_MODIFIED), reply) == .YES
        #else
            switch shim_send_first(shim_socket(connection), start.utf8Start, start.utf8CodeUnitCount) {
            case start.utf8CodeUnitCount: MHD_queue_response(connection, SHIM_NO_CONTENT, reply) == .YES
            case ..<1: MHD_queue_response(connection, UInt32(MHD_HTTP_NOT_MODIFIED), reply) == .YES
            default: false
            }
        #endif
    }
}
