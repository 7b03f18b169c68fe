import Lists
import Ports

/// One write on the writer's thread. What its work changes is kept aside until the work has returned, or until it reads what it has
/// committed; then it is written within a savepoint.
final class StoreTransaction: ListTransaction {
    private enum Change {
        case commit(VersionDraft, Life)
        case delete(Life)
        case stage(VersionRows)
    }

    private let id: ListID
    private let staging: Staging?
    private let batch: WriteBatch
    private let life: Life?
    private var author: String?
    private var change: Change?
    private var answer: KeptAnswer?
    private var interaction: EventDraft?
    private var garbage: (bytes: Int64, rows: Int64) = (0, 0)
    private var isFlushed = false
    private var flushFailure: (any Error)?

    init(_ id: ListID, of staging: Staging?, in batch: WriteBatch) throws {
        self.id = id
        self.staging = staging
        self.batch = batch
        author = staging?.author
        life = try batch.desk.lives.newestLife(of: id)
    }

    var current: ListSnapshot? {
        life?.head.map { batch.snapshot($0) }
    }

    var lastVersion: Int64 { life?.lastVersion ?? 0 }

    var now: Int64 { max(batch.now, life?.head?.updatedAt ?? 0) }

    func attribute(to author: String?) { self.author = author }

    func snapshot(at version: Int64) throws -> ListSnapshot {
        guard let life else { throw ListError.notFound(id) }
        try VersionCheck(life.row).check(version, of: id)
        if let head = life.head, head.version == version { return batch.snapshot(head) }
        let key = life.row.number << KeyRange.counterBits | version
        guard let head = try batch.desk.reader().head(of: life.row, at: version) else { throw MissingRecord(key: key) }
        return batch.snapshot(head)
    }

    func checkDeadline() throws { try batch.check() }

    func edit() throws -> ListEdit {
        let base = try life?.head ?? newHead()
        return ListEdit(
            base: base, isNew: life?.head == nil, storage: batch.storage(ofList: base.number), now: now,
            identifiers: batch.identifiers, check: batch.check)
    }

    /// The state before the first version of a life.
    private func newHead() throws -> ListHead {
        let number = try batch.desk.nextListNumber()
        let owner = KeyRange.owner(ofList: number)
        return ListHead(
            id: id, number: number, base: lastVersion, version: lastVersion, sections: OrderedTree(owner: owner),
            properties: ListProperties(), propertiesKey: owner, types: TypeNames(), createdAt: now, updatedAt: now, counter: owner)
    }

    @discardableResult
    func commit(_ edit: ListEdit) throws -> ListSnapshot {
        guard change == nil else { throw StoreMisuse("a write commits or deletes once") }
        guard var draft = try edit.finish() else {
            guard let current else { throw StoreMisuse("a new list has a first version") }
            return current
        }
        draft.head.updatedAt = now
        draft.author = author
        guard draft.head.version == lastVersion + 1 else { throw StoreMisuse("an edit belongs to the write that started it") }
        let target: Life
        if let life, life.head != nil {
            guard draft.head.number == life.row.number else { throw StoreMisuse("an edit belongs to the write that started it") }
            target = life
        } else {
            target = Life(id: id, row: ListRow(draft.head), head: nil, isNew: true)
        }
        change = .commit(draft, target)
        return batch.snapshot(draft.head)
    }

    @discardableResult
    func delete() throws -> Int64 {
        guard change == nil else { throw StoreMisuse("a write commits or deletes once") }
        guard let life, life.head != nil else { throw ListError.notFound(id) }
        change = .delete(life)
        return life.row.head + 1
    }

    func keptAnswer(for key: IdempotencyKey) throws -> KeptAnswer? {
        if let answer, answer.key == key { return answer }
        return try batch.desk.keptAnswers.find(key, now: batch.now)
    }

    func keep(_ answer: KeptAnswer) throws {
        guard self.answer == nil else { throw StoreMisuse("a write keeps one answer") }
        self.answer = answer
    }

    func record(_ type: EventType, describe: (Interaction) throws -> [UInt8]) throws -> [UInt8] {
        guard interaction == nil, type.isInteraction else { throw StoreMisuse("a write records one interaction") }
        if case .delete = change { throw ListError.notFound(id) }
        guard life?.head != nil else { throw ListError.notFound(id) }
        let made = try batch.desk.outbox.interaction(of: id, now: now, by: author, identifiers: batch.identifiers)
        let data = try describe(made)
        interaction = .interaction(made, type, in: id, data: data)
        return data
    }

    /// Gives the list to a long write: other writes to it wait until that ends.
    func beginStaging() throws -> LongEdit {
        let base = try life?.head ?? newHead()
        let staging = Staging(
            id: id, list: base.number, first: base.counter + 1, version: base.version + 1, hasRows: false, author: author)
        batch.desk.staging.begin(staging)
        return LongEdit(staging: staging, base: base, isNew: life?.head == nil, now: now, storage: batch.storage(ofList: base.number))
    }

    /// Stores a part of a long write.
    func stage(_ rows: VersionRows) throws {
        guard change == nil, staging != nil else { throw StoreMisuse("a part of a long write belongs to one") }
        change = .stage(rows)
    }

    /// Writes what the work has committed before the work has ended, because the work reads it.
    func flush() throws {
        guard case .commit(let draft, _) = change, !isFlushed else { return }
        isFlushed = true
        do {
            try batch.desk.beginNested()
            garbage = try batch.desk.drafts.write(draft, after: stored)
        } catch {
            flushFailure = error
            throw error
        }
    }

    /// Makes what the work changed a part of the batch.
    ///
    /// - Throws: What SQLite could not do; the whole batch is then given up.
    func apply() throws {
        if let flushFailure { throw flushFailure }
        let listEvent = listEvent
        switch change {
        case .commit(let draft, let target):
            if isFlushed {
                try batch.desk.keepNested()
            } else {
                garbage = try batch.desk.drafts.write(draft, after: stored)
            }
            if target.isNew, let life, life !== target, !life.row.hasRows { try batch.desk.bury(life) }
            batch.add(draft, to: target, garbage: garbage)
            if let staging { try batch.end(staging) }
        case .delete(let life):
            batch.end(life)
        case .stage(let rows):
            try store(rows)
        case nil:
            // A long write that has changed nothing leaves what it stored, if anything, as one that failed does.
            if let staging { batch.abandon(staging) }
        }
        for draft in [listEvent, interaction] {
            if let draft { try batch.append(draft) }
        }
        if let answer { try batch.keep(answer) }
    }

    /// What a webhook wants to hear of what the write made of the list.
    private var listEvent: EventDraft? {
        let outbox = batch.desk.outbox
        switch change {
        case .commit(let draft, let target):
            // The life is new to the table until the batch is committed, but not to a second write.
            let isCreated = target !== life
            guard outbox.state.wants(isCreated ? .listCreated : .listChanged, of: id) else { return nil }
            guard isCreated else { return .changed(id, version: draft.head.version, at: now) }
            return .created(batch.snapshot(draft.head), at: now, describe: outbox.describeList)
        case .delete(let life):
            return outbox.state.wants(.listDeleted, of: id) ? .deleted(id, version: life.row.head + 1, at: now) : nil
        case .stage, nil: return nil
        }
    }

    /// The garbage of the version that earlier parts have stored.
    private var stored: StoredGarbage { staging?.garbage ?? StoredGarbage() }

    private func store(_ rows: VersionRows) throws {
        guard let staging else { return }
        if !staging.hasRows { try batch.desk.stagings.note(staging) }
        staging.hasRows = true
        try batch.desk.drafts.stage(rows, of: staging)
    }

    /// Takes back what was written for a work that then threw.
    func undo() throws {
        if isFlushed { try batch.desk.undoNested() }
    }
}
