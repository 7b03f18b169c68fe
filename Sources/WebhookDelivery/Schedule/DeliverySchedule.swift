import Lists
import Ports

/// Says which delivery is sent next: a pure state machine over time and events, with a queue for each endpoint.
///
/// * Webhooks take turns, one delivery at a time, so that a long backlog of one doesn't keep the others waiting.
/// * A delivery that was started is not started again before its outcome is recorded.
/// * Of an ordered webhook one is on its way at a time, in order. Behind a success the next one follows at once, though outcomes are recorded in
///   groups; behind a failure it waits until all are recorded, and the store says whose turn it is.
/// * A webhook's concurrency window is one transfer at first and after a failure, and one more with each success, up to the bound. A webhook's
///   second transfer starts only while fewer than half of all are on their way. One whose last attempt failed gets none of the last quarter. So
///   receivers that are dead or hang hold one transfer each, and never all: the others do not wait.
/// * A receiver that does not answer is asked a few dozen times a second at most, and all of these together a few hundred times: what is asked for nothing takes
///   the writer and the processor from others. The deliveries of such a webhook wait, and cost nothing.
/// * Memory does not grow with the backlog: each queue holds a bounded number of due deliveries.
struct DeliverySchedule {
    /// The next step.
    enum Step: Equatable {
        /// Ask the store for at most `limit` due deliveries, and hand them to ``take(_:of:limit:now:)``.
        case read(Identifier, isOrdered: Bool, limit: Int)
        /// Send a delivery; its end comes to ``end(_:of:succeeded:)``.
        case start(Delivery)
    }

    private let limits: DeliveryLimits
    private var queues: [EndpointQueue] = []
    private var indexes: [Identifier: Int] = [:]
    /// The queue whose turn it is.
    private var turn = 0
    private var orderedCount = 0
    /// Transfers on their way, those of webhooks that are gone too.
    private(set) var inFlight = 0
    /// Attempts that have ended and are not recorded.
    private(set) var ended = 0
    /// The rate of attempts that receivers have not answered.
    private var unanswered: AttemptRate

    init(limits: DeliveryLimits) {
        self.limits = limits
        unanswered = AttemptRate(perSecond: limits.unansweredOverall)
    }

    /// Deliveries that are held to be sent.
    var held: Int { queues.reduce(0) { $0 + $1.due.count } }

    /// When the store is to be asked next; `nil` for not before something happens.
    var nextRead: Int64? {
        guard hasRoom else { return nil }
        return queues.lazy.filter { $0.isOpen && $0.due.isEmpty && self.hasSlot($0) }
            .compactMap { queue in queue.nextRead.map { max($0, queue.startsAt) } }.min()
    }

    /// Whether anything may be started at all.
    private var hasRoom: Bool { inFlight < limits.overall && ended < limits.unrecorded }

    /// Replaces the webhooks with those that there are now.
    mutating func update(_ webhooks: [Webhook]) {
        let old = queues
        queues = webhooks.map { webhook in
            guard let index = indexes[webhook.id] else { return EndpointQueue(webhook, unanswered: limits.unansweredEach) }
            var queue = old[index]
            let isOpen = webhook.health.status != .disabled
            // Deliveries read under other rules are read again.
            if isOpen != queue.isOpen || queue.isOrdered != webhook.isOrdered {
                queue.due = []
                queue.read(at: 0)
            }
            // Deliveries under way side by side are recorded before order begins.
            if webhook.isOrdered, !queue.isOrdered { queue.awaitsRecord = !queue.unrecorded.isEmpty }
            if !webhook.isOrdered { queue.awaitsRecord = false }
            queue.isOpen = isOpen
            queue.isOrdered = webhook.isOrdered
            return queue
        }
        orderedCount = queues.count { $0.isOrdered }
        indexes = Dictionary(uniqueKeysWithValues: queues.enumerated().map { ($1.webhook, $0) })
        turn = queues.isEmpty ? 0 : turn % queues.count
    }

    /// Asks the store again for deliveries to a webhook.
    ///
    /// - Parameter hasRetries: Whether there may be one whose turn is before those that are held.
    mutating func wake(_ webhook: Identifier, hasRetries: Bool = false) {
        guard let index = indexes[webhook] else { return }
        if hasRetries, queues[index].isOrdered { queues[index].due = [] }
        queues[index].read(at: 0)
    }

    /// Stops what is not started yet, until the next ``update(_:)``.
    mutating func close(_ webhook: Identifier) {
        guard let index = indexes[webhook] else { return }
        queues[index].isOpen = false
        queues[index].due = []
    }

    /// The step to take now; `nil` when there is none before something happens or ``nextRead``.
    mutating func next(now: Int64) -> Step? {
        guard hasRoom else { return nil }
        for _ in queues.indices {
            let index = turn
            if let step = step(of: index, now: now) { return step }
            turn = (index + 1) % queues.count
        }
        return nil
    }

    private mutating func step(of index: Int, now: Int64) -> Step? {
        guard queues[index].isOpen, hasSlot(queues[index]), !queues[index].isPaused(now: now) else { return nil }
        if queues[index].wantsRead(now: now) {
            let queue = queues[index]
            return .read(queue.webhook, isOrdered: queue.isOrdered, limit: dueLimit(of: queue) + queue.unrecorded.count)
        }
        guard !queues[index].due.isEmpty else { return nil }
        let delivery = queues[index].due.removeFirst()
        queues[index].unrecorded.insert(delivery.number)
        queues[index].inFlight += 1
        inFlight += 1
        turn = (index + 1) % queues.count
        return .start(delivery)
    }

    private func hasSlot(_ queue: EndpointQueue) -> Bool {
        if queue.isOrdered, queue.inFlight > 0 || queue.awaitsRecord || queue.unrecorded.count >= limits.orderedUnrecorded { return false }
        if queue.inFlight == 0 { return !queue.hasFailed || inFlight < limits.overall - limits.overall / 4 }
        return queue.inFlight < queue.concurrencyWindow && inFlight < limits.overall / 2
    }

    /// How many deliveries of a webhook are held at most.
    private func dueLimit(of queue: EndpointQueue) -> Int {
        guard queue.isOrdered else { return limits.window }
        return max(limits.window, min(limits.orderedWindow, limits.orderedOverall / max(1, orderedCount)))
    }

    /// Takes what the store has given for a ``Step/read(_:isOrdered:limit:)``.
    ///
    /// - Parameter limit: The step's.
    mutating func take(_ due: DueDeliveries, of webhook: Identifier, limit: Int, now: Int64) {
        guard let index = indexes[webhook] else { return }
        let fresh = due.deliveries.filter { !queues[index].unrecorded.contains($0.number) }
        // Of those that were taken for unrecorded some may be recorded by now, so that there are more than were wanted.
        let room = dueLimit(of: queues[index])
        queues[index].due = fresh.prefix(room).map(\.withoutAnswers)
        if due.deliveries.count >= limit || fresh.count > room {
            queues[index].nextRead = 0
        } else {
            // A due delivery that is under way shows up again when it is recorded.
            queues[index].nextRead = due.nextAttempt.flatMap { $0 > now ? $0 : nil }
        }
    }

    /// Asks the store again later, where it couldn't answer.
    ///
    /// - Parameter milliseconds: After how many the first time; twice as many each further time.
    mutating func readAgain(_ webhook: Identifier, after milliseconds: Int64, now: Int64) {
        guard let index = indexes[webhook] else { return }
        queues[index].pause(milliseconds, now: now)
    }

    /// Takes back a delivery that was started and can't be sent yet, since the store couldn't be read. It is as if it had not been started.
    ///
    /// - Parameter milliseconds: As in ``readAgain(_:after:now:)``.
    mutating func putBack(_ delivery: Int64, of webhook: Identifier, after milliseconds: Int64, now: Int64) {
        inFlight -= 1
        guard let index = indexes[webhook], queues[index].unrecorded.remove(delivery) != nil else { return }
        queues[index].inFlight -= 1
        queues[index].pause(milliseconds, now: now)
    }

    /// Takes the end of a transfer. Its delivery is not started again before it is recorded.
    ///
    /// - Parameter time: When the receiver was given up; `nil` where it has answered.
    mutating func end(_ delivery: Int64, of webhook: Identifier, succeeded: Bool, unansweredAt time: Int64? = nil) {
        inFlight -= 1
        ended += 1
        guard let index = indexes[webhook], queues[index].unrecorded.contains(delivery) else { return }
        queues[index].inFlight -= 1
        queues[index].hasFailed = !succeeded
        queues[index].resume()
        if let time { queues[index].noteUnanswered(at: time, until: unanswered.note(at: time)) }
        queues[index].concurrencyWindow = succeeded ? min(queues[index].concurrencyWindow + 1, limits.perWebhook) : 1
        guard queues[index].isOrdered, !succeeded else { return }
        queues[index].awaitsRecord = true
        queues[index].due = []
    }

    /// Notes that an outcome is recorded.
    ///
    /// - Parameter nextAttempt: When the delivery is due again.
    mutating func recorded(_ delivery: Int64, of webhook: Identifier, nextAttempt: Int64?) {
        ended -= 1
        guard let index = indexes[webhook] else { return }
        queues[index].unrecorded.remove(delivery)
        if let nextAttempt { queues[index].read(at: nextAttempt) }
        guard queues[index].isOrdered, queues[index].unrecorded.isEmpty else { return }
        // Whose turn it is can be said only now.
        queues[index].awaitsRecord = false
        queues[index].read(at: 0)
    }
}

extension Delivery {
    /// The delivery without the answers of its attempts, which can be long and nobody needs to send it.
    fileprivate var withoutAnswers: Delivery {
        var delivery = self
        delivery.attempts = attempts.map {
            DeliveryAttempt(
                at: $0.at, statusCode: $0.statusCode, error: $0.error, durationMilliseconds: $0.durationMilliseconds, responseBody: "")
        }
        return delivery
    }
}
