/// What a commit has changed of webhooks, events and deliveries.
public struct OutboxChange: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// There are events to make deliveries of.
    public static let events = OutboxChange(rawValue: 1)
    /// There are new deliveries.
    public static let deliveries = OutboxChange(rawValue: 2)
    /// Deliveries that had an attempt are due again, by hand.
    public static let retries = OutboxChange(rawValue: 4)
    /// A webhook was added, changed or deleted.
    public static let webhooks = OutboxChange(rawValue: 8)
}
