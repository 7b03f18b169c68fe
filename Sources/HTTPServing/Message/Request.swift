public import HTTPTypes

/// One HTTP request as it arrived: nothing is decoded, nothing is normalised.
///
/// A request is a value that may be passed to any thread. Its header look-ups are valid until its answer was sent.
public struct Request: Sendable {
    public let method: HTTPRequest.Method
    /// The request target in origin form, exactly as sent: `/lists/a%2Fb?limit=5`.
    public let target: RequestTarget
    public let headers: any RequestHeaders
    /// The whole body; empty where the request has none, and where it comes in pieces.
    public private(set) var body: [UInt8]
    /// The identifier that the answer carries as `Request-Id` and that the log names.
    public let id: String
    /// What its sender may do; `nil` where nobody is asked, and everybody may do everything.
    public var grant: Grant?
    /// Whether ``Responder/admit(_:)`` has let the request in by its headers, so that what counts requests counts this one once.
    public var isAdmitted = false

    /// The address that the request came from, a proxy's where one is between; `nil` where it came over no network. Costs nothing
    /// while nobody asks, and may be asked for at any time.
    public var peer: PeerAddress? { headers.peer }

    public init(
        method: HTTPRequest.Method, target: RequestTarget, headers: any RequestHeaders, body: [UInt8] = [], id: String
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.id = id
    }

    /// The same request without its body, for what outlives the reading of it.
    public var withoutBody: Request {
        var head = self
        head.body = []
        return head
    }
}
