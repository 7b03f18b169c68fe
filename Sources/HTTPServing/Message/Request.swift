public import HTTPTypes

/// One HTTP request as it arrived: nothing is decoded, nothing is normalised. Beside it stands what was found out about it on its way.
///
/// A request is a value that may be passed to any thread; copies share its head. ``RequestHead`` says how long each part of the head is
/// valid.
public struct Request: Sendable {
    /// The request line and the headers, where the server has them.
    public let head: any RequestHead
    /// The whole body; empty where the request has none, and where it comes in pieces.
    public var body: [UInt8] = []

    /// The match of the path; `nil` until a router has looked.
    public var match: RouteMatch?
    /// The sender of the request; `nil` until it is known, and for a request that needs no authentication.
    public var principal: (any Principal)?
    /// Whether ``Responder/admit(_:)`` has let the request in by its headers, so that what counts requests counts this one once.
    public var isAdmitted = false
    /// The media type of the body, where the route's check has found it.
    public var bodyType: String?
    /// When a responder saw it first.
    var arrival: Moment?

    public var method: HTTPRequest.Method { head.method }
    /// The request target in origin form, exactly as sent: `/lists/a%2Fb?limit=5`.
    public var target: RequestTarget { head.target }
    public var headers: any RequestHead { head }
    /// The identifier that the response carries as `Request-Id` and that the log names.
    public var id: String { head.id }

    /// The address that the request came from, a proxy's where one is between; `nil` where it came over no network. Costs nothing
    /// while nobody asks, and may be asked for at any time.
    public var peer: PeerAddress? { head.peer }

    /// The address that a trusted proxy forwards the request for; `nil` where there is none, and until an authentication has looked.
    public var forwardedPeer: PeerAddress?

    /// The address that limits count by.
    public var client: PeerAddress? { forwardedPeer ?? peer }

    /// The sender that its memory counts for: its token, or the address that limits count by where there is none.
    public var sender: RequestSender { principal.map { .token($0.name) } ?? .network(client?.network) }

    /// A request without a body, as it arrives.
    public init(head: any RequestHead) {
        self.head = head
    }

    /// A request that is in memory by itself.
    public init(
        method: HTTPRequest.Method, target: RequestTarget, headers: any RequestHeaders, body: [UInt8] = [], id: String
    ) {
        head = PlainHead(method: method, target: target, headers: headers, id: id)
        self.body = body
    }

    /// The same request without its body, for what outlives the reading of it.
    public var withoutBody: Request {
        var request = self
        request.body = []
        return request
    }
}
