public import Lists

/// What an operator decides about the API.
public struct ListAPISettings: Sendable {
    /// The list that `/items/{indexPath}` means where the request names none.
    public var defaultList: ListID?
    /// Whether a change of something that exists must carry `If-Match` or `If-None-Match`.
    public var requirePreconditions = false
    public var naming = CellNaming()
    public var limits = ContentLimits()
    /// The largest page, in items or sections.
    public var largestPage = 500
    /// The page where a request asks for no size.
    public var defaultPage = 50
    /// Bytes that responses seen before may take; 0 keeps none.
    public var responseCacheBytes = 32 << 20
    /// The most seconds of silence on an event stream.
    public var heartbeat = 15.0
    /// The tokens that open the server; while there are none, everything is open to everybody.
    public var tokens: [AccessToken] = []
    /// The origins whose pages may read the answers in a browser, as a browser sends them; `*` for all.
    public var origins: [String] = []

    public init() {}
}
