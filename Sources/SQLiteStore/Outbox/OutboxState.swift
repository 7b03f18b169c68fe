import Lists
import Ports

/// The writer's knowledge of events, webhooks and deliveries, without asking the database.
struct OutboxState {
    /// A webhook as the writer knows it.
    struct Subscriber {
        let number: Int64
        var webhook: Webhook
        /// When its health was last set by hand: milliseconds since 1970.
        var healthSetAt: Int64
    }

    /// A set of webhooks that events are for.
    struct RecipientSet {
        /// In the order of their numbers.
        var members: [Int64] = []
        /// The last event for them: behind it they are sent nothing by this recipient set.
        var lastEvent: Int64 = 0
    }

    /// The event that the collector looks at next.
    struct CollectionCursor {
        let number: Int64
        let time: Int64
        let isInteraction: Bool
    }

    /// The row of the table `event_counter`.
    var counter = EventCounter()
    /// In the order of their registration.
    var subscribers: [Subscriber] = [] {
        didSet { revision += 1 }
    }
    /// Goes up with each change of a subscriber.
    private(set) var revision: Int64 = 0
    /// The fan-out cursors of webhooks, those that are deleted and may still have deliveries among them, by their numbers.
    var cursors: [Int64: Int64] = [:]
    /// Recipient sets by their numbers.
    var recipientSets: [Int64: RecipientSet] = [:]
    /// The event before which no recipient set is looked for that is over.
    var nextRecipientSetLook: Int64 = 0
    /// Numbers of webhooks that are deleted and may still have deliveries.
    var ended: [Int64] = []
    /// The oldest event that the collector has not passed; `nil` where there is none that it has to look at.
    var collectionCursor: CollectionCursor?
    /// No ended delivery ended before; `nil` where there is none.
    var oldestEnd: Int64?
    /// The size of the kept data of events that did not arrive.
    var keptData = EventDataTable.Size()

    func index(of webhook: Identifier) -> Int? {
        // By index, so that no subscriber is copied.
        subscribers.indices.first { subscribers[$0].webhook.id == webhook }
    }

    /// Notes that a delivery has ended.
    mutating func noteEnd(_ time: Int64) { oldestEnd = min(oldestEnd ?? time, time) }
}

/// The row of the table `event_counter`.
struct EventCounter: Equatable {
    /// The last number of an event.
    var event: Int64 = 0
    /// The newest event's time: milliseconds since 1970.
    var time: Int64 = 0

    /// The statement that ``read(_:)`` takes.
    static let sql = """
        SELECT event, time FROM event_counter UNION ALL SELECT * FROM (SELECT number, time FROM event ORDER BY number DESC LIMIT 1)
        UNION ALL SELECT max(number) >> \(DeliveryNumber.webhookBits), 0 FROM delivery
        """

    /// The row, or what the rows of events and deliveries say where that is more: a disk may have lost what was written to one of them.
    static func read(_ statement: PreparedStatement) throws -> EventCounter {
        let rows = try statement.all { row in EventCounter(event: row[0], time: row[1]) }
        return EventCounter(event: rows.map(\.event).max() ?? 0, time: rows.map(\.time).max() ?? 0)
    }
}
