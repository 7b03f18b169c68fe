import Lists
import Ports

/// The rows of events, and the counters of interactions.
///
/// Confined to the writer's thread.
final class EventTable {
    /// The facts of an event by which its subscribers are found.
    struct Note {
        let type: EventType
        /// Milliseconds since 1970, UTC.
        let time: Int64
        /// `nil` for a test.
        let list: ListID?
    }

    /// The most counters that are kept in memory.
    private static let counterLimit = 4096

    private let insertEvent: PreparedStatement
    private let readCounter: PreparedStatement
    private let saveCounter: PreparedStatement
    private let endInteractions: PreparedStatement
    private let readNote: PreparedStatement
    private let nextEvent: PreparedStatement
    private let deleteEvent: PreparedStatement
    private let unused: PreparedStatement
    private let hideInteraction: PreparedStatement
    /// The last sequence numbers of lists, those that the batch has made among them.
    private var counters: [ListID: Int64] = [:]

    init(_ connection: DatabaseConnection) throws {
        let bits = DeliveryNumber.webhookBits
        insertEvent = try connection.statement("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        // The larger of both: a disk may have lost what was written to one of them.
        readCounter = try connection.statement(
            """
            SELECT max(ifnull((SELECT sequence FROM interaction_count WHERE list = ?1), 0),
            ifnull((SELECT max(sequence) FROM event WHERE list = ?1 AND sequence IS NOT NULL), 0))
            """)
        saveCounter = try connection.statement(
            "INSERT INTO interaction_count VALUES (?1, ?2, 0) ON CONFLICT (list) DO UPDATE SET sequence = ?2")
        endInteractions = try connection.statement("UPDATE interaction_count SET ended = sequence WHERE list = ?")
        readNote = try connection.statement("SELECT type, time, list FROM event WHERE number = ?")
        // An event whose time is after now was there before the next one whose time is not, and is there now.
        nextEvent = try connection.statement(
            """
            SELECT number, CASE WHEN time <= ?2 THEN time ELSE ifnull((SELECT time FROM
            (SELECT time FROM event b WHERE b.number > e.number ORDER BY number LIMIT \(StoredTime.searched)) WHERE time <= ?2 LIMIT 1), ?2) END
            AS time, sequence FROM event e WHERE number > ?1 ORDER BY number LIMIT 1
            """)
        deleteEvent = try connection.statement("DELETE FROM event WHERE number = ?")
        unused = try connection.statement(
            """
            SELECT coalesce(recipients, 0) FROM event WHERE number = ?1 AND sequence IS NULL AND NOT EXISTS
            (SELECT 1 FROM delivery WHERE number BETWEEN ?1 << \(bits) AND ?1 << \(bits) | \(DeliveryNumber.lastWebhook))
            """)
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
    /// - Parameters:
    ///   - sequence: What counts an interaction; `nil` for any other event.
    ///   - recipients: Whom it is for; `nil` where each delivery has a row.
    func insert(_ event: Event, sequence: Int64?, recipients: Int64?) throws {
        try insertEvent.run(
            event.number, event.id.text, event.type.rawValue, event.time, event.list?.text, event.version, sequence, event.data,
            recipients)
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
    ///
    /// - Parameter now: Milliseconds since 1970.
    func collectionCursor(after number: Int64, now: Int64) throws -> OutboxState.CollectionCursor? {
        try nextEvent.first(number, now) { row in
            OutboxState.CollectionCursor(number: row["number"], time: row["time"], isInteraction: !row.isNull("sequence"))
        }
    }

    /// The recipient set of an event that is kept for nothing but deliveries, and has no row of one; 0 for none, `nil` for any other event.
    func recipients(ofUnused number: Int64) throws -> Int64? {
        try unused.value(number)
    }

    /// Deletes an event.
    func delete(_ number: Int64) throws {
        try deleteEvent.run(number)
    }

    /// Deletes what makes an event an interaction.
    func hideInteraction(_ number: Int64) throws {
        try hideInteraction.run(number)
    }

    /// Notes that a list was deleted: its interactions cannot be read any more, and the numbers go on.
    func endInteractions(of id: ListID) throws {
        try endInteractions.run(id.text)
    }

    /// Notes that the batch is committed.
    func committed() {
        if counters.count > Self.counterLimit { counters = [:] }
    }

    /// Forgets what a batch that was rolled back has made.
    func forget() { counters = [:] }

    /// Forgets the counters of lists whose interactions another store has recorded.
    func forget(_ lists: [ListID]) { for list in lists { counters[list] = nil } }
}
