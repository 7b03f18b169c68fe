import Foundations
import HTTPClient
import Lists
import Logging
import Ports
import Webhooks

/// The loop of the worker's thread, with all its state.
///
/// Confined to that thread. One write to the store is under way at a time, and outcomes gather meanwhile: the more there are, the fewer commits
/// an attempt costs.
final class DeliveryLoop {
    let ports: DeliveryPorts
    let settings: DeliveryConfiguration
    let inbox: DeliveryInbox
    let counters: DeliveryCounters
    let engine: TransferEngine
    var schedule: DeliverySchedule
    var endpoints: [Identifier: Endpoint] = [:]
    /// Deliveries on their way, by their numbers.
    var running: [Int64: RunningDelivery] = [:]
    /// Events that were sent lately, by their numbers.
    var prepared = ClockRing<Int64, PreparedEvent>(limit: PreparedEvent.keptBytes)
    /// Outcomes of attempts, in the order of their ends, that are not part of a write yet.
    var outcomes: [DeliveryOutcome] = []
    /// The write that is under way.
    var writing: OutboxWrite?
    /// Webhooks that may have pending deliveries which they are no longer to be sent: disabled ones, and those that ask for less than before.
    /// Each with the number of the delivery behind which the next look begins.
    var unwanted: [Identifier: Int64] = [:]
    /// Bytes of data in outcomes that are not recorded.
    var unrecordedBytes = 0
    /// Whether it is to be looked which webhooks have failed for too long.
    var looks = true
    /// Whether the webhooks are to be read.
    var isStale = true
    /// The webhooks that have changed since they were read.
    private var changed: Set<Identifier> = []
    /// Whether they are to be read again once what is known of their health is recorded.
    var isAhead = false
    /// The store is left alone until then: milliseconds since 1970.
    var pausedUntil: Int64 = 0
    /// The writer is left to others until then.
    var restsUntil = ContinuousClock.now
    /// When ``looks`` is due again: milliseconds since 1970.
    private var nextLook: Int64 = 0
    /// When it is to be done at the latest; `nil` while nobody has asked for an end.
    private(set) var deadline: ContinuousClock.Instant?
    /// The number of its term.
    private let term: Int
    /// Whether another process may send by now.
    private(set) var isOver = false

    init(_ ports: DeliveryPorts, settings: DeliveryConfiguration, inbox: DeliveryInbox, counters: DeliveryCounters, term: Int) {
        self.term = term
        self.ports = ports
        self.settings = settings
        self.inbox = inbox
        self.counters = counters
        engine = TransferEngine(inbox.multi, settings: settings.transfer) { [addressGuard = ports.addressGuard] in
            addressGuard.refusal(ofConnecting: $0)
        }
        schedule = DeliverySchedule(limits: settings.limits)
        nextLook = ports.now() + settings.lookInterval
    }

    /// Returns when its term is over, or the end that was asked for has come.
    func run() {
        while !isDone {
            takeInbox()
            if isOver {
                drop()
            } else if deadline == nil {
                lookAround()
                refresh()
                sendDue()
            } else if isPastDeadline {
                giveUp()
            }
            write()
            counters.note(inFlight: schedule.inFlight, held: schedule.held)
            for end in engine.step(waiting: wait) { take(end) }
        }
        counters.note(inFlight: 0, held: 0)
    }

    private var isPastDeadline: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

    /// Whether nothing is left to wait for: nothing on its way and all recorded, or the time for that is over.
    private var isDone: Bool {
        guard running.isEmpty else { return false }
        if outcomes.isEmpty, writing == nil, isOver { return true }
        guard let deadline else { return false }
        return (outcomes.isEmpty && writing == nil) || ContinuousClock.now >= deadline + .seconds(1)
    }

    private func takeInbox() {
        let content = inbox.take()
        deadline = content.deadline ?? deadline
        isOver = isOver || content.term != term
        if !content.change.webhooks.isEmpty {
            changed.formUnion(content.change.webhooks)
            isStale = true
        }
        for webhook in content.change.deliveries { schedule.wake(webhook) }
        for webhook in content.change.retries { schedule.wake(webhook, hasRetries: true) }
        if let result = content.written { takeWritten(result) }
    }

    /// Notes what only time brings about.
    private func lookAround() {
        let now = ports.now()
        // A clock that was set back puts nothing off.
        pausedUntil = min(pausedUntil, now + settings.pause)
        guard now >= nextLook || nextLook - now > settings.lookInterval else { return }
        nextLook = now + settings.lookInterval
        looks = true
        for id in endpoints.keys { logStatus(of: id) }
    }

    /// Reads the webhooks again where they may have changed.
    private func refresh() {
        guard isStale, ports.now() >= pausedUntil else { return }
        do {
            var webhooks = try ports.store.webhooks()
            let unsettled = Set(outcomes.map(\.webhook) + (writing?.outcomes.map(\.webhook) ?? []))
            let old = endpoints
            endpoints = [:]
            isAhead = false
            for (index, webhook) in webhooks.enumerated() {
                var endpoint = old[webhook.id] ?? Endpoint(webhook, box: ports.box)
                if hasUnwanted(webhook, before: old[webhook.id]?.webhook) { unwanted[webhook.id] = 0 }
                endpoint.update(webhook, box: ports.box, isSettled: !unsettled.contains(webhook.id))
                isAhead = isAhead || endpoint.health != webhook.health
                endpoints[webhook.id] = endpoint
                // An endpoint disabled by an attempt that is not recorded yet stays closed.
                webhooks[index].health = endpoint.health
                logStatus(of: webhook.id)
            }
            unwanted = unwanted.filter { endpoints[$0.key] != nil }
            schedule.update(webhooks)
            isStale = false
            changed = []
        } catch {
            rest("could not read the webhooks", error)
        }
    }

    /// Whether deliveries may be pending that a webhook is not to be sent as it is now.
    ///
    /// - Parameter old: The webhook as it was; `nil` for a new one.
    private func hasUnwanted(_ webhook: Webhook, before old: Webhook?) -> Bool {
        if webhook.health.status == .disabled { return changed.contains(webhook.id) || old?.health.status != .disabled }
        guard let old else { return false }
        return old.lists != webhook.lists || old.events != webhook.events
    }

    /// Leaves the store alone for a while.
    func rest(_ what: String, _ error: any Error) {
        ports.logger.warning("\(what)", metadata: ["error": "\(error)"])
        pausedUntil = ports.now() + settings.pause
    }

    /// Whether memory allows another attempt: data that did not arrive waits to be recorded.
    var hasRoom: Bool { unrecordedBytes < settings.limits.unrecordedBytes }

    /// How long there is nothing to do unless something happens, in milliseconds.
    private var wait: Int {
        guard !isOver else { return writing == nil ? 0 : Int(clamping: settings.lookInterval) }
        let now = ports.now()
        var next = nextLook
        if deadline == nil, hasRoom, let read = schedule.nextRead { next = min(next, max(read, pausedUntil)) }
        if writing == nil, now < pausedUntil { next = min(next, pausedUntil) }
        if writing == nil, ContinuousClock.now < restsUntil {
            // Rounded up, or the last part of a millisecond would be spun through.
            next = min(next, now + Int64((restsUntil - .now) / .milliseconds(1)) + 1)
        }
        if deadline != nil { next = min(next, now + 50) }
        return Int(clamping: min(max(0, next - now), settings.lookInterval))
    }
}
