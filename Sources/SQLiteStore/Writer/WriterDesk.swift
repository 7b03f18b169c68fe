import GRDB
import GRDBSQLite
import Lists
import Ports
import Synchronization

/// All that the writer's thread works with: its connection, its statements, the lists it knows, and what the running batch has made.
final class WriterDesk: @unchecked Sendable {  // All but `thread` and `log` is touched by the writer's thread alone.
    private let queue: DatabaseQueue
    private let records: RecordReader
    private let savepoint: (begin: PreparedStatement, release: PreparedStatement, rollback: PreparedStatement)
    let drafts: DraftWriter
    let sweeper: Sweeper
    let endedLives: EndedLifeSweeper
    let stagings: StagingSweeper
    let staging: StagingTable
    /// The most writes that may wait for long ones.
    let parkLimit: Int
    let candidates: PreparedStatement
    let lives: LifeTable
    let keptAnswers: KeptAnswerTable
    let outbox: Outbox
    let log: LogGauge
    private let thread = Atomic<UInt>(0)
    private let beforeCommit: (@Sendable () throws -> Void)?
    /// Nodes of the running batch, which may still be rolled back.
    private var fresh: [NodeKey: CachedNode] = [:]
    /// The nodes that the batch's versions have left behind.
    private var superseded: [NodeKey] = []
    /// The write whose work is running.
    weak var running: StoreTransaction?
    /// The newest list number.
    private(set) var lastNumber: Int64

    /// The most nodes of a batch that are kept decoded; the rest are read again when they are needed.
    private static let freshLimit = 4096

    /// Milliseconds that the writer waits for readers when it restarts the log.
    private static let restartPatience: Int32 = 250

    init(
        _ queue: DatabaseQueue, _ configuration: SQLiteStoreConfiguration, parked: ParkedWrites, describeList: @escaping ListDescription
    ) throws {
        self.queue = queue
        staging = StagingTable(parked: parked)
        beforeCommit = configuration.beforeCommit
        parkLimit = configuration.writeLimit
        let log = LogGauge()
        self.log = log
        (records, savepoint, drafts, sweeper, endedLives, stagings, keptAnswers, outbox, candidates, lastNumber) = try queue.inDatabase {
            database in
            log.attach(to: database)
            return (
                try RecordReader(database),
                (
                    try PreparedStatement(database, "SAVEPOINT work"), try PreparedStatement(database, "RELEASE work"),
                    try PreparedStatement(database, "ROLLBACK TO work")
                ),
                try DraftWriter(database), try Sweeper(database), try EndedLifeSweeper(database), try StagingSweeper(database),
                try KeptAnswerTable(database, configuration.keptAnswers),
                try Outbox(database, configuration.events, describeList: describeList), try PreparedStatement(database, ListScan.sql),
                try Int64.fetchOne(database, sql: "SELECT max(number) FROM (SELECT number FROM list UNION ALL SELECT list FROM staging)")
                    ?? 0
            )
        }
        lives = LifeTable(reader: records)
        for leftover in try stagings.leftovers() { staging.takeOver(leftover) }
    }

    /// Makes the calling thread the writer's.
    func takeSeat() {
        thread.store(ThreadIdentity.current, ordering: .releasing)
    }

    /// Whether the calling thread is the writer's.
    var isCurrentThread: Bool { thread.load(ordering: .acquiring) == ThreadIdentity.current }

    /// The writer's own reader, which sees what the running write has committed.
    func reader() throws -> RecordReader {
        try running?.flush()
        return records
    }

    /// A number for a new life of a list.
    func nextListNumber() throws -> Int64 {
        guard lastNumber < KeyRange.lastList else { throw ListError(.limitExceeded, "The store has no room for more lists.") }
        lastNumber += 1
        return lastNumber
    }

    /// Runs `body` in one transaction, durable when this returns; nothing of it happens if it throws.
    func transaction(_ body: () throws -> Void) throws {
        try queue.inDatabase { database in
            try SQLiteFailure.wrapping("begin") { try database.beginTransaction(.immediate) }
            do {
                try body()
                guard database.isInsideTransaction else {
                    throw SQLiteFailure(code: .sqlite(SQLITE_ABORT), message: "SQLite gave the transaction up", operation: "commit")
                }
                try beforeCommit?()
                try SQLiteFailure.wrapping("commit") { try database.commit() }
            } catch {
                if database.isInsideTransaction { try? database.rollback() }
                throw error
            }
        }
    }

    /// Begins what ``undoNested()`` can take back.
    func beginNested() throws {
        try savepoint.begin.run()
    }

    func keepNested() throws {
        try savepoint.release.run()
    }

    func undoNested() throws {
        try savepoint.rollback.run()
        try savepoint.release.run()
    }

    /// Moves the whole write-ahead log into the database, so that it starts from its beginning again. Waits a moment for readers and for
    /// a checkpoint that is running.
    func restartLog(truncate: Bool = false) throws {
        try queue.inDatabase { database in
            sqlite3_busy_timeout(database.sqliteConnection, Self.restartPatience)
            defer { sqlite3_busy_timeout(database.sqliteConnection, DatabaseFile.patience) }
            try SQLiteFailure.wrapping("checkpoint") { _ = try database.checkpoint(truncate ? .truncate : .restart) }
        }
        log.reset()
    }

    /// What all lists keep beside their heads.
    func historyCounts() throws -> HistoryCounts {
        try queue.inDatabase { database in
            var counts = HistoryCounts()
            guard let row = try Row.fetchOne(database, sql: HistoryCounts.sql) else { return counts }
            counts.versions = row[0]
            counts.bytes = row[1]
            counts.uncollected = row[2]
            counts.endedLists = row[3]
            return counts
        }
    }

    /// Deletes the row of an ended life that nothing is left of, and that a newer life of its id has taken the place of.
    func bury(_ life: Life) throws {
        try endedLives.deleteRow(of: life.row.number)
        life.isGone = true
        lives.remove(life)
    }

    /// Forgets what a batch that was rolled back has made.
    ///
    /// - Returns: The writes that waited for a long write that has not begun now.
    func forget() -> [WriteJob] {
        lives.removeAll()
        stagings.lookAgain()
        keptAnswers.forget()
        outbox.forget()
        fresh = [:]
        superseded = []
        running = nil
        return staging.dropBegun()
    }

    func freshNode(_ key: NodeKey) -> CachedNode? {
        fresh[key]
    }

    /// Whether a key that is in the database is there to stay.
    func isCommitted(_ key: NodeKey) -> Bool {
        guard let counter = lives.committedCounter(ofList: key >> KeyRange.counterBits) else { return true }
        return key <= counter
    }

    func addFresh(_ draft: VersionDraft) {
        for key in draft.rows.garbage.itemNodes.prefix(Self.freshLimit) + draft.rows.garbage.sectionNodes.prefix(Self.freshLimit)
        where fresh.removeValue(forKey: key) == nil && superseded.count < Self.freshLimit {
            superseded.append(key)
        }
        guard fresh.count < Self.freshLimit else { return }
        for node in draft.rows.itemNodes.prefix(Self.freshLimit) { fresh[node.key] = .items(node) }
        for node in draft.rows.sectionNodes.prefix(Self.freshLimit) { fresh[node.key] = .sections(node) }
    }

    /// Hands the nodes of a batch that is committed to the cache of all threads, in place of those that they have superseded.
    func publishNodes(to cache: NodeCache) {
        for key in superseded { cache.remove(key) }
        for (key, node) in fresh {
            cache.insert(node, for: key)
            cache.insert(stored: node.stored, for: key)
        }
        superseded = []
        fresh = [:]
    }
}
