import Lists
import Ports

/// A webhook's due deliveries, and how many of them may be on their way at once.
struct EndpointQueue {
    let webhook: Identifier
    var isOrdered: Bool
    /// Whether anything may be sent.
    var isOpen: Bool
    /// Deliveries that are due and not started.
    var due: [Delivery] = []
    /// Deliveries that were started and whose outcome is not recorded.
    var unrecorded: Set<Int64> = []
    /// Of these, those on their way.
    var inFlight = 0
    /// How many may be on their way at once: one at first and after a failure, one more with each success.
    var concurrencyWindow = 1
    /// Whether the last attempt failed.
    var hasFailed: Bool
    /// Whether an ordered webhook's next delivery waits until all before it are recorded: the last attempt failed.
    var awaitsRecord = false
    /// Nothing is read or started before: milliseconds since 1970. The store could not be read.
    private(set) var resumesAt: Int64 = 0
    /// The rate of attempts that its receiver has not answered.
    private var unanswered: AttemptRate
    /// Nothing is started before, since its receiver does not answer: milliseconds since 1970.
    private var heldUntil: Int64 = 0
    /// How often in a row the store could not be read.
    private var stumbles = 0
    /// When the store may have something that is due and not in the window: milliseconds since 1970; `nil` for not before it says so.
    var nextRead: Int64? = 0

    /// - Parameter unanswered: The most attempts a second that its receiver does not answer.
    init(_ webhook: Webhook, unanswered: Int) {
        self.unanswered = AttemptRate(perSecond: unanswered)
        self.webhook = webhook.id
        isOrdered = webhook.isOrdered
        isOpen = webhook.health.status != .disabled
        hasFailed = webhook.health.status == .failing
    }

    /// Whether it is time to ask the store.
    func wantsRead(now: Int64) -> Bool {
        guard due.isEmpty, let nextRead else { return false }
        return nextRead <= now
    }

    /// Whether the store is left alone, or the receiver.
    ///
    /// A clock that was set back ends that.
    func isPaused(now: Int64) -> Bool { now < startsAt && startsAt - now <= Self.longestPause }

    /// Nothing is read or started before.
    var startsAt: Int64 { max(resumesAt, heldUntil) }

    /// Notes an attempt that the receiver did not answer, and leaves it alone for a while where there are many.
    ///
    /// - Parameter end: Until when all receivers that do not answer are left alone; `nil` where they are not.
    mutating func noteUnanswered(at now: Int64, until end: Int64?) {
        guard let end = [unanswered.note(at: now), end].compactMap(\.self).max() else { return }
        heldUntil = end
        due = []
        read(at: end)
    }

    /// The most milliseconds between two tries at a store that can't be read.
    private static let longestPause: Int64 = 30_000

    /// Leaves the store alone for a while that doubles each time.
    mutating func pause(_ milliseconds: Int64, now: Int64) {
        resumesAt = now + min(milliseconds << min(Int64(stumbles), 16), Self.longestPause)
        stumbles += 1
        due = []
        read(at: resumesAt)
    }

    /// Notes that the store could be read, and something was sent.
    mutating func resume() {
        (stumbles, resumesAt) = (0, 0)
    }

    /// Asks the store at a time, or earlier where that was planned.
    mutating func read(at time: Int64) {
        nextRead = min(nextRead ?? time, time)
    }
}
