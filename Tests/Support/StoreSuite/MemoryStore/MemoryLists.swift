import Lists
import Ports

/// The lists of a ``MemoryListStore``.
struct MemoryLists {
    /// What is known of an id.
    struct Entry {
        /// The list; `nil` while it is gone.
        var incarnation: MemoryIncarnation?
        /// The last version number that the id has used.
        var lastVersion: Int64
    }

    private(set) var entries: [ListID: Entry] = [:]
    private var ids: [Int64: ListID] = [:]
    private(set) var isOpen = true

    /// The incarnation with a list number, while it lasts.
    func incarnation(_ number: Int64) -> MemoryIncarnation? {
        guard let id = ids[number], let incarnation = entries[id]?.incarnation, incarnation.number == number else { return nil }
        return incarnation
    }

    /// Makes a version the newest of its list.
    mutating func publish(_ id: ListID, _ incarnation: MemoryIncarnation, version: Int64) {
        ids[incarnation.number] = id
        entries[id] = Entry(incarnation: incarnation, lastVersion: version)
        incarnation.watch.advance(to: version)
    }

    /// Ends a list.
    mutating func end(_ id: ListID, _ incarnation: MemoryIncarnation, version: Int64) {
        ids[incarnation.number] = nil
        entries[id] = Entry(incarnation: nil, lastVersion: version)
        incarnation.watch.end()
    }

    mutating func close() {
        isOpen = false
    }
}
