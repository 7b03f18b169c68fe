import Caching
import CellTypes
import Lists
import Synchronization
import Wire

/// The texts of changes: each encoded once, however many readers ask for it and when.
///
/// Bounded in bytes. Any thread may use it.
final class EventCache: Sendable {
    /// A change from a version of a list to a later one.
    struct Key: Hashable {
        let list: ListID
        let from: Int64
        let to: Int64
        /// The most operations and the most bytes of stages that it is encoded for.
        let operations: Int
        /// What its items are shown by: the version of the registry, and what its readers know.
        var registry: Int64 = 0
        var accepted: AcceptedCellTypes?
        var bytes = ChangesRepresentation.answerBytes
    }

    private let texts: SingleFlightCache<Key, EncodedChanges>
    private let encoded = Atomic<Int>(0)

    /// - Parameter capacity: Bytes.
    init(capacity: Int) {
        texts = SingleFlightCache(limit: capacity)
    }

    /// What a text takes in the cache, about: two arrays with a header each.
    static func cost(of text: EncodedChanges) -> Int {
        text.bytes.count + text.reload.count + 64 + SingleFlightCache<Key, EncodedChanges>.entryBytes
    }

    /// How many texts were encoded for event streams.
    var encodedCount: Int { encoded.load(ordering: .relaxed) }

    /// The text of a change that is in the cache, or is being encoded; `nil` for any other.
    func find(_ key: Key) -> EncodedChanges? { texts.find(key) }

    /// The text of a change: the one in the cache, or the one that `encode` makes.
    ///
    /// - Throws: What `encode` throws; the cache keeps nothing then.
    func text(_ key: Key, encode: () throws -> EncodedChanges) throws -> EncodedChanges {
        try texts.value(for: key, cost: { Self.cost(of: $0) + (key.accepted?.byteCount ?? 0) }) {
            let text = try encode()
            if key.bytes == ChangesRepresentation.answerBytes { encoded.wrappingAdd(1, ordering: .relaxed) }
            return text
        }
    }
}
