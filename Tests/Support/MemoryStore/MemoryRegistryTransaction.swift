import CellTypes
import Lists
import Ports

/// One write to the cell types of a ``MemoryListStore``.
final class MemoryRegistryTransaction: CellTypeTransaction {
    private(set) var cellTypes: CellTypeRegistry
    /// The answer that goes with the change.
    private(set) var answer: StoredResponse?
    private let shelf: MemoryShelf
    private let time: Int64
    private let storedResponses: MemoryStoredResponses

    init(_ cellTypes: CellTypeRegistry, _ shelf: MemoryShelf, time: Int64, storedResponses: MemoryStoredResponses) {
        self.cellTypes = cellTypes
        self.shelf = shelf
        self.time = time
        self.storedResponses = storedResponses
    }

    func put(_ entry: CellTypeRegistry.Entry) { cellTypes = cellTypes.setting(entry) }

    func removeCellType(_ name: String) {
        if cellTypes[name] != nil { cellTypes = cellTypes.removing(name) }
    }

    func uses(of type: String, after number: Int64, limit: Int) -> [TypeUse] { shelf.uses(of: type, after: number, limit: limit) }

    func head(of id: ListID) -> ListSnapshot? {
        guard let place = shelf.places[id], let life = place.life, let head = life.head(at: place.lastVersion) else { return nil }
        return ListSnapshot(head: head, storage: life)
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

extension MemoryShelf {
    /// The lists that have had items of a type, by their numbers.
    func uses(of type: String, after number: Int64, limit: Int) -> [TypeUse] {
        let uses = places.compactMap { id, place -> TypeUse? in
            guard let life = place.life, life.number > number, let head = life.head(at: place.lastVersion),
                let type = head.types.existingNumber(of: type)
            else { return nil }
            return TypeUse(list: id, number: life.number, type: type, counter: head.counter)
        }
        return Array(uses.sorted { $0.number < $1.number }.prefix(max(0, limit)))
    }
}
