import CellTypes
import Foundations
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
        /// The version of the registry by which its items are shown.
        var registry: Int64 = 0
        var accepted: AcceptedCellTypes?
        var bytes = ChangesRepresentation.answerBytes
    }

    /// The most texts of one change that are encoded for readers who say what cell types they know: each set of types may need another.
    static let variantLimit = 32
    /// The most changes that variants are counted of; beyond it counting begins anew.
    private static let countedChanges = 1_024

    private struct Change: Hashable {
        let list: ListID
        let from: Int64
        let to: Int64
    }

    private let texts: SingleFlightCache<Key, EncodedChanges>
    private let variants = Mutex<[Change: Int]>([:])
    private let encoded = Atomic<Int>(0)

    /// - Parameter capacity: Bytes.
    init(capacity: Int) {
        texts = SingleFlightCache(limit: capacity)
    }

    /// The approximate cost of a text in the cache: two arrays with a header each.
    static func cost(of text: EncodedChanges) -> Int {
        text.bytes.count + text.reload.count + 64 + SingleFlightCache<Key, EncodedChanges>.entryBytes
    }

    /// Thrown where as many texts of a change were encoded as may be; its other readers load the list again.
    struct TooManyVariants: Error {}

    private func mayEncodeVariant(of key: Key) -> Bool {
        variants.withLock { variants in
            let change = Change(list: key.list, from: key.from, to: key.to)
            let count = variants[change] ?? 0
            guard count < Self.variantLimit else { return false }
            if variants.count >= Self.countedChanges, count == 0 { variants = [:] }
            variants[change] = count + 1
            return true
        }
    }

    /// How many texts were encoded for event streams.
    var encodedCount: Int { encoded.load(ordering: .relaxed) }

    /// The text of a change that is in the cache, or is being encoded; `nil` for any other.
    func find(_ key: Key) -> EncodedChanges? { texts.find(key) }

    /// The text of a change: the one in the cache, or the one that `encode` makes.
    ///
    /// - Throws: The errors of `encode`, and ``TooManyVariants``; the cache keeps nothing then.
    func text(_ key: Key, encode: () throws -> EncodedChanges) throws -> EncodedChanges {
        try texts.value(for: key, cost: { Self.cost(of: $0) + (key.accepted?.byteCount ?? 0) }) {
            if key.accepted != nil, !mayEncodeVariant(of: key) { throw TooManyVariants() }
            let text = try encode()
            if key.bytes == ChangesRepresentation.answerBytes { encoded.wrappingAdd(1, ordering: .relaxed) }
            return text
        }
    }
}
