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
    private let stored: Mutex<(hasRows: Bool, garbage: StoredGarbage, repeatedIDs: [Identifier])>

    init(id: ListID?, list: Int64, first: Number, version: Int64, hasRows: Bool, author: String? = nil) {
        self.id = id
        self.list = list
        self.first = first
        self.version = version
        self.author = author
        stored = Mutex((hasRows, StoredGarbage(), []))
    }

    /// Whether its row is in the table, and with that perhaps others.
    var hasRows: Bool { stored.withLock { $0.hasRows } }

    /// The garbage that its version leaves behind, as far as it is stored.
    var garbage: StoredGarbage { stored.withLock { $0.garbage } }

    /// Ids of new items that the list had already: no version may come of the write.
    var repeatedIDs: [Identifier] { stored.withLock { $0.repeatedIDs } }

    func add(repeated id: Identifier) { stored.withLock { $0.repeatedIDs.append(id) } }

    func noteRows() { stored.withLock { $0.hasRows = true } }

    func add(_ garbage: StoredGarbage) { stored.withLock { $0.garbage = $0.garbage + garbage } }
}

/// Garbage that is stored already, in rows of its own.
struct StoredGarbage {
    var chunks: Int64 = 0
    var bytes: Int64 = 0

    static func + (left: Self, right: Self) -> Self {
        StoredGarbage(chunks: left.chunks + right.chunks, bytes: left.bytes + right.bytes)
    }
}
