public import Lists
public import Logging
import Synchronization

/// Lists in an SQLite database.
///
/// Reads are answered on the caller's thread, over a pool of connections and a cache of nodes; the head of a list in use costs no SQL.
/// One thread writes: what waits is committed together, with a full sync, before it is acknowledged. Old versions leave the history as
/// the ``RetentionPolicy`` says and are deleted a little at a time, by the same thread.
public final class SQLiteListStore: ListStore {
    let configuration: SQLiteStoreConfiguration
    private let logger: Logger
    let records: Records
    private let heads: HeadTable
    private let versions = VersionCache(limit: 1024)
    private let pins = VersionPins()
    private let uploads: UploadPlaces
    let now: @Sendable () -> Int64
    /// What writes; `nil` for a store that only reads.
    let writing: WritingSide?

    /// Opens the database, makes it if it is not there, and migrates it.
    ///
    /// - Parameters:
    ///   - configuration: Where the database is, and its bounds.
    ///   - logger: Told of failures.
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
        let lock = try DatabaseLock(configuration.path)
        let queue = try DatabaseFile.openWriter(configuration)
        try SQLiteFailure.wrapping("migrate") { try Schema.migrate(queue) }
        let desk = try WriterDesk(queue, configuration, describeList: describeList)
        records = Self.records(configuration, desk: desk)
        heads = HeadTable(limit: configuration.headLimit)
        uploads = UploadPlaces(limit: configuration.uploadLimit)
        self.now = now
        let checkpointer = Checkpointer(try DatabaseFile.openCheckpointer(configuration), logger: logger)
        let writer = Writer(
            configuration: configuration, desk: desk, records: records, heads: heads, pins: pins, checkpointer: checkpointer,
            logger: logger, now: now, makeIdentifiers: makeIdentifiers)
        let longWriter = LongWriter(
            configuration: configuration, writer: writer, logger: logger, makeIdentifiers: makeIdentifiers)
        writing = WritingSide(lock: lock, writer: writer, longWriter: longWriter, checkpointer: checkpointer)
        checkpointer.start()
        writer.start()
    }

    /// A store that only reads, beside a process that writes.
    private init(readOnly configuration: SQLiteStoreConfiguration) throws {
        self.configuration = configuration
        logger = Logger(label: "store")
        try Schema.check(DatabaseFile.openReader(configuration))
        records = Self.records(configuration, desk: nil)
        heads = HeadTable(limit: 1)
        uploads = UploadPlaces(limit: 0)
        now = { 0 }
        writing = nil
    }

    deinit {
        close()
    }

    /// Opens a database to read it, also while another process writes to it. Writes are refused as `unavailable`.
    ///
    /// - Throws: ``SQLiteFailure`` when there is no such database, or it is not migrated.
    public static func openReadOnly(configuration: SQLiteStoreConfiguration) throws -> SQLiteListStore {
        try SQLiteListStore(readOnly: configuration)
    }

    /// Brings a database up to date, and makes it if it is not there.
    ///
    /// - Throws: ``SQLiteFailure``, `locked` when another process writes to the database.
    public static func migrate(_ path: String) throws {
        let lock = try DatabaseLock(path)
        defer { withExtendedLifetime(lock) {} }
        let queue = try DatabaseFile.openWriter(SQLiteStoreConfiguration(path: path))
        try SQLiteFailure.wrapping("migrate") { try Schema.migrate(queue) }
    }

    private static func records(_ configuration: SQLiteStoreConfiguration, desk: WriterDesk?) -> Records {
        let pool = ReadPool(limit: configuration.readers) { try Connection(DatabaseFile.openReader(configuration)) }
        return Records(pool: pool, nodes: NodeCache(bytes: configuration.nodeCacheBytes), desk: desk)
    }

    public func snapshot(of id: ListID, at version: Int64?) throws -> ListSnapshot {
        guard let entry = try entry(id) else { return try refuse(id, version) }
        guard let version, version != entry.head.version else { return snapshot(entry.head) }
        try VersionCheck(floor: entry.watch.oldest, head: entry.head.version, deleted: nil).check(version, of: id)
        let number = entry.head.number
        if let head = versions.find(version, of: number) { return snapshot(head) }
        let head = try records.withReader { reader in
            try reader.transaction { try reader.life(number).flatMap { try reader.head(of: $0, at: version) } }
        }
        guard let head else {
            guard isReadable(version, ofList: number) else { throw VersionCheck.gone(version, of: id) }
            throw MissingRecord(key: number << KeyRange.counterBits | version)
        }
        versions.insert(head)
        return snapshot(head)
    }

    public func lists(prefix: String, after: String?, limit: Int) throws -> [ListSnapshot] {
        try records.withReader { reader in
            try reader.transaction {
                let rows = try reader.liveLists(after: after ?? "", from: prefix, limit: limit)
                return try rows.prefix { $0.id.utf8.starts(with: prefix.utf8) }.compactMap { row in
                    try reader.head(of: row, at: row.head).map { snapshot($0) }
                }
            }
        }
    }

    public func isReadable(_ version: Int64, ofList number: Int64) -> Bool {
        do {
            guard let row = try records.withReader({ try $0.life(number) }) else { return false }
            return row.deleted == nil && (row.floor...row.head).contains(version)
        } catch {
            // What cannot be looked up has not been seen to be collected: the reader's own failure is told instead.
            return true
        }
    }

    public func pin(_ version: Int64, ofList number: Int64) -> VersionPin { pins.pin(version, ofList: number, at: now()) }

    public func watch(_ id: ListID) throws -> ListWatch? {
        try entry(id)?.watch
    }

    public func standing(of id: ListID) throws -> ListStanding {
        if let entry = try entry(id) {
            return .living(base: entry.head.base, oldest: entry.watch.oldest, newest: entry.head.version)
        }
        let row = try records.withReader { try $0.newestLife(of: id.text) }
        guard let row else { return .unknown }
        // One that lives was made since the first look.
        return row.deleted.map { .ended(at: $0) } ?? .living(base: row.base, oldest: row.floor, newest: row.head)
    }

    public func onCommit(_ tell: @escaping @Sendable (ListCommit) -> Void) {
        writing?.writer.onCommit(tell)
    }

    public func write<Outcome: Sendable>(
        _ id: ListID, _ work: @escaping @Sendable (any ListTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        let job = WriteJob(id, work, completion: completion)
        guard let writing else { return job.refuse(Self.readOnly) }
        writing.writer.add(job)
    }

    public func makeUpload() throws -> any ListUpload {
        guard writing != nil else { throw Self.readOnly }
        return try ScratchUpload(beside: configuration.path, in: uploads.take(), logger: logger)
    }

    public func replace<Outcome: Sendable>(
        _ id: ListID, with content: ListContent, begin: @escaping @Sendable (any ListTransaction) throws -> Outcome?,
        finish: @escaping @Sendable (any ListTransaction, ReplacedList) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        let replacement = Replacement(id: id, content: content, begin: begin, finish: finish, completion: completion)
        guard let writing else { return completion(.failure(Self.readOnly)) }
        writing.longWriter.start(replacement)
    }

    static let readOnly = ListError(.unavailable, "The store was opened to read.")

    public var isReady: Bool { writing?.writer.isOpen ?? true }

    public func close() {
        guard let writing, writing.beginClosing() else { return }
        writing.longWriter.stop()
        // Before the writer, which empties the log at its end and wants nobody at it then.
        writing.checkpointer.stop()
        writing.writer.stop()
        records.pool.close()
        heads.removeAll()
        writing.unlock()
    }

    private func entry(_ id: ListID) throws -> HeadTable.Entry? {
        guard writing != nil else { return try load(id).map(Self.endedEntry) }
        return try heads.entry(id) { try load(id) }
    }

    /// A store beside a writer is not told of new heads, so its watches have ended from the start.
    private static func endedEntry(_ head: ListHead, _ floor: Int64) -> HeadTable.Entry {
        HeadTable.Entry(head: head, watch: ListWatch(list: head.number, head: 0, floor: floor))
    }

    private func load(_ id: ListID) throws -> (head: ListHead, floor: Int64)? {
        try records.pool.withReader { reader in
            try reader.transaction {
                guard let row = try reader.newestLife(of: id.text), row.deleted == nil else { return nil }
                guard let head = try reader.head(of: row, at: row.head) else {
                    throw SQLiteFailure(code: .corrupt, message: "list '\(id)' has no head", operation: "read a list")
                }
                return (head, row.floor)
            }
        }
    }

    /// Says why there is nothing to read under an id that has no list.
    private func refuse(_ id: ListID, _ version: Int64?) throws -> ListSnapshot {
        let row = try records.withReader { try $0.newestLife(of: id.text) }
        if let version, let row, row.deleted != nil { try VersionCheck(row).check(version, of: id) }
        throw ListError.notFound(id)
    }

    private func snapshot(_ head: ListHead) -> ListSnapshot {
        ListSnapshot(head: head, storage: ListRecords(list: head.number, records: records))
    }
}
