import Lists
import Ports

/// Says which delivery is sent next: a pure state machine, told of time and of all that happens.
///
/// * Webhooks take turns, one delivery at a time, so that a long backlog of one doesn't keep the others waiting.
/// * A delivery that was started is not started again before its outcome is recorded.
/// * Of an ordered webhook one is on its way at a time, in order. Behind a success the next one follows at once, though outcomes are recorded in
///   groups; behind a failure it waits until all are recorded, and the store says whose turn it is.
/// * A webhook has one place at first and after a failure, and one more with each success, up to the bound. Beyond a webhook's first, places
///   are given only while fewer than half are taken, and one whose last attempt failed gets none of the last quarter. So receivers that are
///   dead or hang hold one place each, and all of them together not all places: the others do not wait.
/// * What is held does not grow with the backlog: a window of deliveries for each webhook.
struct DeliverySchedule {
    /// What is to be done next.
    enum Step: Equatable {
        /// Ask the store for at most `limit` due deliveries, and hand them to ``take(_:of:limit:nextAttempt:now:)``.
        case read(Identifier, isOrdered: Bool, limit: Int)
        /// Send a delivery; its end comes to ``end(_:of:succeeded:)``.
        case start(Delivery)
    }

    private let limits: DeliveryLimits
    private var lanes: [DeliveryLane] = []
    private var places: [Identifier: Int] = [:]
    /// The lane whose turn it is.
    private var turn = 0
    private var orderedCount = 0
    /// Transfers on their way, those of webhooks that are gone too.
    private(set) var inFlight = 0
    /// Attempts that have ended and are not recorded.
    private(set) var ended = 0

    init(limits: DeliveryLimits) {
        self.limits = limits
    }

    /// Deliveries that are held to be sent.
    var held: Int { lanes.reduce(0) { $0 + $1.window.count } }

    /// When the store is to be asked next; `nil` for not before something happens.
    var nextRead: Int64? {
        guard hasRoom else { return nil }
        return lanes.lazy.filter { $0.isOpen && $0.window.isEmpty && self.hasPlace($0) }
            .compactMap { lane in lane.nextRead.map { max($0, lane.resumesAt) } }.min()
    }

    /// Whether anything may be started at all.
    private var hasRoom: Bool { inFlight < limits.overall && ended < limits.unrecorded }

    /// Takes in what webhooks there are now.
    mutating func update(_ webhooks: [Webhook]) {
        let old = lanes
        lanes = webhooks.map { webhook in
            guard let place = places[webhook.id] else { return DeliveryLane(webhook) }
            var lane = old[place]
            let isOpen = webhook.health.status != .disabled
            // What was read under other rules is read again.
            if !isOpen || lane.isOrdered != webhook.isOrdered { lane.window = [] }
            // What is on its way side by side is recorded before order begins.
            if webhook.isOrdered, !lane.isOrdered { lane.awaitsRecord = !lane.unrecorded.isEmpty }
            if !webhook.isOrdered { lane.awaitsRecord = false }
            lane.isOpen = isOpen
            lane.isOrdered = webhook.isOrdered
            return lane
        }
        orderedCount = lanes.count { $0.isOrdered }
        places = Dictionary(uniqueKeysWithValues: lanes.enumerated().map { ($1.webhook, $0) })
        turn = lanes.isEmpty ? 0 : turn % lanes.count
    }

    /// Takes in that any webhook may have something to send.
    ///
    /// - Parameter hasRetries: Whether that may be something whose turn is before what is held.
    mutating func wake(hasRetries: Bool = false) {
        for place in lanes.indices {
            if hasRetries, lanes[place].isOrdered { lanes[place].window = [] }
            lanes[place].read(at: 0)
        }
    }

    /// Stops what is not started yet, until the next ``update(_:)``.
    mutating func close(_ webhook: Identifier) {
        guard let place = places[webhook] else { return }
        lanes[place].isOpen = false
        lanes[place].window = []
    }

    /// What is to be done now; `nil` when there is nothing before something happens or ``nextRead``.
    mutating func next(now: Int64) -> Step? {
        guard hasRoom else { return nil }
        for _ in lanes.indices {
            let place = turn
            if let step = step(of: place, now: now) { return step }
            turn = (place + 1) % lanes.count
        }
        return nil
    }

    private mutating func step(of place: Int, now: Int64) -> Step? {
        guard lanes[place].isOpen, hasPlace(lanes[place]), !lanes[place].isPaused(now: now) else { return nil }
        if lanes[place].wantsRead(now: now) {
            let lane = lanes[place]
            return .read(lane.webhook, isOrdered: lane.isOrdered, limit: window(of: lane) + lane.unrecorded.count)
        }
        guard !lanes[place].window.isEmpty else { return nil }
        let delivery = lanes[place].window.removeFirst()
        lanes[place].unrecorded.insert(delivery.number)
        lanes[place].inFlight += 1
        inFlight += 1
        turn = (place + 1) % lanes.count
        return .start(delivery)
    }

    private func hasPlace(_ lane: DeliveryLane) -> Bool {
        if lane.isOrdered, lane.inFlight > 0 || lane.awaitsRecord || lane.unrecorded.count >= limits.orderedUnrecorded { return false }
        if lane.inFlight == 0 { return !lane.hasFailed || inFlight < limits.overall - limits.overall / 4 }
        return lane.inFlight < lane.allowance && inFlight < limits.overall / 2
    }

    /// How many deliveries of a webhook are held at most.
    private func window(of lane: DeliveryLane) -> Int {
        guard lane.isOrdered else { return limits.window }
        return max(limits.window, min(limits.orderedWindow, limits.orderedOverall / max(1, orderedCount)))
    }

    /// Takes what the store has given for a ``Step/read(_:isOrdered:limit:)``.
    ///
    /// - Parameters:
    ///   - limit: The step's.
    ///   - nextAttempt: When something more will be due, where there is less than `limit` now.
    mutating func take(_ deliveries: [Delivery], of webhook: Identifier, limit: Int, nextAttempt: Int64?, now: Int64) {
        guard let place = places[webhook] else { return }
        let fresh = deliveries.filter { !lanes[place].unrecorded.contains($0.number) }
        // Of those that were taken for unrecorded some may be recorded by now, so that there are more than were wanted.
        let window = window(of: lanes[place])
        lanes[place].window = fresh.prefix(window).map(\.withoutAnswers)
        if deliveries.count >= limit || fresh.count > window {
            lanes[place].nextRead = 0
        } else {
            // What is due and on its way shows up again when it is recorded.
            lanes[place].nextRead = nextAttempt.flatMap { $0 > now ? $0 : nil }
        }
    }

    /// Makes the store be asked again later, where it couldn't answer.
    ///
    /// - Parameter milliseconds: After how many the first time; twice as many each further time.
    mutating func readAgain(_ webhook: Identifier, after milliseconds: Int64, now: Int64) {
        guard let place = places[webhook] else { return }
        lanes[place].pause(milliseconds, now: now)
    }

    /// Takes back a delivery that was started and can't be sent yet, since the store couldn't be read. It is as if it had not been started.
    ///
    /// - Parameter milliseconds: As in ``readAgain(_:after:now:)``.
    mutating func putBack(_ delivery: Int64, of webhook: Identifier, after milliseconds: Int64, now: Int64) {
        inFlight -= 1
        guard let place = places[webhook], lanes[place].unrecorded.remove(delivery) != nil else { return }
        lanes[place].inFlight -= 1
        lanes[place].pause(milliseconds, now: now)
    }

    /// Takes the end of a transfer. Its delivery is not started again before it is recorded.
    mutating func end(_ delivery: Int64, of webhook: Identifier, succeeded: Bool) {
        inFlight -= 1
        ended += 1
        guard let place = places[webhook], lanes[place].unrecorded.contains(delivery) else { return }
        lanes[place].inFlight -= 1
        lanes[place].hasFailed = !succeeded
        lanes[place].resume()
        lanes[place].allowance = succeeded ? min(lanes[place].allowance + 1, limits.perWebhook) : 1
        guard lanes[place].isOrdered, !succeeded else { return }
        lanes[place].awaitsRecord = true
        lanes[place].window = []
    }

    /// Takes that an outcome is recorded.
    ///
    /// - Parameter nextAttempt: When the delivery is due again.
    mutating func recorded(_ delivery: Int64, of webhook: Identifier, nextAttempt: Int64?) {
        ended -= 1
        guard let place = places[webhook] else { return }
        lanes[place].unrecorded.remove(delivery)
        if let nextAttempt { lanes[place].read(at: nextAttempt) }
        guard lanes[place].isOrdered, lanes[place].unrecorded.isEmpty else { return }
        // Whose turn it is can be said only now.
        lanes[place].awaitsRecord = false
        lanes[place].read(at: 0)
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
