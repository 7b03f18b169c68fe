import Lists
import Ports

/// Leads an event to the webhooks that want it.
///
/// An event is written with the number of its audience, and that is all: what an audience's webhooks are to be sent of it has no rows. The row of a
/// delivery is made when something becomes of it, and a webhook's fan-out cursor moves along: of events up to the cursor all its deliveries
/// have, or had, rows. A delivery behind the cursor has a row where somebody asked for it by hand.
extension Outbox {
    /// The most audiences at a time: so many runs of events are merged for a webhook. Beyond them deliveries get rows at once.
    private static let audienceLimit = 32
    /// After how many events it is looked again for audiences that are over, where all were in use.
    private static let audienceLookEvents: Int64 = 4096
    /// The most deliveries without rows that one write makes rows of where it records attempts: more than the sender has under way.
    private static let recordStep = 4096

    /// Whether a webhook is subscribed to an event.
    func wants(_ type: EventType, of list: ListID) -> Bool {
        !state.subscribers.isEmpty && !fanOuts.find(type, of: list, in: state).isEmpty
    }

    /// The audience of an event that is about to be written; `nil` where its deliveries get rows at once.
    func audience(of fanOut: FanOut, _ event: EventType, of list: ListID) throws -> Int64? {
        if let audience = fanOut.audience { return audience }
        let members = fanOut.members.map { state.subscribers[$0].number }
        guard !members.isEmpty else { return nil }
        if let known = state.audiences.first(where: { $0.value.members == members })?.key {
            fanOuts.note(known, for: event, of: list)
            return known
        }
        guard try hasRoomForAudience() else { return nil }
        let number = state.journal.event + 1
        try audiences.insert(number, of: members)
        state.audiences[number] = OutboxState.Audience(members: members)
        fanOuts.note(number, for: event, of: list)
        return number
    }

    /// Whether there may be another audience; where there are too many, those go that are over.
    private func hasRoomForAudience() throws -> Bool {
        guard state.audiences.count >= Self.audienceLimit else { return true }
        guard state.journal.event >= state.nextAudienceLook else { return false }
        state.nextAudienceLook = state.journal.event + Self.audienceLookEvents
        fanOuts.clear()
        for (number, audience) in state.audiences {
            let first = audience.members.compactMap { state.cursors[$0] }.min()
            if let first, audience.lastEvent > first { continue }
            try audiences.delete(number, of: audience.members)
            state.audiences[number] = nil
        }
        return state.audiences.count < Self.audienceLimit
    }

    /// Notes that the webhooks of an audience have something to be sent.
    func wake(_ audience: Int64, _ fanOut: FanOut) {
        guard woken.insert(audience).inserted else { return }
        let ids = fanOuts.ids(of: audience, fanOut, in: state)
        // A set that is taken as it is need not be made again.
        if change.deliveries.isEmpty { change.deliveries = ids } else { change.deliveries.formUnion(ids) }
    }

    /// Whether an event is to be sent to a webhook for which it has no row.
    ///
    /// - Parameter audience: The event's.
    func isImplied(_ event: Int64, audience: Int64) -> Bool {
        state.audiences[audience]?.members.contains { state.cursors[$0].map { $0 < event } ?? false } ?? false
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
        let runs = try state.audiences.filter { $0.value.lastEvent > cursor && $0.value.members.contains(webhook) }.keys.map { audience in
            try deliveries.implied(by: audience, to: webhook, after: cursor, upTo: last, limit: limit)
        }
        if runs.count < 2 { return runs.first ?? [] }
        return Array(runs.joined().sorted { $0.number.value < $1.number.value }.prefix(limit))
    }

    /// Moves a webhook's fan-out cursor.
    func moveCursor(of webhook: Int64, to event: Int64) throws {
        let event = min(event, state.journal.event)
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
        let isDone = try makeRows(of: webhook, upTo: state.journal.event, limit: limit).isDone
        // A delivery with a row beyond the cursor waits until all before it have theirs.
        let last = isDone ? .max : DeliveryNumber(event: state.cursors[webhook] ?? 0, webhook: webhook).value
        let rows = try deliveries.rows(of: webhook, .pending, after: number, upTo: last, limit: limit)
        return (rows, rows.count == limit ? rows.last?.number : isDone ? nil : last)
    }
}
