import Foundation

/// The edits of this app in this run that can be taken back, and those that were and can be done again.
struct EditHistory<Item: Codable & Sendable>: Sendable {
    /// Edits that were made together.
    struct Entry: Sendable {
        let id: UUID
        /// In the order of making.
        let edits: [ItemEdit<Item>]

        /// The edits that take it back: the last edit first.
        fileprivate var inverse: Entry { Entry(id: id, edits: edits.reversed().map(\.inverse)) }
    }

    /// Entries that are kept; the oldest goes first.
    static var most: Int { 100 }

    private(set) var done: [Entry] = []
    private(set) var undone: [Entry] = []

    /// Takes edits that have just been made; what was taken back before cannot be done again.
    ///
    /// - Parameter edits: Nil where they cannot be taken back. Then no earlier one can: it would be taken back out of order.
    /// - Returns: The id of the entry.
    mutating func add(_ edits: [ItemEdit<Item>]?) -> UUID {
        let id = UUID()
        undone = []
        if let edits {
            done.append(Entry(id: id, edits: edits))
            if done.count > Self.most { done.removeFirst() }
        } else {
            done = []
        }
        return id
    }

    /// Edits were refused, to make them or to take them back: they are not offered any more.
    mutating func remove(_ id: UUID) {
        done.removeAll { $0.id == id }
        undone.removeAll { $0.id == id }
    }

    /// - Returns: The edits that take back the last entry; nil where there is none.
    mutating func undo() -> Entry? {
        guard let entry = done.popLast() else { return nil }
        undone.append(entry)
        return entry.inverse
    }

    /// - Returns: The edits that were taken back last; nil where there are none.
    mutating func redo() -> Entry? {
        guard let entry = undone.popLast() else { return nil }
        done.append(entry)
        return entry
    }

    /// The list is another: nothing of it can be taken back.
    mutating func clear() { (done, undone) = ([], []) }
}
