import CMicroHTTPD
import Foundations
import HTTPServing
import HTTPTypes

/// Turns a response into the C library's own.
enum Reply {
    /// The library's response, owned by the caller; `nil` when there is no memory for it.
    ///
    /// - Parameter held: The response's body where it is counted.
    static func make(_ response: Response, _ held: HeldBody?, for exchange: Exchange, closes: Bool) -> OpaquePointer? {
        guard let reply = held.map({ lasting($0.bytes, of: $0) }) ?? body(of: response, for: exchange) else { return nil }
        addHeaders(of: response, to: reply, for: exchange, closes: closes)
        return reply
    }

    /// The library's response of a 304, as ``NotModified`` sends it; the body that a 200 would have is let go.
    static func makeNotModified(_ response: Response, for exchange: Exchange, closes: Bool) -> OpaquePointer? {
        if case .stream(let stream) = response.body { stream.close() }
        guard let reply = NotModified.makeReply() else { return nil }
        addHeaders(of: response, to: reply, for: exchange, closes: closes, where: NotModified.has)
        return reply
    }

    private static func addHeaders(
        of response: Response, to reply: OpaquePointer, for exchange: Exchange, closes: Bool,
        where isSent: (UnsafePointer<CChar>) -> Bool = { _ in true }
    ) {
        ReplyHeaders.begin(reply, exchange.core.ids, request: exchange.number)
        if case .prepared(let prepared) = response.body { ReplyHeaders.add(prepared.headerBlock, to: reply, where: isSent) }
        for header in response.headers where header.isSendable {
            header.name.rawName.withCString { name in
                guard isSent(name) else { return }
                header.value.withCString { value in _ = MHD_add_response_header(reply, name, value) }
            }
        }
        if closes { MHD_add_response_header(reply, "Connection", "close") }
    }

    private static func body(of response: Response, for exchange: Exchange) -> OpaquePointer? {
        switch response.body {
        case .empty:
            return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
        case .bytes(let bytes):
            // The library wants memory that it may free: the one copy that is made of such a body.
            return bytes.withUnsafeBytes {
                MHD_create_response_from_buffer($0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
            }
        case .buffer(let buffer), .charged(let buffer, _):
            return lasting(buffer.bytes, of: buffer)
        case .prepared(let prepared):
            return lasting(prepared.body, of: prepared)
        case .stream(let stream):
            return StreamReader(stream: stream, exchange: exchange).makeReply()
        }
    }

    /// A response of bytes that lie where they are for as long as an object lives.
    private static func lasting(_ bytes: UnsafeRawBufferPointer, of owner: AnyObject) -> OpaquePointer? {
        // Retained for the library; `bodyIsReleased` takes it back when the last byte is sent.
        let retained = Unmanaged<AnyObject>.passRetained(owner)
        let memory = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        let reply = MHD_create_response_from_buffer_with_free_callback_cls(bytes.count, memory, bodyIsReleased, retained.toOpaque())
        if reply == nil { retained.release() }
        return reply
    }
}
