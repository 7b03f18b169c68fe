public import HTTPTypes

/// One HTTP request as it arrived: nothing is decoded, nothing is normalised. Beside it stands what was found out about it on its way.
///
/// A request is a value that may be passed to any thread. Its header look-ups are valid until its response was sent.
public struct Request: Sendable {
    public let method: HTTPRequest.Method
    /// The request target in origin form, exactly as sent: `/lists/a%2Fb?limit=5`.
    public let target: RequestTarget
    public let headers: any RequestHeaders
    /// The whole body; empty where the request has none, and where it comes in pieces.
    public var body: [UInt8]
    /// The identifier that the response carries as `Request-Id` and that the log names.
    public let id: String

    /// Where the path leads; `nil` until a router has looked.
    public var match: RouteMatch?
    /// Who sent it; `nil` until that is known, and where nobody is asked.
    public var principal: (any Principal)?
    /// Whether ``Responder/admit(_:)`` has let the request in by its headers, so that what counts requests counts this one once.
    public var isAdmitted = false
    /// The media type of the body, where admission has checked it.
    public var bodyType: String?
    /// When a responder saw it first.
    var arrival: Moment?

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
