import Foundations
import HTTPServing
import HTTPTypes

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A whole response as bytes, for the one place where the library takes none: in the middle of a body.
struct BareReply {
    private(set) var bytes: [UInt8]

    init(_ response: Response, requestID: String, omitsBody: Bool) {
        let body: [UInt8] =
            switch response.body {
            case .bytes(let bytes): bytes
            case .buffer(let buffer), .charged(let buffer, _): buffer.array
            case .prepared(let prepared): Array(prepared.body)
            case .empty, .stream: []
            }
        var head = "HTTP/1.1 \(response.status.code) \(response.status.reasonPhrase)\r\nConnection: close\r\nRequest-Id: \(requestID)\r\n"
        head += "X-Content-Type-Options: nosniff\r\n"
        for header in response.allHeaders where header.isSendable { head += "\(header.name.rawName): \(header.value)\r\n" }
        head += "Content-Length: \(body.count)\r\n\r\n"
        bytes = Array(head.utf8) + (omitsBody ? [] : body)
    }

    /// Writes what the socket takes without waiting. A client that has not read its earlier responses may get less.
    func send(to socket: Int32) {
        bytes.withUnsafeBytes { sendAtOnce($0, to: socket) }
    }
}
