import GRDB
import Lists
import Ports

/// The writer's side of events, webhooks and deliveries.
///
/// What decides is known in memory, so a batch without webhooks and interactions runs no statement here. Confined to the writer's thread.
final class Outbox {
    var state: OutboxState
    /// The state that is committed.
    private var committed: OutboxState
    let policy: EventPolicy
    let describeList: ListDescription
    let events: EventTable
    let webhooks: WebhookTable
    let deliveries: DeliveryTable
    let eventData: EventDataTable
    /// Rows that the batch has added, for the collector.
    var added = 0
    /// What the batch has changed.
    var change: OutboxChange = []
    /// Whether there is known to be something to delete.
    var hasGarbage = false
    private let saveJournal: PreparedStatement

    init(_ database: Database, _ policy: EventPolicy, describeList: @escaping ListDescription) throws {
        self.policy = policy
        self.describeList = describeList
        events = try EventTable(database)
        webhooks = try WebhookTable(database)
        deliveries = try DeliveryTable(database)
        eventData = try EventDataTable(database)
        saveJournal = try PreparedStatement(database, "UPDATE journal SET event = ?, time = ?, fanned = ?, delivery = ?")
        let readJournal = try PreparedStatement(database, "SELECT event, time, fanned, delivery FROM journal")
        var state = OutboxState()
        state.journal =
            try readJournal.first {
                JournalRow(
                    event: readJournal.int(0), time: readJournal.int(1), fanned: readJournal.int(2), delivery: readJournal.int(3))
            } ?? JournalRow()
        state.subscribers = try webhooks.subscribers()
        state.ended = try webhooks.ended()
        state.front = try events.front(after: 0)
        state.oldestEnd = try deliveries.oldestEnd()
        state.keptData = try eventData.size()
        self.state = state
        committed = state
    }

    /// What the next interaction of a list is.
    ///
    /// - Parameter now: Milliseconds since 1970.
    func interaction(of id: ListID, now: Int64, by author: String?, identifiers: any IdentifierSource) throws -> Interaction {
        Interaction(
            id: identifiers.next(), sequence: try events.lastSequence(of: id) + 1, time: max(now, state.journal.time), author: author)
    }

    /// Adds an event at the end of the journal.
    @discardableResult
    func append(_ draft: EventDraft, identifiers: any IdentifierSource) throws -> Event {
        let event = Event(
            number: state.journal.event + 1, id: draft.interaction?.id ?? identifiers.next(), type: draft.type,
            time: max(draft.time, state.journal.time), list: draft.list, version: draft.version, data: draft.data)
        try events.insert(event, sequence: draft.interaction?.sequence)
        state.journal.event = event.number
        state.journal.time = event.time
        if state.front == nil {
            state.front = OutboxState.Front(number: event.number, time: event.time, isInteraction: draft.interaction != nil)
        }
        added += 1
        if !state.subscribers.isEmpty { change.insert(.events) }
        return event
    }

    /// Writes the row of the table `journal` where the batch has changed it.
    func saveChanges() throws {
        guard state.journal != committed.journal else { return }
        saveJournal.bind(0, state.journal.event)
        saveJournal.bind(1, state.journal.time)
        saveJournal.bind(2, state.journal.fanned)
        saveJournal.bind(3, state.journal.delivery)
        try saveJournal.run()
    }

    /// What a write that is undone puts back.
    var mark: (state: OutboxState, added: Int, change: OutboxChange) {
        get { (state, added, change) }
        set { (state, added, change) = newValue }
    }

    /// Takes in that the batch is committed.
    ///
    /// - Returns: What it has changed.
    func settle() -> OutboxChange {
        defer { change = [] }
        committed = state
        events.settle()
        return change
    }

    /// Forgets what a batch that was rolled back has made.
    func forget() {
        state = committed
        events.forget()
        added = 0
        change = []
        hasGarbage = false
    }
}
