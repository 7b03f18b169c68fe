/// How much is under way at a time. All bounds hold whatever the backlog is.
public struct DeliveryLimits: Sendable, Equatable {
    /// Transfers to one webhook at once; one where it is ordered.
    public var perWebhook = 8
    /// Transfers at once, all webhooks together.
    public var overall = 128
    /// Due deliveries of one webhook that are held in memory, besides those that are being sent or recorded.
    var window = 64
    /// The same of an ordered webhook, as long as there are few of these.
    var orderedWindow = 256
    /// Due deliveries of all ordered webhooks that are held beyond ``window``.
    var orderedOverall = 16_384
    /// Attempts at an ordered webhook's deliveries that wait to be recorded: those that are sent again after a crash, at most.
    var orderedUnrecorded = 512
    /// Attempts that wait to be recorded; at more, no transfer is started.
    var unrecorded = 1_024
    /// Bytes of data that did not arrive and wait to be recorded; at more, no transfer is started.
    var unrecordedBytes = 8 << 20
    /// Attempts a second that one webhook's receiver does not answer, or answers with 5xx; beyond it its deliveries wait. Twice as many may be made at once.
    var unansweredEach = 32
    /// The same of all webhooks together.
    var unansweredOverall = 256
    /// Attempts that are recorded by one write to the store.
    var recordBatch = 256
}
