/// How deliveries to a webhook have gone lately.
public struct WebhookHealth: Sendable, Equatable {
    public enum Status: String, Sendable, CaseIterable {
        case active
        /// The last attempt failed.
        case failing
        /// Nothing is sent until somebody enables it.
        case disabled
    }

    public var status: Status
    /// Why it is failing or disabled, in words; `nil` while it is active.
    public var reason: String?
    /// The first attempt that failed since the last that did not: milliseconds since 1970, UTC; `nil` while it is active.
    public var failingSince: Int64?
    /// Whether an event has used up its attempts since the last success.
    public var hasExhausted: Bool

    public init(status: Status = .active, reason: String? = nil, failingSince: Int64? = nil, hasExhausted: Bool = false) {
        self.status = status
        self.reason = reason
        self.failingSince = failingSince
        self.hasExhausted = hasExhausted
    }
}
