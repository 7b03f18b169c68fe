import CellTypes
import Lists
import Synchronization
import Wire

/// The texts of changes: each encoded once, however many readers ask for it and when.
///
/// Bounded in bytes; what was encoded first goes first. Any thread may use it.
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

    /// A text, under a lock that is held while it is encoded, so that other readers wait for it.
    final class Entry: Sendable {
        let text = Mutex<EncodedChanges?>(nil)
    }

    struct State {
        var entries: [Key: Entry] = [:]
        /// The keys of finished texts with their lengths, the oldest first, from `first` on.
        var finished: [(key: Key, bytes: Int)] = []
        var first = 0
        var bytes = 0
        var encoded = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: Bytes.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// How many texts were encoded for event streams.
    var encodedCount: Int { state.withLock { $0.encoded } }

    /// The text of a change that is in the cache, or is being encoded; `nil` for any other.
    func find(_ key: Key) -> EncodedChanges? {
        state.withLock { $0.entries[key] }?.text.withLock { $0 }
    }

    /// The text of a change: the one in the cache, or the one that `encode` makes.
    ///
    /// - Throws: What `encode` throws; the cache keeps nothing then.
    func text(_ key: Key, encode: () throws -> EncodedChanges) throws -> EncodedChanges {
        let entry = state.withLock { state in
            if let entry = state.entries[key] { return entry }
            let entry = Entry()
            state.entries[key] = entry
            return entry
        }
        return try entry.text.withLock { text in
            if let text { return text }
            do {
                let encoded = try encode()
                text = encoded
                let count = encoded.bytes.count + encoded.reload.count + (key.accepted?.byteCount ?? 0)
                state.withLock { $0.finish(key, bytes: count, capacity: capacity) }
                return encoded
            } catch {
                state.withLock { $0.drop(key, entry) }
                throw error
            }
        }
    }
}

extension EventCache.State {
    /// Counts a text that is encoded, and removes the oldest where there are too many bytes.
    fileprivate mutating func finish(_ key: EventCache.Key, bytes count: Int, capacity: Int) {
        if key.bytes == ChangesRepresentation.answerBytes { encoded += 1 }
        finished.append((key, count))
        bytes += count
        while bytes > capacity, first < finished.count {
            let oldest = finished[first]
            entries[oldest.key] = nil
            bytes -= oldest.bytes
            first += 1
        }
        guard first > finished.count / 2 else { return }
        finished.removeFirst(first)
        first = 0
    }

    /// Removes a text that could not be encoded.
    fileprivate mutating func drop(_ key: EventCache.Key, _ entry: EventCache.Entry) {
        if entries[key] === entry { entries[key] = nil }
    }
}
