import Lists
import Synchronization

/// One write so long that its rows are stored in parts, while writes to other lists go on and those to its own wait.
final class LongWrite: Sendable {
    /// `nil` where a crash left it, and the list that it was to make has no id yet.
    let id: ListID?
    /// The list's number.
    let list: Int64
    /// Keys and numbers from this one on belong to the write.
    let first: Number
    /// The version that it makes.
    let version: Int64
    /// The author of the version; `nil` for none.
    let author: String?
    /// The server that runs it; `nil` without a log.
    let owner: Int64?
    private let stored: Mutex<(hasRows: Bool, parts: StoredParts, repeatedIDs: [Identifier])>

    init(id: ListID?, list: Int64, first: Number, version: Int64, hasRows: Bool, author: String? = nil, owner: Int64? = nil) {
        self.id = id
        self.list = list
        self.first = first
        self.version = version
        self.author = author
        self.owner = owner
        stored = Mutex((hasRows, StoredParts(), []))
    }

    /// Whether its row is in the table, and with that perhaps others.
    var hasRows: Bool { stored.withLock { $0.hasRows } }

    /// The stored parts of its version.
    var parts: StoredParts { stored.withLock { $0.parts } }

    /// Ids of new items that the list had already: no version may come of the write.
    var repeatedIDs: [Identifier] { stored.withLock { $0.repeatedIDs } }

    /// Returns what takes back all that is stored from now on, where its transaction is rolled back and runs again.
    func savepoint() -> () -> Void {
        let old = stored.withLock { $0 }
        return { self.stored.withLock { $0 = old } }
    }

    func add(repeated id: Identifier) { stored.withLock { $0.repeatedIDs.append(id) } }

    func noteRows() { stored.withLock { $0.hasRows = true } }

    func add(_ part: StoredParts) { stored.withLock { $0.parts = $0.parts + part } }
}

/// The stored parts of a version that is still to come.
struct StoredParts {
    /// The rows that hold the garbage that it leaves behind, and what that takes.
    var chunks: Int64 = 0
    var garbageBytes: Int64 = 0
    /// Bytes of its records.
    var recordBytes: Int64 = 0

    static func + (left: Self, right: Self) -> Self {
        StoredParts(
            chunks: left.chunks + right.chunks, garbageBytes: left.garbageBytes + right.garbageBytes,
            recordBytes: left.recordBytes + right.recordBytes)
    }
}
