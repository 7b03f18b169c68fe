import Lists
import Ports

/// The lists of a ``MemoryListStore``.
struct MemoryShelf {
    /// What is known of an id.
    struct Place {
        /// The list; `nil` while it is gone.
        var life: MemoryLife?
        /// The last version number that the id has used.
        var lastVersion: Int64
    }

    private(set) var places: [ListID: Place] = [:]
    private var ids: [Int64: ListID] = [:]
    private(set) var isOpen = true

    /// The life with a list number, while it lasts.
    func life(_ number: Int64) -> MemoryLife? {
        guard let id = ids[number], let life = places[id]?.life, life.number == number else { return nil }
        return life
    }

    /// Makes a version the newest of its list.
    mutating func publish(_ id: ListID, _ life: MemoryLife, version: Int64) {
        ids[life.number] = id
        places[id] = Place(life: life, lastVersion: version)
        life.watch.advance(to: version)
    }

    /// Ends a list.
    mutating func end(_ id: ListID, _ life: MemoryLife, version: Int64) {
        ids[life.number] = nil
        places[id] = Place(life: nil, lastVersion: version)
        life.watch.end()
    }

    mutating func close() {
        isOpen = false
    }
}
