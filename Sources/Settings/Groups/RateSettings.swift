public import ListAPI

/// `rate.…`: how often each token may ask, or each address where there are no tokens.
public struct RateSettings: Sendable, Equatable {
    /// Requests a second; 0 for no limit.
    public var requests = 0.0
    /// Requests at once; 0 for as many as come in a second.
    public var burst = 0
}

extension RateLimit {
    /// What the settings say about rates.
    public init(_ settings: RateSettings) {
        self.init()
        requests = settings.requests
        burst = settings.burst
    }
}
