import Lists
import Ports

/// All that the writer's thread works with: its connection, its statements, the lists it knows, and what the running batch has made.
///
/// Confined to the writer's thread.
final class WriterState {
    let connection: WriterConnection
    let drafts: DraftWriter
    let sweeper: Sweeper
    let deadSweeper: DeadSweeper
    let deletedListSweeper: DeletedListSweeper
    let longWriteSweeper: LongWriteSweeper
    let longWrites: LongWriteTable
    /// The most writes that may wait for long ones.
    let suspendLimit: Int
    let candidates: PreparedStatement
    let incarnations: IncarnationTable
    let storedResponses: StoredResponseTable
    let outbox: Outbox
    let cellTypes: CellTypeTable
    /// The writer's side of the log; `nil` without one.
    let replica: Replica?
    let views: ViewTable
    /// The most sections of a view.
    let viewSections: Int
    /// Items up to which a view is made whole on the writer.
    let shortView: Int
    /// Nodes of the running batch.
    var nodes = BatchNodes()
    /// The write whose work is running.
    weak var running: StoreTransaction?
    /// The newest list number.
    private(set) var lastNumber: Int64
    private let records: RecordReader

    init(
        _ connection: DatabaseConnection, _ configuration: SQLiteStoreConfiguration, now: Int64, suspended: SuspendedWrites,
        replica: Replica? = nil, describeList: @escaping ListDescription
    ) throws {
        self.replica = replica
        self.connection = try WriterConnection(connection, beforeCommit: configuration.beforeCommit)
        longWrites = LongWriteTable(suspended: suspended)
        suspendLimit = configuration.writeLimit
        records = try RecordReader(connection)
        let packs = try PackTable(connection)
        drafts = try DraftWriter(connection, packs)
        deadSweeper = try DeadSweeper(connection, packs)
        sweeper = try Sweeper(connection, packs, deadSweeper)
        deletedListSweeper = try DeletedListSweeper(connection)
        longWriteSweeper = try LongWriteSweeper(connection)
        storedResponses = try StoredResponseTable(connection, configuration.storedResponses, hasLog: replica != nil)
        outbox = try Outbox(connection, configuration.events, now: now, describeList: describeList)
        cellTypes = try CellTypeTable(connection)
        views = try ViewTable(connection)
        viewSections = configuration.viewSections
        shortView = configuration.shortView
        candidates = try connection.statement(ListScan.sql)
        lastNumber = try connection.value("SELECT max(number) FROM (SELECT number FROM list UNION ALL SELECT list FROM long_write)") ?? 0
        incarnations = try IncarnationTable(reader: records)
        do {
            let unfinished = try longWriteSweeper.abandoned()
            for longWrite in unfinished where longWrite.owner == replica?.server { longWrites.takeOver(longWrite) }
            if let replica { _ = longWrites.takeOver(unfinished, of: replica.server) }
        } catch let failure as SQLiteFailure where failure.code == .corrupt {
            throw OpeningFailure.isDamaged(configuration.path, failure.message)
        }
    }

    /// The writer's own reader, which sees what the running write has committed.
    func reader() throws -> RecordReader {
        try running?.flush()
        return records
    }

    /// A number for a new incarnation of a list.
    func nextListNumber() throws -> Int64 {
        guard lastNumber < KeyRange.lastList else { throw ListError(.limitExceeded, "The store has no room for more lists.") }
        lastNumber += 1
        return lastNumber
    }

    /// Forgets and reads again what an entry of another store has changed.
    ///
    /// - Returns: The writes that waited for a long write that is over.
    func takeOver(_ notes: EntryNotes, _ targets: Set<String>, now: Int64) throws -> [WriteJob] {
        for list in notes.lists {
            incarnations.forget(list.number, list.id)
            views.noteTakenOver(list.number)
            lastNumber = max(lastNumber, list.number)
        }
        deadSweeper.forget()
        longWriteSweeper.lookAgain()
        if !notes.responses.isEmpty { try storedResponses.takeOver(notes.responses, now: now) }
        let interactions = notes.commits.compactMap { commit -> ListID? in
            if case .interaction = commit.change { commit.id } else { nil }
        }
        try outbox.takeOver(targets, interactions: interactions, now: now)
        if targets.contains("cell_type_registry.version") { try cellTypes.reload() }
        if targets.contains("view") || targets.contains("view.behind") { try views.reload() }
        guard let replica, targets.contains("long_write") || targets.contains("long_write.owner") else { return [] }
        let longWrites = try longWriteSweeper.abandoned()
        lastNumber = max(lastNumber, longWrites.map(\.list).max() ?? 0)
        return self.longWrites.takeOver(longWrites, of: replica.server)
    }

    /// Deletes the row of a deleted list of which nothing else is left, once its id has a newer incarnation.
    func delete(_ incarnation: Incarnation) throws {
        try deletedListSweeper.deleteRow(of: incarnation.row.number)
        incarnation.isGone = true
        incarnations.remove(incarnation)
    }

    /// Whether a key that is in the database is there to stay.
    func isCommitted(_ key: NodeKey) -> Bool {
        guard let counter = incarnations.committedCounter(ofList: key >> KeyRange.counterBits) else { return true }
        return key <= counter
    }

    /// Whether the newest row of a number's parent may not be there to stay: one that the batch or a long write has made.
    func mayChangeParent(of number: Number) -> Bool {
        drafts.placed.contains(number) || !isCommitted(number) || longWrites.hasLongWrite(list: number >> KeyRange.counterBits)
    }

    /// Forgets what a batch that was rolled back has made.
    ///
    /// - Returns: The writes that waited for a long write that has not begun now.
    func forget() -> [WriteJob] {
        incarnations.removeAll()
        longWriteSweeper.lookAgain()
        deadSweeper.forget()
        storedResponses.forget()
        outbox.forget()
        cellTypes.forget()
        views.forget()
        drafts.forgetPlaced()
        nodes.removeAll()
        running = nil
        return longWrites.dropBegun()
    }
}
