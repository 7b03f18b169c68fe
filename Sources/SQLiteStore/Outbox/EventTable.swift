import Lists
import Ports

/// The rows of events, and the counters of interactions.
///
/// Confined to the writer's thread.
final class EventTable {
    /// What decides who wants an event.
    struct Note {
        let type: EventType
        /// Milliseconds since 1970, UTC.
        let time: Int64
        /// `nil` for a test.
        let list: ListID?
    }

    /// Whether a delivery is one of the event ?1.
    private static let isOfEvent =
        "number BETWEEN ?1 << \(DeliveryNumber.webhookBits) AND ?1 << \(DeliveryNumber.webhookBits) | \(DeliveryNumber.lastWebhook)"
    /// The most counters that are kept in memory.
    private static let counterLimit = 4096

    private let insertEvent: PreparedStatement
    private let readCounter: PreparedStatement
    private let saveCounter: PreparedStatement
    private let readNote: PreparedStatement
    private let nextEvent: PreparedStatement
    private let hasDelivery: PreparedStatement
    private let deleteEvent: PreparedStatement
    private let deleteUnused: PreparedStatement
    private let hideInteraction: PreparedStatement
    /// The last sequence numbers of lists, those that the batch has made among them.
    private var counters: [ListID: Int64] = [:]

    init(_ connection: Connection) throws {
        insertEvent = try connection.statement("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        readCounter = try connection.statement("SELECT sequence FROM interaction_count WHERE list = ?")
        saveCounter = try connection.statement(
            "INSERT INTO interaction_count VALUES (?1, ?2) ON CONFLICT (list) DO UPDATE SET sequence = ?2")
        readNote = try connection.statement("SELECT type, time, list FROM event WHERE number = ?")
        nextEvent = try connection.statement("SELECT number, time, sequence FROM event WHERE number > ? ORDER BY number LIMIT 1")
        hasDelivery = try connection.statement("SELECT 1 FROM delivery WHERE \(Self.isOfEvent) LIMIT 1")
        deleteEvent = try connection.statement("DELETE FROM event WHERE number = ?")
        deleteUnused = try connection.statement(
            "DELETE FROM event WHERE number = ?1 AND sequence IS NULL AND NOT EXISTS (SELECT 1 FROM delivery WHERE \(Self.isOfEvent))")
        hideInteraction = try connection.statement("UPDATE event SET sequence = NULL WHERE number = ?")
    }

    /// The last sequence number that a list's id has used; 0 for none.
    func lastSequence(of id: ListID) throws -> Int64 {
        if let sequence = counters[id] { return sequence }
        let sequence: Int64 = try readCounter.value(id.text) ?? 0
        counters[id] = sequence
        return sequence
    }

    /// Adds an event.
    ///
    /// - Parameter sequence: What counts an interaction; `nil` for any other event.
    func insert(_ event: Event, sequence: Int64?) throws {
        try insertEvent.run(
            event.number, event.id.text, event.type.rawValue, event.time, event.list?.text, event.version, sequence, event.data)
        guard let sequence, let list = event.list else { return }
        try saveCounter.run(list.text, sequence)
        counters[list] = sequence
    }

    /// An event by its number.
    func note(_ number: Int64) throws -> Note? {
        try readNote.first(number) { row in
            Note(type: try EventType(stored: row["type"]), time: row["time"], list: (row["list"] as String?).flatMap { ListID($0) })
        }
    }

    /// The first event behind a number, where the collector looks next.
    func collectionCursor(after number: Int64) throws -> OutboxState.CollectionCursor? {
        try nextEvent.first(number) { row in
            OutboxState.CollectionCursor(number: row["number"], time: row["time"], isInteraction: !row.isNull("sequence"))
        }
    }

    /// Deletes an event that is kept for nothing but deliveries, unless it has one.
    func deleteUnused(_ number: Int64) throws {
        try deleteUnused.run(number)
    }

    /// Deletes an event, or what makes it an interaction where it has deliveries.
    func retire(_ event: OutboxState.CollectionCursor) throws {
        guard event.isInteraction else { return try deleteUnused(event.number) }
        let statement = try hasDelivery.count(event.number) > 0 ? hideInteraction : deleteEvent
        try statement.run(event.number)
    }

    /// Notes that the batch is committed.
    func committed() {
        if counters.count > Self.counterLimit { counters = [:] }
    }

    /// Forgets what a batch that was rolled back has made.
    func forget() { counters = [:] }
}
