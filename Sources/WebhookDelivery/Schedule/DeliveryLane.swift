import Lists

/// What a schedule knows of one webhook.
struct DeliveryLane {
    let webhook: Identifier
    var isOrdered: Bool
    /// Whether anything may be sent.
    var isOpen: Bool
    /// Deliveries that are due and not started.
    var window: [Delivery] = []
    /// Deliveries that were started and whose outcome is not recorded.
    var unrecorded: Set<Int64> = []
    /// Of these, those on their way.
    var inFlight = 0
    /// How many may be on their way at once: one for a webhook that nothing is known of or whose last attempt failed, one more with each
    /// success.
    var allowance = 1
    /// Whether the last attempt failed.
    var hasFailed: Bool
    /// When the store may have something that is due and not in the window: milliseconds since 1970; `nil` for not before it says so.
    var nextRead: Int64? = 0

    init(_ webhook: Webhook) {
        self.webhook = webhook.id
        isOrdered = webhook.isOrdered
        isOpen = webhook.health.status != .disabled
        hasFailed = webhook.health.status == .failing
    }

    /// Whether it is time to ask the store.
    func wantsRead(now: Int64) -> Bool {
        guard window.isEmpty, let nextRead else { return false }
        return nextRead <= now
    }

    /// Makes the store be asked at a time, or earlier where that was planned.
    mutating func read(at time: Int64) {
        nextRead = min(nextRead ?? time, time)
    }
}
