import Lists
import Ports

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
    /// Whether an ordered webhook's next delivery waits until all before it are recorded: the last attempt failed.
    var awaitsRecord = false
    /// Nothing is read or started before: milliseconds since 1970. The store could not be read.
    private(set) var resumesAt: Int64 = 0
    /// How often in a row the store could not be read.
    private var stumbles = 0
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

    /// Whether the store is left alone.
    ///
    /// A clock that was set back ends that.
    func isPaused(now: Int64) -> Bool { now < resumesAt && resumesAt - now <= Self.longestPause }

    /// The most milliseconds between two tries at a store that can't be read.
    private static let longestPause: Int64 = 30_000

    /// Leaves the store alone for a while that doubles each time.
    mutating func pause(_ milliseconds: Int64, now: Int64) {
        resumesAt = now + min(milliseconds << min(Int64(stumbles), 16), Self.longestPause)
        stumbles += 1
        window = []
        read(at: resumesAt)
    }

    /// Takes in that the store could be read, and something was sent.
    mutating func resume() {
        (stumbles, resumesAt) = (0, 0)
    }

    /// Makes the store be asked at a time, or earlier where that was planned.
    mutating func read(at time: Int64) {
        nextRead = min(nextRead ?? time, time)
    }
}
