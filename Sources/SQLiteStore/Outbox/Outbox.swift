import Lists
import Ports

/// The writer's side of events, webhooks and deliveries.
///
/// Its state is in memory, so a batch without webhooks and interactions runs no statement here. Confined to the writer's thread.
final class Outbox {
    var state: OutboxState {
        didSet { hasNews = true }
    }
    /// The state that is committed.
    private var committed: OutboxState
    let policy: EventPolicy
    let describeList: ListDescription
    /// The committed part of the state, as readers of other threads see it.
    let registry: WebhookRegistry
    let events: EventTable
    let webhooks: WebhookTable
    let deliveries: DeliveryTable
    let recipientSets: RecipientSetTable
    let eventData: EventDataTable
    /// Rows that the batch has added, for the collector.
    var added = 0
    /// The changes of the batch.
    var change = OutboxChange() {
        didSet { hasNews = true }
    }
    /// Whether the batch has touched the state or the changes: most batches of a store without webhooks do not.
    private var hasNews = false
    /// Recipient sets whose webhooks are in ``change``.
    var woken: Set<Int64> = []
    /// Finds the subscribers of an event.
    var fanOuts = FanOutCache()
    /// Whether there is known to be something to delete.
    var hasGarbage = false
    let readCounter: PreparedStatement
    private let saveCounter: PreparedStatement

    init(_ connection: DatabaseConnection, _ policy: EventPolicy, now: Int64, describeList: @escaping ListDescription) throws {
        self.policy = policy
        self.describeList = describeList
        events = try EventTable(connection)
        webhooks = try WebhookTable(connection)
        deliveries = try DeliveryTable(connection)
        recipientSets = try RecipientSetTable(connection)
        eventData = try EventDataTable(connection)
        saveCounter = try connection.statement("UPDATE event_counter SET event = ?, time = ?")
        readCounter = try connection.statement(EventCounter.sql)
        var state = OutboxState()
        state.counter = try EventCounter.read(readCounter)
        state.subscribers = try webhooks.subscribers()
        state.ended = try webhooks.ended()
        state.cursors = try webhooks.cursors()
        state.recipientSets = try recipientSets.recipientSets()
        state.collectionCursor = try events.collectionCursor(after: 0, now: now)
        state.oldestEnd = try deliveries.oldestEnd()
        state.keptData = try eventData.size()
        self.state = state
        committed = state
        registry = WebhookRegistry(state)
    }

    /// Makes the next interaction of a list.
    ///
    /// - Parameter now: Milliseconds since 1970.
    func interaction(of id: ListID, now: Int64, by author: String?, identifiers: any IdentifierSource) throws -> Interaction {
        Interaction(
            id: identifiers.next(), sequence: try events.lastSequence(of: id) + 1,
            time: StoredTime.next(now, after: state.counter.time), author: author)
    }

    /// Adds an event behind all others, for each webhook that wants it.
    ///
    /// - Parameter now: Milliseconds since 1970.
    @discardableResult
    func append(_ draft: EventDraft, now: Int64, identifiers: any IdentifierSource) throws -> Event {
        guard state.counter.event < DeliveryNumber.lastEvent else {
            throw ListError(.limitExceeded, "The store has no room for more events.")
        }
        let event = Event(
            number: state.counter.event + 1, id: draft.interaction?.id ?? identifiers.next(), type: draft.type,
            time: StoredTime.next(draft.time, after: state.counter.time), list: draft.list, version: draft.version, data: draft.data)
        var fanOut = FanOut()
        var recipients: Int64?
        if let list = event.list {
            fanOut = fanOuts.find(event.type, of: list, in: state)
            // A delivery without a row is due since the event's time.
            if event.time == now { recipients = try self.recipients(of: fanOut, event.type, of: list) }
        }
        try events.insert(event, sequence: draft.interaction?.sequence, recipients: recipients)
        state.counter.event = event.number
        state.counter.time = event.time
        // Any other event has a delivery, and goes with its last one.
        if state.collectionCursor == nil, draft.interaction != nil {
            state.collectionCursor = OutboxState.CollectionCursor(number: event.number, time: event.time, isInteraction: true)
        }
        added += 1
        if let recipients {
            state.recipientSets[recipients]?.lastEvent = event.number
            wake(recipients, fanOut)
        }
        for index in recipients == nil ? fanOut.members + fanOut.disabled : fanOut.disabled {
            try deliver(event.number, to: state.subscribers[index], now: now)
        }
        return event
    }

    /// Notes that a list was deleted: its interactions can't be read any more.
    func endInteractions(of id: ListID) throws {
        // Without a cursor there is no interaction of any list.
        if state.collectionCursor != nil { try events.endInteractions(of: id) }
    }

    /// Writes the row of the table `event_counter` where the batch has changed it.
    func saveChanges() throws {
        guard state.counter != committed.counter else { return }
        try saveCounter.run(state.counter.event, state.counter.time)
    }

    /// The state to restore when a write is undone.
    var savepoint: (state: OutboxState, added: Int, change: OutboxChange) {
        get { (state, added, change) }
        set {
            (state, added, change) = newValue
            woken = []
            fanOuts.clear()
        }
    }

    /// Shows readers what is committed.
    ///
    /// - Returns: The changes of the batch; `nil` where there are none.
    func publish() -> OutboxChange? {
        guard hasNews else { return nil }
        defer {
            change = OutboxChange()
            woken = []
            hasNews = false
        }
        committed = state
        events.committed()
        registry.publish(state)
        return change.isEmpty ? nil : change
    }

    /// Forgets what a batch that was rolled back has made.
    func forget() {
        state = committed
        events.forget()
        added = 0
        change = OutboxChange()
        woken = []
        fanOuts.clear()
        hasGarbage = false
        hasNews = false
    }
}
