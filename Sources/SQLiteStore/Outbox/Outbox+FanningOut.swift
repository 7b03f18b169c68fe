import Lists
import Ports

/// Leads an event to the webhooks that want it.
///
/// An event is written with the number of its recipient set, and that is all: its pending deliveries have no rows. The row of a
/// delivery is made when something becomes of it, and a webhook's fan-out cursor moves along: of events up to the cursor all its deliveries
/// have, or had, rows. A delivery behind the cursor has a row where somebody asked for it by hand.
extension Outbox {
    /// The most recipient sets at a time: so many runs of events are merged for a webhook. Beyond them deliveries get rows at once.
    private static let recipientSetLimit = 32
    /// After how many events it is looked again for recipient sets that are over, where all were in use.
    private static let recipientSetLookEvents: Int64 = 4096
    /// The most deliveries without rows that one write makes rows of where it records attempts: more than the sender has under way.
    private static let recordStep = 4096

    /// Whether a webhook is subscribed to an event.
    func wants(_ type: EventType, of list: ListID) -> Bool {
        !state.subscribers.isEmpty && !fanOuts.find(type, of: list, in: state).isEmpty
    }

    /// The recipient set of an event that is about to be written; `nil` where its deliveries get rows at once.
    func recipients(of fanOut: FanOut, _ event: EventType, of list: ListID) throws -> Int64? {
        if let recipients = fanOut.recipients { return recipients }
        let members = fanOut.members.map { state.subscribers[$0].number }
        guard !members.isEmpty else { return nil }
        if let known = state.recipientSets.first(where: { $0.value.members == members })?.key {
            fanOuts.note(known, for: event, of: list)
            return known
        }
        guard try hasRoomForRecipientSet() else { return nil }
        let number = state.counter.event + 1
        try recipientSets.insert(number, of: members)
        state.recipientSets[number] = OutboxState.RecipientSet(members: members)
        fanOuts.note(number, for: event, of: list)
        return number
    }

    /// Whether there may be another recipient set; where there are too many, those go that are over.
    private func hasRoomForRecipientSet() throws -> Bool {
        guard state.recipientSets.count >= Self.recipientSetLimit else { return true }
        guard state.counter.event >= state.nextRecipientSetLook else { return false }
        state.nextRecipientSetLook = state.counter.event + Self.recipientSetLookEvents
        fanOuts.clear()
        for (number, recipients) in state.recipientSets {
            let first = recipients.members.compactMap { state.cursors[$0] }.min()
            if let first, recipients.lastEvent > first { continue }
            try recipientSets.delete(number, of: recipients.members)
            state.recipientSets[number] = nil
        }
        return state.recipientSets.count < Self.recipientSetLimit
    }

    /// Notes that the webhooks of a recipient set have something to be sent.
    func wake(_ recipients: Int64, _ fanOut: FanOut) {
        guard woken.insert(recipients).inserted else { return }
        let ids = fanOuts.ids(of: recipients, fanOut, in: state)
        // A set that is taken as it is need not be made again.
        if change.deliveries.isEmpty { change.deliveries = ids } else { change.deliveries.formUnion(ids) }
    }

    /// Whether an event is to be sent to a webhook for which it has no row.
    ///
    /// - Parameter recipients: The event's.
    func isImplied(_ event: Int64, recipients: Int64) -> Bool {
        state.recipientSets[recipients]?.members.contains { state.cursors[$0].map { $0 < event } ?? false } ?? false
    }

    /// Makes the rows of a webhook's deliveries that have none, from the fan-out cursor on.
    ///
    /// - Parameters:
    ///   - last: The last event that is looked at.
    ///   - omitted: Numbers of deliveries whose rows the caller makes.
    /// - Returns: When the omitted ones were made, by their numbers, and whether more may be left up to that event.
    @discardableResult
    func makeRows(
        of webhook: Int64, upTo last: Int64, limit: Int, but omitted: Set<Int64> = []
    ) throws -> (omitted: [Int64: Int64], count: Int, isDone: Bool) {
        let found = try implied(to: webhook, upTo: last, limit: limit)
        var times: [Int64: Int64] = [:]
        for (number, time) in found {
            if omitted.contains(number.value) {
                times[number.value] = time
            } else {
                try deliveries.insert(number, .pending, madeAt: time, nextAttempt: time)
            }
        }
        added += found.count
        let isDone = found.count < limit
        try moveCursor(of: webhook, to: isDone ? last : found.last?.number.event ?? last)
        return (times, found.count, isDone)
    }

    /// A webhook's deliveries that have no rows, up to an event, and when they were made; at most `limit`, in their order.
    func implied(to webhook: Int64, upTo last: Int64, limit: Int) throws -> [(number: DeliveryNumber, time: Int64)] {
        guard let cursor = state.cursors[webhook] else { return [] }
        let sets = state.recipientSets.filter { $0.value.lastEvent > cursor && $0.value.members.contains(webhook) }
        let runs = try sets.keys.map { recipients in
            try deliveries.implied(by: recipients, to: webhook, after: cursor, upTo: last, limit: limit)
        }
        if runs.count < 2 { return runs.first ?? [] }
        return Array(runs.joined().sorted { $0.number.value < $1.number.value }.prefix(limit))
    }

    /// Moves a webhook's fan-out cursor.
    func moveCursor(of webhook: Int64, to event: Int64) throws {
        let event = min(event, state.counter.event)
        guard let cursor = state.cursors[webhook], cursor < event else { return }
        try webhooks.setCursor(event, of: webhook)
        state.cursors[webhook] = event
    }

    /// Moves a webhook's fan-out cursor behind those of its deliveries that were attempted and have no rows.
    ///
    /// - Returns: When these were made, by their numbers: their rows are still to be made.
    func beginRecording(_ attempted: [Int64], of webhook: Int64) throws -> [Int64: Int64] {
        guard let cursor = state.cursors[webhook] else { return [:] }
        // A delivery that has a row although the cursor has not reached it does not move the cursor: it may be far behind.
        let behind = attempted.filter { DeliveryNumber($0).event > cursor }.sorted()
        guard let last = try behind.last(where: { try deliveries.row($0) == nil }) else { return [:] }
        return try makeRows(of: webhook, upTo: DeliveryNumber(last).event, limit: Self.recordStep, but: Set(behind)).omitted
    }

    /// Makes the row of a pending delivery that has none.
    func makeRow(of delivery: Delivery) throws {
        let number = DeliveryNumber(delivery.number)
        guard delivery.status == .pending, try deliveries.row(number.value) == nil else { return }
        try deliveries.insert(number, .pending, madeAt: delivery.createdAt, nextAttempt: delivery.createdAt)
    }

    /// A webhook's pending deliveries that follow a number, at most `limit`; all have rows then.
    ///
    /// - Returns: Them, and the number to go on behind; `nil` where there are no more.
    func pendingRows(of webhook: Int64, after number: Int64, limit: Int) throws -> (rows: [DeliveryRow], next: Int64?) {
        let isDone = try makeRows(of: webhook, upTo: state.counter.event, limit: limit).isDone
        // A delivery with a row beyond the cursor waits until all before it have theirs.
        let last = isDone ? .max : DeliveryNumber(event: state.cursors[webhook] ?? 0, webhook: webhook).value
        let rows = try deliveries.rows(of: webhook, .pending, after: number, upTo: last, limit: limit)
        return (rows, rows.count == limit ? rows.last?.number : isDone ? nil : last)
    }
}
