import Lists
import Synchronization

/// The texts of changes, as event streams send them: each encoded once, however many readers ask for it and when.
///
/// Bounded in bytes; what was encoded first goes first. Any thread may use it.
final class EventTexts: Sendable {
    /// A change from a version of a list to a later one.
    struct Key: Hashable {
        let list: ListID
        let from: Int64
        let to: Int64
        /// The most operations that it was encoded for.
        let limit: Int
    }

    /// A text, under a lock that is held while it is encoded, so that other readers wait for it.
    final class Entry: Sendable {
        let change = Mutex<EventChange?>(nil)
    }

    struct State {
        var entries: [Key: Entry] = [:]
        /// The keys of finished texts with their lengths, the oldest first, from `first` on.
        var finished: [(key: Key, bytes: Int)] = []
        var first = 0
        var bytes = 0
        var made = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: Bytes.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// How many texts were encoded.
    var madeCount: Int { state.withLock { $0.made } }

    /// The text of a change that was encoded before, or is now; `nil` for any other.
    func kept(_ key: Key) -> EventChange? {
        state.withLock { $0.entries[key] }?.change.withLock { $0 }
    }

    /// The text of a change: the one that is kept, or the one that `make` encodes.
    ///
    /// - Throws: What `make` throws; nothing is kept then.
    func text(_ key: Key, make: () throws -> EventChange) throws -> EventChange {
        let entry = state.withLock { state in
            if let entry = state.entries[key] { return entry }
            let entry = Entry()
            state.entries[key] = entry
            return entry
        }
        return try entry.change.withLock { change in
            if let change { return change }
            do {
                let made = try make()
                change = made
                state.withLock { $0.finish(key, bytes: made.byteCount, capacity: capacity) }
                return made
            } catch {
                state.withLock { $0.drop(key, entry) }
                throw error
            }
        }
    }
}

extension EventTexts.State {
    /// Takes in that a text is there, and lets the oldest go where there are too many bytes.
    fileprivate mutating func finish(_ key: EventTexts.Key, bytes count: Int, capacity: Int) {
        made += 1
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

    /// Forgets a text that could not be encoded.
    fileprivate mutating func drop(_ key: EventTexts.Key, _ entry: EventTexts.Entry) {
        if entries[key] === entry { entries[key] = nil }
    }
}
