public import CellTypes
import Dispatch
import Foundations
public import Lists
public import Logging
public import Ports
import Synchronization

/// Lists in an SQLite database.
///
/// Reads are answered on the caller's thread, over a pool of connections and a cache of nodes; the head of a list in use costs no SQL.
/// One thread writes: what waits is committed together, with a full sync, before it is acknowledged. Old versions leave the history as
/// the ``RetentionPolicy`` says and are deleted a little at a time, by the same thread.
public final class SQLiteListStore: ListStore {
    let configuration: SQLiteStoreConfiguration
    private let logger: Logger
    private let health: StoreHealth
    let records: Records
    private let heads: HeadTable
    /// Versions below the heads that were read lately; each is looked up only once it is known to be in the history.
    private let versions = ClockCache<VersionKey, ListHead>(limit: 1024)
    let pins = VersionPins()
    private let uploads: UploadSlots
    let publishedCellTypes: PublishedCellTypes
    let publishedViews: PublishedViews
    let now: @Sendable () -> Int64
    /// The database's path where it was made when the store was opened; `nil` where it was there.
    public let madeDatabase: String?
    /// The side that writes; `nil` for a store that only reads.
    let writing: WriteSide?

    /// Opens the database, makes it if it is not there, and migrates it.
    ///
    /// - Parameters:
    ///   - configuration: Where the database is, and its bounds.
    ///   - logger: Logs failures.
    ///   - describeList: What a ``EventType/listCreated`` says of its list.
    ///   - now: Milliseconds since 1970, UTC.
    ///   - makeIdentifiers: Called once on the writer's thread, and on that of each long write.
    /// - Throws: ``SQLiteFailure``, `locked` when another process writes to the database.
    public init(
        configuration: SQLiteStoreConfiguration, logger: Logger, describeList: @escaping ListDescription,
        now: @escaping @Sendable () -> Int64, makeIdentifiers: @escaping @Sendable () -> any IdentifierSource
    ) throws {
        self.configuration = configuration
        self.logger = logger
        let files = DatabaseFiles(configuration.path)
        let lock = try DatabaseLock(files)
        AbandonedFiles.sweep(files)
        try IndexRoom.check(files)
        let opening = try DatabaseOpening(files, mayCreate: configuration.mayCreate)
        let recorder = configuration.log == nil ? nil : StatementRecorder()
        let connection = try DatabaseConnection.openWriter(configuration, recorder: recorder)
        let identity = try opening.prepare(connection) { try Self.catchUp(connection, with: configuration.log) }
        let indexRoom = try IndexRoom(files, logBytes: configuration.logLimit)
        let health = StoreHealth(configuration.path, logger: logger)
        let interruption = Interruption()
        let suspended = SuspendedWrites()
        let replica = try Self.replica(connection, recorder, configuration, pins: pins, now: now, logger: logger)
        let (follower, peers) = (replica?.follower, replica?.peers)
        let state = try WriterState(
            connection, configuration, now: now(), suspended: suspended, replica: replica, describeList: describeList)
        if let newest = try NewestTime.read(connection) { health.noteTime(newest, now: now()) }
        let webhooks = state.outbox.registry
        publishedCellTypes = state.cellTypes.published
        publishedViews = state.views.published
        let confined = ThreadConfined(state)
        records = Self.records(configuration, state: confined, health: health)
        self.health = health
        heads = HeadTable(limit: configuration.headLimit)
        uploads = UploadSlots(limit: configuration.uploadLimit)
        self.now = now
        let checkpointer = Checkpointer(try DatabaseConnection.openCheckpointer(configuration), health: health, logger: logger)
        let tools = StoreWriter.Tools(
            configuration: configuration, records: records, heads: heads, pins: pins, checkpointer: checkpointer,
            interruption: interruption, health: health, logger: logger, now: now, makeIdentifiers: makeIdentifiers)
        let writer = StoreWriter(confined, suspended: suspended, webhooks: webhooks, tools)
        let longWriter = LongWriter(
            configuration: configuration, writer: writer, interruption: interruption, logger: logger, makeIdentifiers: makeIdentifiers)
        let fileWatch = FileWatch(files, identity: identity, configuration: configuration)
        let background = BackgroundThreads.ofEachKind(configuration)
        let watch = StoreWatch(interruption) {
            if let fault = fileWatch.look() { health.lose(fault) }
            Self.refuseLate(writer, longWriter, configuration, interruption, health)
            for threads in background.values { Self.refuseLate(threads, configuration, interruption) }
        }
        let writing = WriteSide(
            lock: lock, indexRoom: indexRoom, writer: writer, longWriter: longWriter, background: background,
            checkpointer: checkpointer, interruption: interruption, fileWatch: fileWatch, watch: watch,
            follower: follower, peers: peers)
        self.writing = writing
        madeDatabase = opening.isNew ? files.database : nil
        writing.start()
    }

    /// Refuses background works that have waited for too long to begin.
    private static func refuseLate(_ threads: BackgroundThreads, _ configuration: SQLiteStoreConfiguration, _ interruption: Interruption) {
        guard !interruption.isOver else { return threads.refuse(arrivedBefore: .max, Interruption.stopping) }
        let late = ListError(.unavailable, "The request has waited for too long for others that take long, and was not begun.")
        threads.refuse(arrivedBefore: Uptime.ago(seconds: configuration.backgroundWaitSeconds), late)
    }

    /// Refuses the writes that have waited for too long: all of them where the store stops, or has lost its files.
    private static func refuseLate(
        _ writer: StoreWriter, _ longWriter: LongWriter, _ configuration: SQLiteStoreConfiguration, _ interruption: Interruption,
        _ health: StoreHealth
    ) {
        if let refusal = health.refusal {
            writer.refuse(arrivedBefore: .max, refusal)
            longWriter.refuse(arrivedBefore: .max, refusal)
        } else if interruption.isOver {
            // Later writes are the last records of deliveries, and short.
            writer.refuse(arrivedBefore: interruption.time, Interruption.stopping)
            longWriter.refuse(arrivedBefore: .max, Interruption.stopping)
        } else {
            let late = ListError(.unavailable, "The write has waited for too long and was not begun.")
            writer.refuse(arrivedBefore: Uptime.ago(seconds: configuration.waitSeconds), late)
            longWriter.refuse(arrivedBefore: Uptime.ago(seconds: configuration.longWaitSeconds), late)
        }
    }

    /// A store that only reads, beside a process that writes.
    init(readOnly configuration: SQLiteStoreConfiguration) throws {
        self.configuration = configuration
        let logger = Logger(label: "store")
        self.logger = logger
        health = StoreHealth(configuration.path, logger: logger)
        let connection = try DatabaseConnection.openReader(configuration)
        try Schema.checkMigrated(connection)
        publishedCellTypes = PublishedCellTypes(try CellTypeTable.load(connection))
        publishedViews = PublishedViews(try ViewIndex.load(connection))
        records = Self.records(configuration, state: nil, health: nil)
        heads = HeadTable(limit: 1)
        uploads = UploadSlots(limit: 0)
        now = { 0 }
        writing = nil
        madeDatabase = nil
    }

    deinit {
        close()
    }

    private static func records(_ configuration: SQLiteStoreConfiguration, state: ThreadConfined<WriterState>?, health: StoreHealth?)
        -> Records
    {
        let pool = ReadPool(limit: configuration.readers) {
            health?.note($0)
        } open: {
            try DatabaseConnection.openReader(configuration)
        }
        return Records(pool: pool, nodes: NodeCache(bytes: configuration.nodeCacheBytes), state: state, health: health)
    }

    public func snapshot(of id: ListID, at version: Int64?) throws -> ListSnapshot {
        guard let entry = try entry(id) else { return try refuse(id, version) }
        guard let version, version != entry.head.version else { return snapshot(entry.head) }
        if version > entry.head.version, heads.awaitPublication() { return try snapshot(of: id, at: version) }
        try VersionCheck(oldest: entry.watch.oldest, head: entry.head.version, deleted: nil).check(version, of: id)
        let number = entry.head.number
        if let head = versions[VersionKey(list: number, version: version)] { return snapshot(head) }
        let head = try records.withReader { reader in
            try reader.transaction { try reader.incarnation(number).flatMap { try reader.head(of: $0, at: version) } }
        }
        guard let head else {
            guard isReadable(version, ofList: number) else { throw VersionCheck.gone(version, of: id) }
            throw MissingRecord(key: number << KeyRange.counterBits | version)
        }
        versions.insert(head, for: VersionKey(list: number, version: version), cost: 1)
        return snapshot(head)
    }

    public func lists(prefix: String, after: String?, limit: Int) throws -> [ListSnapshot] {
        let generations = writing == nil ? nil : heads.generations
        return try records.withReader { reader in
            try reader.transaction {
                let rows = try reader.liveLists(after: after ?? "", from: prefix, limit: limit)
                return try rows.prefix { $0.id.utf8.starts(with: prefix.utf8) }.compactMap { row in
                    try heads.head(of: row, since: generations) { try reader.head(of: row, at: row.head) }.map { snapshot($0) }
                }
            }
        }
    }

    public func isReadable(_ version: Int64, ofList number: Int64) -> Bool {
        do {
            guard let row = try records.withReader({ try $0.incarnation(number) }) else { return false }
            return row.deleted == nil && (row.oldest...row.head).contains(version)
        } catch {
            // A failed look-up says nothing of the version: the reader reports its own failure.
            return true
        }
    }

    public func watch(_ id: ListID) throws -> ListWatch? {
        try entry(id)?.watch
    }

    public func status(of id: ListID) throws -> ListStatus {
        if let entry = try entry(id) {
            return .living(base: entry.head.base, oldest: entry.watch.oldest, newest: entry.head.version, created: entry.head.createdAt)
        }
        let row = try records.withReader { try $0.newestIncarnation(of: id.text) }
        guard let row else { return .unknown }
        // An incarnation that was made since the first look.
        return row.deleted.map { .ended(at: $0) }
            ?? .living(base: row.base, oldest: row.oldest, newest: row.head, created: row.createdAt)
    }

    public func onCommit(_ observer: @escaping @Sendable (ListCommit) -> Void) {
        writing?.writer.commitObserver.set(observer)
    }

    public func write<Outcome: Sendable>(
        _ id: ListID, _ work: @escaping @Sendable (any ListTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        let job = WriteJob(id, work, completion: completion)
        guard let writing else { return job.refuse(Self.readOnly) }
        writing.writer.queue.add(job)
    }

    public func makeUpload() throws -> any ListUpload {
        guard let writing else { throw Self.readOnly }
        return try ScratchUpload(beside: configuration.path, in: uploads.take(), interruption: writing.interruption, logger: logger)
    }

    public func replace<Outcome: Sendable>(
        _ id: ListID, with content: ListContent, rules: TypeRules, begin: @escaping @Sendable (any ListTransaction) throws -> Outcome?,
        finish: @escaping @Sendable (any ListTransaction, ReplacedList) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        let replacement = Replacement(
            id: id, content: content, rules: rules, begin: begin, finish: finish, completion: completion)
        guard let writing else { return completion(.failure(Self.readOnly)) }
        writing.longWriter.start(replacement)
    }

    static let readOnly = ListError(.unavailable, "The store was opened to read.")

    public var isReady: Bool {
        guard let writing else { return true }
        let isLate = writing.follower?.isLate(seconds: configuration.stallSeconds) ?? false
        return writing.writer.isOpen && !writing.writer.isStalled && !isLate && health.isWhole
    }

    /// Has everything end in time: so many seconds from now the writes that wait are refused, and what runs is broken off between two
    /// steps. Until then all goes on.
    public func breakOff(after seconds: Double) {
        writing?.interruption.begin(at: Uptime.after(seconds: seconds))
        writing?.watch.hurry()
    }

    public var breaksOff: Bool { writing?.interruption.isOver ?? false }

    public func close() {
        _ = close(by: .distantFuture)
    }

    /// Finishes the writes that wait, or refuses them where ``breakOff(after:)`` says so, then closes.
    ///
    /// - Returns: Whether all has ended in time. Else some thread still has the database, and the lock on it; the process had better end.
    ///   Nothing that was acknowledged is lost by that.
    public func close(within seconds: Double) -> Bool {
        close(by: .now() + seconds)
    }

    private func close(by deadline: DispatchTime) -> Bool {
        guard let writing, writing.beginClosing() else { return true }
        guard writing.stop(by: deadline) else { return false }
        records.pool.close()
        heads.removeAll()
        writing.unlock()
        return true
    }

    func entry(_ id: ListID) throws -> HeadTable.Entry? {
        guard writing != nil else { return try load(id).map(Self.endedEntry) }
        return try heads.entry(id) { try load(id) }
    }

    /// A store beside a writer does not learn of new heads, so its watches have ended from the start.
    private static func endedEntry(_ head: ListHead, _ oldest: Int64) -> HeadTable.Entry {
        HeadTable.Entry(head: head, watch: ListWatch(list: head.number, head: 0, oldest: oldest))
    }

    private func load(_ id: ListID) throws -> (head: ListHead, oldest: Int64)? {
        try records.pool.withReader { reader in
            try reader.transaction {
                guard let row = try reader.newestIncarnation(of: id.text), row.deleted == nil else { return nil }
                return (try reader.newestVersion(of: row), row.oldest)
            }
        }
    }

    private func snapshot(_ head: ListHead) -> ListSnapshot {
        ListSnapshot(head: head, storage: ListRecords(of: head, in: records))
    }
}
