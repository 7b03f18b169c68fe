import Lists
import Ports

/// The events, webhooks and deliveries of a ``MemoryListStore``.
struct MemoryOutbox {
    struct Row {
        let event: Event
        /// What counts an interaction; `nil` for all else.
        let sequence: Int64?
    }

    struct Subscriber {
        var webhook: Webhook
        /// When its health was last set by hand.
        var healthSetAt: Int64 = .min
    }

    /// In the order of their numbers.
    private(set) var rows: [Row] = []
    private var sequences: [ListID: Int64] = [:]
    /// The last sequence numbers of lists that were deleted.
    private var ended: [ListID: Int64] = [:]
    private(set) var lastEvent: Int64 = 0
    private(set) var lastTime = Int64.min
    /// In the order of their registration.
    var subscribers: [Subscriber] = []
    var deliveries: [Int64: Delivery] = [:]
    /// When each delivery ended that has.
    var ends: [Int64: Int64] = [:]
    var lastDelivery: Int64 = 0
    /// Data of events that have none of their own, by the events' numbers: what was sent and did not arrive.
    private var data: [Int64: [UInt8]] = [:]
    private var writes = 0
    /// What the running write has changed.
    private var change = OutboxChange()

    /// What the next interaction of a list is.
    func interaction(of id: ListID, now: Int64, by author: String?, identifiers: any IdentifierSource) -> Interaction {
        Interaction(id: identifiers.next(), sequence: sequences[id, default: 0] + 1, time: max(now, lastTime), author: author)
    }

    /// Whether a webhook is subscribed to an event.
    func wants(_ type: EventType, of list: ListID) -> Bool { subscribers.contains { $0.webhook.wants(type, of: list) } }

    /// Adds an event at the end of the journal, and a delivery of it for each webhook that wants it.
    @discardableResult
    mutating func append(_ draft: EventDraft, now: Int64, identifiers: any IdentifierSource) -> Event {
        lastEvent += 1
        lastTime = max(lastTime, draft.time)
        let event = Event(
            number: lastEvent, id: draft.interaction?.id ?? identifiers.next(), type: draft.type, time: lastTime, list: draft.list,
            version: draft.version, data: draft.data)
        rows.append(Row(event: event, sequence: draft.interaction?.sequence))
        if let interaction = draft.interaction, let list = draft.list { sequences[list] = interaction.sequence }
        if let list = event.list {
            for subscriber in subscribers where subscriber.webhook.wants(event.type, of: list) {
                _ = add(event, to: subscriber.webhook, now: now, identifiers: identifiers)
            }
        }
        return event
    }

    /// Notes a change of the running write.
    mutating func note(_ note: (inout OutboxChange) -> Void) { note(&change) }

    /// Ends the running write.
    ///
    /// - Returns: What it has changed.
    mutating func takeChange() -> OutboxChange {
        defer { change = OutboxChange() }
        return change
    }

    func event(_ number: Int64) -> Event? {
        guard let event = rows.first(where: { $0.event.number == number })?.event else { return nil }
        guard event.data == nil, let data = data[number] else { return event }
        return Event(
            number: number, id: event.id, type: event.type, time: event.time, list: event.list, version: event.version, data: data)
    }

    /// Keeps the data of an event that has none.
    mutating func keep(_ data: [UInt8], of event: Int64) {
        if self.data[event] == nil { self.data[event] = data }
    }

    /// Notes that a list was deleted.
    mutating func endInteractions(of id: ListID) { ended[id] = sequences[id] }

    /// A list's interactions behind one of them.
    func interactions(of id: ListID, after: Int64?, limit: Int, end: Int64) throws -> InteractionPage {
        let start = max(after ?? 0, ended[id, default: 0])
        let found = rows.lazy.filter { $0.event.list == id && ($0.sequence ?? 0) > start && $0.event.time > end }
        let entries = found.prefix(limit + 1).map { InteractionPage.Entry(sequence: $0.sequence ?? 0, data: $0.event.data ?? []) }
        if let after, after < sequences[id, default: 0], entries.first?.sequence != after + 1 {
            throw InteractionRefusal.gone(after: after, of: id)
        }
        return InteractionPage(interactions: Array(entries.prefix(limit)), hasMore: entries.count > limit)
    }

    /// The sequence number that a list's newest interactions come behind.
    func interactionStart(of id: ListID, last count: Int, end: Int64) -> Int64 {
        let last = sequences[id, default: 0]
        let start = max(ended[id, default: 0], last - Int64(max(0, count)))
        let first = rows.first { $0.event.list == id && ($0.sequence ?? .min) > start && $0.event.time > end }
        return first?.sequence.map { $0 - 1 } ?? last
    }

    /// Deletes what is no longer kept, once in many writes.
    mutating func collect(_ policy: EventPolicy, now: Int64) {
        writes += 1
        guard writes % 1_024 == 0 else { return }
        let end = policy.deliveryEnd(now: now)
        for (number, time) in ends where time <= end {
            ends[number] = nil
            deliveries[number] = nil
        }
        let used = Set(deliveries.values.map(\.event))
        let oldest = policy.interactionEnd(now: now)
        rows.removeAll { row in
            let isKept = row.sequence != nil && row.event.time > oldest
            return !isKept && !used.contains(row.event.number)
        }
        data = data.filter { used.contains($0.key) }
    }
}
