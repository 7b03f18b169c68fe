import CellTypes
import Lists
import Ports

/// One write to a ``MemoryListStore``.
final class MemoryTransaction: ListTransaction {
    enum Change {
        case commit(VersionDraft)
        case delete(Int64)
    }

    let cellTypes: CellTypeRegistry
    private let id: ListID
    private let entry: MemoryLists.Entry?
    private let time: Int64
    private let identifiers: any IdentifierSource
    private let nextNumber: Int64
    private let storedResponses: MemoryStoredResponses
    private let outbox: MemoryOutbox
    /// The list as the write found it or made it.
    private(set) var incarnation: MemoryIncarnation?
    private(set) var change: Change?
    /// The answer that goes with the change.
    private(set) var answer: StoredResponse?
    /// What a user did.
    /// Whether the write deletes the list.
    var endsList: Bool { if case .delete = change { true } else { false } }
    private(set) var interaction: EventDraft?
    private var author: String?

    init(
        _ id: ListID, entry: MemoryLists.Entry?, time: Int64, identifiers: any IdentifierSource, nextNumber: Int64,
        storedResponses: MemoryStoredResponses, outbox: MemoryOutbox, cellTypes: CellTypeRegistry
    ) {
        self.cellTypes = cellTypes
        self.id = id
        self.entry = entry
        self.time = time
        self.identifiers = identifiers
        self.nextNumber = nextNumber
        self.storedResponses = storedResponses
        self.outbox = outbox
        incarnation = entry?.incarnation
    }

    private var head: ListHead? {
        entry.flatMap { entry in entry.incarnation?.head(at: entry.lastVersion) }
    }

    var current: ListSnapshot? {
        guard let head, let incarnation = entry?.incarnation else { return nil }
        return ListSnapshot(head: head, storage: incarnation)
    }

    var lastVersion: Int64 { entry?.lastVersion ?? 0 }

    var now: Int64 { max(time, head?.updatedAt ?? 0) }

    func attribute(to author: String?) { self.author = author }

    func snapshot(at version: Int64) throws -> ListSnapshot {
        guard (1...max(1, lastVersion)).contains(version), let entry else {
            throw entry?.incarnation == nil ? MemoryRefusal.notFound(id) : MemoryRefusal.noVersion(version, id, head: lastVersion)
        }
        guard let incarnation = entry.incarnation, let head = incarnation.head(at: version) else { throw MemoryRefusal.gone(version, id) }
        return ListSnapshot(head: head, storage: incarnation)
    }

    func edit() throws -> ListEdit {
        if let head, let incarnation {
            return ListEdit(base: head, isNew: false, storage: incarnation, now: now, identifiers: identifiers)
        }
        let made = incarnation ?? MemoryIncarnation(number: nextNumber, firstVersion: lastVersion + 1)
        incarnation = made
        let owner = KeyRange.owner(ofList: made.number)
        let base = ListHead(
            id: id, number: made.number, base: lastVersion, version: lastVersion, sections: OrderedTree(owner: owner),
            properties: ListProperties(), propertiesKey: owner, types: TypeNames(), createdAt: now, updatedAt: now, counter: owner)
        return ListEdit(base: base, isNew: true, storage: made, now: now, identifiers: identifiers)
    }

    @discardableResult
    func commit(_ edit: ListEdit) throws -> ListSnapshot {
        guard change == nil, let incarnation else { throw MemoryRefusal.misuse }
        guard let draft = try edit.finish(by: author) else {
            guard let current else { throw MemoryRefusal.misuse }
            return current
        }
        guard draft.head.version == lastVersion + 1, draft.head.number == incarnation.number else { throw MemoryRefusal.misuse }
        incarnation.add(draft)
        change = .commit(draft)
        return ListSnapshot(head: draft.head, storage: incarnation)
    }

    @discardableResult
    func delete() throws -> Int64 {
        guard change == nil else { throw MemoryRefusal.misuse }
        guard entry?.incarnation != nil else { throw MemoryRefusal.notFound(id) }
        change = .delete(lastVersion + 1)
        return lastVersion + 1
    }

    func storedResponse(for key: IdempotencyKey) -> StoredResponse? {
        if let answer, answer.key == key { return answer }
        return storedResponses.find(key, now: time)
    }

    func keep(_ answer: StoredResponse) throws {
        guard self.answer == nil else { throw MemoryRefusal.misuse }
        self.answer = answer
    }

    func record(_ type: EventType, describe: (Interaction) throws -> [UInt8]) throws -> [UInt8] {
        guard interaction == nil, type.isInteraction else { throw MemoryRefusal.misuse }
        if case .delete = change { throw MemoryRefusal.notFound(id) }
        guard entry?.incarnation != nil else { throw MemoryRefusal.notFound(id) }
        let made = outbox.interaction(of: id, now: now, by: author, identifiers: identifiers)
        let data = try describe(made)
        interaction = .interaction(made, type, in: id, data: data)
        return data
    }

    /// What webhooks may hear of what the write made of the list.
    ///
    /// - Parameter wanted: Whether one of them wants to.
    func listEvent(wanted: (EventType, ListID) -> Bool, describe: ListDescription) -> EventDraft? {
        switch change {
        case .commit(let draft):
            let type: EventType = entry?.incarnation == nil ? .listCreated : .listChanged
            guard wanted(type, id), let incarnation else { return nil }
            guard type == .listCreated else { return .changed(id, version: draft.head.version, at: now) }
            return .created(ListSnapshot(head: draft.head, storage: incarnation), at: now, describe: describe)
        case .delete(let version): return wanted(.listDeleted, id) ? .deleted(id, version: version, at: now) : nil
        case nil: return nil
        }
    }

    /// Takes back what was committed.
    func undo() {
        if case .commit(let draft) = change { incarnation?.remove(draft) }
    }
}
