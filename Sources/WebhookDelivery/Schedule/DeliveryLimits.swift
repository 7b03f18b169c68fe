/// How much is under way at a time. All bounds hold whatever the backlog is.
public struct DeliveryLimits: Sendable, Equatable {
    /// Transfers to one webhook at once; one where it is ordered.
    public var perWebhook: Int
    /// Transfers at once, all webhooks together.
    public var overall: Int
    /// Due deliveries of one webhook that are held in memory, besides those that are being sent or recorded.
    public var window: Int
    /// The same of an ordered webhook, as long as there are few of these.
    public var orderedWindow: Int
    /// Due deliveries of all ordered webhooks that are held beyond ``window``.
    public var orderedOverall: Int
    /// Attempts at an ordered webhook's deliveries that wait to be recorded: those that are sent again after a crash, at most.
    public var orderedUnrecorded: Int
    /// Attempts that wait to be recorded; at more, no transfer is started.
    public var unrecorded: Int
    /// Bytes of data that did not arrive and wait to be recorded; at more, no transfer is started.
    public var unrecordedBytes = 8 << 20
    /// Attempts a second that one webhook's receiver does not answer, or answers with 5xx; beyond it its deliveries wait. Twice as many may be made at once.
    public var unansweredEach = 32
    /// The same of all webhooks together.
    public var unansweredOverall = 256
    /// Attempts that are recorded by one write to the store.
    public var recordBatch: Int

    public init(
        perWebhook: Int = 8, overall: Int = 128, window: Int = 64, orderedWindow: Int = 256, orderedOverall: Int = 16_384,
        orderedUnrecorded: Int = 512, unrecorded: Int = 1_024, recordBatch: Int = 256
    ) {
        self.perWebhook = perWebhook
        self.overall = overall
        self.window = window
        self.orderedWindow = orderedWindow
        self.orderedOverall = orderedOverall
        self.orderedUnrecorded = orderedUnrecorded
        self.unrecorded = unrecorded
        self.recordBatch = recordBatch
    }
}
