import GRDB
import Lists
import Ports

/// The rows of events, and the counters of interactions.
///
/// Confined to the writer's thread.
final class EventTable {
    /// An event as fanning out sees it.
    struct Note {
        let number: Int64
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
    private let notes: PreparedStatement
    private let oneNote: PreparedStatement
    private let nextEvent: PreparedStatement
    private let hasDelivery: PreparedStatement
    private let deleteEvent: PreparedStatement
    private let deleteUnused: PreparedStatement
    private let hideInteraction: PreparedStatement
    /// The last sequence numbers of lists, those that the batch has made among them.
    private var counters: [ListID: Int64] = [:]

    init(_ database: Database) throws {
        func statement(_ sql: String) throws -> PreparedStatement { try PreparedStatement(database, sql) }
        insertEvent = try statement("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        readCounter = try statement("SELECT sequence FROM interaction_count WHERE list = ?")
        saveCounter = try statement(
            "INSERT INTO interaction_count VALUES (?1, ?2) ON CONFLICT (list) DO UPDATE SET sequence = ?2")
        notes = try statement("SELECT number, type, time, list FROM event WHERE number > ? ORDER BY number LIMIT ?")
        oneNote = try statement("SELECT type, time, list FROM event WHERE number = ?")
        nextEvent = try statement("SELECT number, time, sequence FROM event WHERE number > ? ORDER BY number LIMIT 1")
        hasDelivery = try statement("SELECT 1 FROM delivery WHERE event = ? LIMIT 1")
        deleteEvent = try statement("DELETE FROM event WHERE number = ?")
        deleteUnused = try statement(
            """
            DELETE FROM event WHERE number = ?1 AND sequence IS NULL AND NOT EXISTS (SELECT 1 FROM delivery WHERE event = ?1)
            """)
        hideInteraction = try statement("UPDATE event SET sequence = NULL WHERE number = ?")
    }

    /// The last sequence number that a list's id has used; 0 for none.
    func lastSequence(of id: ListID) throws -> Int64 {
        if let sequence = counters[id] { return sequence }
        readCounter.bind(0, id.text)
        let sequence = try readCounter.first { readCounter.int(0) } ?? 0
        counters[id] = sequence
        return sequence
    }

    /// Adds an event.
    ///
    /// - Parameter sequence: What counts an interaction; `nil` for any other event.
    func insert(_ event: Event, sequence: Int64?) throws {
        insertEvent.bind(0, event.number)
        insertEvent.bind(1, event.id.text)
        insertEvent.bind(2, event.type.rawValue)
        insertEvent.bind(3, event.time)
        insertEvent.bind(4, event.list?.text)
        insertEvent.bind(5, event.version)
        insertEvent.bind(6, sequence)
        insertEvent.bind(7, event.data)
        try insertEvent.run()
        guard let sequence, let list = event.list else { return }
        saveCounter.bind(0, list.text)
        saveCounter.bind(1, sequence)
        try saveCounter.run()
        counters[list] = sequence
    }

    /// The events that follow a number, at most `limit`.
    func notes(after number: Int64, limit: Int64) throws -> [Note] {
        notes.bind(0, number)
        notes.bind(1, limit)
        defer { notes.reset() }
        var found: [Note] = []
        while try notes.step() {
            found.append(
                Note(
                    number: notes.int(0), type: try EventType(stored: notes.text(1)), time: notes.int(2),
                    list: notes.optionalText(3).flatMap { ListID($0) }))
        }
        return found
    }

    /// An event by its number.
    func note(_ number: Int64) throws -> Note? {
        oneNote.bind(0, number)
        return try oneNote.first {
            Note(
                number: number, type: try EventType(stored: oneNote.text(0)), time: oneNote.int(1),
                list: oneNote.optionalText(2).flatMap { ListID($0) })
        }
    }

    /// The first event behind a number.
    func front(after number: Int64) throws -> OutboxState.Front? {
        nextEvent.bind(0, number)
        return try nextEvent.first {
            OutboxState.Front(number: nextEvent.int(0), time: nextEvent.int(1), isInteraction: !nextEvent.isNull(2))
        }
    }

    /// Deletes an event that is kept for nothing but deliveries, unless it has one.
    func deleteUnused(_ number: Int64) throws {
        deleteUnused.bind(0, number)
        try deleteUnused.run()
    }

    /// Deletes an event, or what makes it an interaction where it has deliveries.
    func retire(_ front: OutboxState.Front) throws {
        guard front.isInteraction else { return try deleteUnused(front.number) }
        hasDelivery.bind(0, front.number)
        let statement = try hasDelivery.first { true } == true ? hideInteraction : deleteEvent
        statement.bind(0, front.number)
        try statement.run()
    }

    /// Takes in that the batch is committed.
    func settle() {
        if counters.count > Self.counterLimit { counters = [:] }
    }

    /// Forgets what a batch that was rolled back has made.
    func forget() { counters = [:] }
}
