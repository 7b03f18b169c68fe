import CMicroHTTPD
import Glibc

/// Headers of the library's responses.
enum ReplyHeaders {
    static let requestID = "Request-Id"

    /// Adds those that every response has.
    static func begin(_ reply: OpaquePointer, id: String) {
        MHD_add_response_header(reply, requestID, id)
        // Whatever a body looks like, a browser takes it for what the response calls it.
        MHD_add_response_header(reply, "X-Content-Type-Options", "nosniff")
    }

    /// Adds headers that lie in memory as name, NUL, value, NUL.
    static func add(_ block: UnsafeRawBufferPointer, to reply: OpaquePointer) {
        guard var next = block.assumingMemoryBound(to: CChar.self).baseAddress else { return }
        let end = next + block.count
        while next < end {
            let value = next + strlen(next) + 1
            MHD_add_response_header(reply, next, value)
            next = value + strlen(value) + 1
        }
    }
}
