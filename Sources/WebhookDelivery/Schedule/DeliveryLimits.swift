/// How much is under way at a time. All bounds hold whatever the backlog is.
public struct DeliveryLimits: Sendable, Equatable {
    /// Transfers to one webhook at once; one where it is ordered.
    public var perWebhook: Int
    /// Transfers at once, all webhooks together.
    public var overall: Int
    /// Due deliveries of one webhook that are held in memory, besides those that are being sent or recorded.
    public var window: Int
    /// Attempts that wait to be recorded; at more, no transfer is started.
    public var unrecorded: Int
    /// Attempts that are recorded by one write to the store.
    public var recordBatch: Int

    public init(perWebhook: Int = 8, overall: Int = 128, window: Int = 64, unrecorded: Int = 1_024, recordBatch: Int = 256) {
        self.perWebhook = perWebhook
        self.overall = overall
        self.window = window
        self.unrecorded = unrecorded
        self.recordBatch = recordBatch
    }
}
