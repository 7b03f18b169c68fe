/// How often one sender may ask: each token, or each address where there are no tokens.
public struct RateLimit: Sendable, Equatable {
    /// Requests a second, over time; 0 for no limit.
    public var requests = 0.0
    /// Requests that may come at once; 0 for as many as come in a second, at least one.
    public var burst = 0

    public init() {}

    var isOn: Bool { requests > 0 }

    /// Requests that may come at once.
    var size: Double { burst > 0 ? Double(burst) : max(1, requests.rounded(.up)) }
}
