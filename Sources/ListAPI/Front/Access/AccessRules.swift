/// The operator's rules of access and rate. A running application takes others with ``ListAPI/take(_:)``.
public struct AccessRules: Sendable, Equatable {
    /// The tokens that open the server; while there are none, everything is open to everybody.
    public var tokens: [AccessToken] = []
    /// The origins whose pages may send writes and read the answers in a browser, as a browser sends them; `*` for all.
    public var origins: [String] = []
    public var rate = RateLimit()

    public init() {}

    /// Whether nobody is asked for anything: neither for a token, nor for an origin, nor how often.
    var areOpen: Bool { tokens.isEmpty && origins.isEmpty && !rate.isOn }
}
