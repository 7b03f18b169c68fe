import Lists
public import Ports

/// The file and the bounds of a ``SQLiteListStore``.
public struct SQLiteStoreConfiguration: Sendable {
    /// The database file. Two more, `-wal` and `-shm`, and the lock, `-lock`, lie beside it.
    public var path: String
    /// How long versions stay readable.
    public var retention = RetentionPolicy()
    /// How long answers stay under their idempotency keys.
    public var storedResponses = StoredResponsePolicy()
    /// How long interactions and ended deliveries are kept.
    public var events = EventPolicy()
    /// Seconds for which a pin keeps its version, at most. It also keeps nothing where a history takes twice the bytes that it may.
    public var pinSeconds: Int64 = 600
    /// Seconds between two questions to the log what other stores pin, and which are alive; without a log nothing asks.
    public var peerSeconds = 1.0
    /// Bytes of decoded nodes that are kept in memory.
    public var nodeCacheBytes = 16 << 20
    /// Bytes of pages that each connection keeps.
    public var connectionCacheBytes = 2 << 20
    /// Bytes of the database that each reading connection maps into memory; 0 for none.
    public var mappedBytes = 0
    /// Connections that read at the same time; further readers wait.
    public var readers = 16
    /// Heads that are kept in memory.
    public var headLimit = 4096
    /// Writes that may wait; more are refused as overloaded.
    public var writeLimit = 4096
    /// Items, old and new together, up to which a replacement is one transaction on the writer. One of more is prepared beside it.
    public var shortReplacement = 4096
    /// Items of a list, or of a view, up to which a view is made whole on the writer. One of more is built beside it.
    public var shortView = 1_000
    /// The most sections of a view; of more the first are shown.
    public var viewSections = 100_000
    /// Rows that a long write stores at a time.
    public var stagedRows = 4096
    /// Uploads that may be on their way at the same time; more are refused as overloaded.
    public var uploadLimit = 256
    /// Long writes that are prepared at the same time; further ones wait.
    public var longWrites = 2
    /// Threads for each kind of background work: looks at what a new schema of a cell type means, checks of values, searches.
    public var backgroundThreads = 2
    /// Background works of a kind that may wait for a thread, and for how many seconds.
    public var backgroundWaiting = 32
    public var backgroundWaitSeconds = 10.0
    /// Seconds that a write may wait to begin: for the writer, or for a long write to its list. It is refused then, and never run.
    public var waitSeconds = 30.0
    /// Seconds that a long write may wait for the others to be prepared, before it is refused.
    public var longWaitSeconds = 600.0
    /// Seconds that one write may hold the writer.
    public var writeSeconds = 30.0
    /// Seconds after which a transaction takes in no further write.
    public var batchSeconds = 0.25
    /// Seconds after which a writer that has not finished a transaction is not ready.
    public var stallSeconds = 10.0
    /// The most writes in one transaction.
    public var batchLimit = 256
    /// Bytes of the write-ahead log at which the writer itself empties it.
    public var logLimit = 64 << 20
    /// Pages of the write-ahead log after which the background moves them into the database.
    public var checkpointPages = 1000
    /// Seconds between two rounds of the collector over quiet lists.
    public var collectionInterval = 1.0
    /// The most pages that the database may have; `nil` for no bound of its own.
    public var pageLimit: Int?

    /// The log that the file follows with those of other servers; `nil` for a database of its own.
    public var log: (any CommitLog)?
    /// Whether a database is made where there is none.
    public var mayCreate = true
    /// Called before each commit of the writer; for tests, what it throws is what the disk has thrown.
    var beforeCommit: (@Sendable () throws -> Void)?
    /// Called on the thread that builds a view, once it knows of what; for tests.
    var beforeBuild: (@Sendable () -> Void)?

    /// The usual bounds for a database file.
    public init(path: String) {
        self.path = path
    }
}

extension SQLiteStoreConfiguration {
    /// Milliseconds for which a pin keeps its version.
    var pinMilliseconds: Int64 { min(pinSeconds, Int64.max / 1_000) * 1_000 }
}
