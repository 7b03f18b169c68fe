import CMicroHTTPD

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Headers of the library's responses.
enum ReplyHeaders {
    /// C strings, which literals are already: a Swift string would be copied for each call of the library.
    static var requestID: UnsafePointer<CChar> { text("Request-Id") }

    /// Adds those that every response has.
    ///
    /// - Parameter request: The number that the identifier is made of.
    static func begin(_ reply: OpaquePointer, _ ids: RequestIDs, request: UInt64) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: RequestIDs.count + 1) { id in
            ids.write(request, into: id)
            id[RequestIDs.count] = 0
            _ = id.withMemoryRebound(to: CChar.self) { MHD_add_response_header(reply, requestID, $0.baseAddress) }
        }
        // Whatever a body looks like, a browser takes it for what the response calls it.
        MHD_add_response_header(reply, text("X-Content-Type-Options"), text("nosniff"))
    }

    private static func text(_ literal: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    /// Adds headers that lie in memory as name, NUL, value, NUL.
    ///
    /// - Parameter isSent: Whether a header of that name is added.
    static func add(
        _ block: UnsafeRawBufferPointer, to reply: OpaquePointer, where isSent: (UnsafePointer<CChar>) -> Bool = { _ in true }
    ) {
        guard var next = block.assumingMemoryBound(to: CChar.self).baseAddress else { return }
        let end = next + block.count
        while next < end {
            let value = next + strlen(next) + 1
            if isSent(next) { MHD_add_response_header(reply, next, value) }
            next = value + strlen(value) + 1
        }
    }
}
