public import HTTPTypes

/// The head of a request where its server has it: a text is made of a part of it when somebody asks for that part.
///
/// Any thread may ask. Headers, the target's bytes and a target that nobody has asked for are there until the response was sent.
public protocol RequestHead: AnyObject, RequestHeaders {
    var method: HTTPRequest.Method { get }
    var target: RequestTarget { get }
    /// The identifier that the response carries as `Request-Id`.
    var id: String { get }
    /// A number that spreads requests over tables.
    var spread: Int { get }
    /// The headers that may be there.
    var names: HeaderNameSet { get }
    /// Calls `body` with the target's bytes as sent, which must not leave it; not once the response was sent. It asks the head for nothing.
    func withTarget(_ body: (UnsafeRawBufferPointer) -> Void)
    /// Calls `body` with the bytes of the header's value, which must not leave it; several lines are joined as by the subscript. It is not
    /// called where the header is absent, and asks the head for nothing.
    func withValue(of name: HTTPField.Name, _ body: (UnsafeRawBufferPointer) -> Void)
}

extension RequestHead {
    /// Whether a header is there and has a value, byte by byte.
    package func isValue(of name: HTTPField.Name, _ value: String) -> Bool {
        var isSame = false
        var value = value
        value.withUTF8 { expected in
            withValue(of: name) { isSame = Bytes.areEqual($0, UnsafeRawBufferPointer(expected)) }
        }
        return isSame
    }
}

/// The head of a request that is in memory by itself.
final class PlainHead: RequestHead {
    let method: HTTPRequest.Method
    let target: RequestTarget
    let id: String
    private let headers: any RequestHeaders

    init(method: HTTPRequest.Method, target: RequestTarget, headers: any RequestHeaders, id: String) {
        self.method = method
        self.target = target
        self.headers = headers
        self.id = id
    }

    var spread: Int { Int(id.utf8.last ?? 0) }
    var names: HeaderNameSet { .any }
    var peer: PeerAddress? { headers.peer }
    var clientHasLeft: Bool { headers.clientHasLeft }

    subscript(_ name: HTTPField.Name) -> String? { headers[name] }

    func withTarget(_ body: (UnsafeRawBufferPointer) -> Void) {
        var raw = target.raw
        raw.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }

    func withValue(of name: HTTPField.Name, _ body: (UnsafeRawBufferPointer) -> Void) {
        guard var value = headers[name] else { return }
        value.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}
