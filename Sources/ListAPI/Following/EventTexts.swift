import Lists
import Synchronization

/// The texts of changes, as event streams send them: each laid out once, however many readers ask for it and when.
///
/// Bounded in bytes; what was laid out first goes first. Any thread may use it.
final class EventTexts: Sendable {
    struct Key: Hashable {
        let list: ListID
        let version: Int64
    }

    /// A text, under a lock that is held while it is laid out, so that whoever else wants it waits for it.
    final class Entry: Sendable {
        let text = Mutex<[UInt8]?>(nil)
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

    /// How many texts were laid out.
    var madeCount: Int { state.withLock { $0.made } }

    /// The text of a version's change that was laid out before, or is now; `nil` for any other.
    func kept(_ version: Int64, of list: ListID) -> [UInt8]? {
        state.withLock { $0.entries[Key(list: list, version: version)] }?.text.withLock { $0 }
    }

    /// The text of a version's change: the one that is kept, or the one that `make` lays out.
    ///
    /// - Throws: What `make` throws; nothing is kept then.
    func text(_ version: Int64, of list: ListID, make: () throws -> [UInt8]) throws -> [UInt8] {
        let key = Key(list: list, version: version)
        let entry = state.withLock { state in
            if let entry = state.entries[key] { return entry }
            let entry = Entry()
            state.entries[key] = entry
            return entry
        }
        return try entry.text.withLock { text in
            if let text { return text }
            do {
                let made = try make()
                text = made
                state.withLock { $0.finish(key, bytes: made.count, capacity: capacity) }
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

    /// Forgets a text that could not be laid out.
    fileprivate mutating func drop(_ key: EventTexts.Key, _ entry: EventTexts.Entry) {
        if entries[key] === entry { entries[key] = nil }
    }
}
