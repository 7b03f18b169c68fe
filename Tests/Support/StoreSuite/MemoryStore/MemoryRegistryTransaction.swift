import CellTypes
import Lists
import Ports

/// One write to the cell types of a ``MemoryListStore``.
final class MemoryRegistryTransaction: CellTypeTransaction {
    private(set) var cellTypes: CellTypeRegistry
    /// The answer that goes with the change.
    private(set) var answer: StoredResponse?
    private let lists: MemoryLists
    private let time: Int64
    private let storedResponses: MemoryStoredResponses

    init(_ cellTypes: CellTypeRegistry, _ lists: MemoryLists, time: Int64, storedResponses: MemoryStoredResponses) {
        self.cellTypes = cellTypes
        self.lists = lists
        self.time = time
        self.storedResponses = storedResponses
    }

    func put(_ entry: CellTypeRegistry.Entry) { cellTypes = cellTypes.setting(entry) }

    func removeCellType(_ name: String) {
        if cellTypes[name] != nil { cellTypes = cellTypes.removing(name) }
    }

    func uses(of type: String, after number: Int64, limit: Int) -> [TypeUse] { lists.uses(of: type, after: number, limit: limit) }

    func head(of id: ListID) -> ListSnapshot? {
        guard let entry = lists.entries[id], let incarnation = entry.incarnation, let head = incarnation.head(at: entry.lastVersion) else {
            return nil
        }
        return ListSnapshot(head: head, storage: incarnation)
    }

    func storedResponse(for key: IdempotencyKey) -> StoredResponse? {
        if let answer, answer.key == key { return answer }
        return storedResponses.find(key, now: time)
    }

    func keep(_ answer: StoredResponse) throws {
        guard self.answer == nil else { throw MemoryRefusal.misuse }
        self.answer = answer
    }
}

extension MemoryLists {
    /// The lists that have had items of a type, by their numbers.
    func uses(of type: String, after number: Int64, limit: Int) -> [TypeUse] {
        let uses = entries.compactMap { id, entry -> TypeUse? in
            guard let incarnation = entry.incarnation, incarnation.number > number, let head = incarnation.head(at: entry.lastVersion),
                let type = head.types.existingNumber(of: type)
            else { return nil }
            return TypeUse(list: id, number: incarnation.number, type: type, counter: head.counter)
        }
        return Array(uses.sorted { $0.number < $1.number }.prefix(max(0, limit)))
    }
}
