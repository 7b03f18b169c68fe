import CellTypes
import Lists
import Ports

/// One write on the writer's thread. What its work changes is kept aside until the work has returned, or until it reads what it has
/// committed; then it is written within a savepoint.
final class StoreTransaction: ListTransaction {
    private enum Change {
        case commit(VersionDraft, Incarnation)
        case delete(Incarnation)
        case part(VersionRows)
    }

    private let id: ListID
    let longWrite: LongWrite?
    let batch: WriteBatch
    let incarnation: Incarnation?
    private(set) var author: String?
    private var change: Change?
    private var begun: LongWrite?
    private var answer: StoredResponse?
    private var interaction: EventDraft?
    private var written: WrittenVersion?
    private(set) var isFlushed = false
    private var flushFailure: (any Error)?
    /// The version of the view that the work goes through, and its rows.
    private var companion: WriteBatch.ViewVersion?
    private var companionRows: WrittenVersion?
    /// Whether a long write goes on that changes nothing here.
    var isLook = false
    /// The view that was built beside the writer.
    var built: BuiltView?

    /// - Parameter incarnation: The newest of the list's id.
    init(_ id: ListID, _ incarnation: Incarnation?, of longWrite: LongWrite?, in batch: WriteBatch) {
        self.id = id
        self.longWrite = longWrite
        self.batch = batch
        author = longWrite?.author
        self.incarnation = incarnation
        if let time = incarnation?.head?.updatedAt, time > batch.now { batch.health.noteTime(time, now: batch.now) }
    }

    var current: ListSnapshot? {
        incarnation?.head.map { snapshot($0) }
    }

    private func snapshot(_ head: ListHead) -> ListSnapshot {
        ListSnapshot(head: head, storage: ListRecords(of: head, in: batch.records))
    }

    var lastVersion: Int64 { incarnation?.lastVersion ?? batch.state.incarnations.firstBase }

    var now: Int64 { incarnation?.head.map { StoredTime.next(batch.now, after: $0.updatedAt) } ?? batch.now }

    var cellTypes: CellTypeRegistry { batch.state.cellTypes.registry }

    func attribute(to author: String?) { self.author = author }

    func snapshot(at version: Int64) throws -> ListSnapshot {
        guard let incarnation else { throw ListError.notFound(id) }
        try VersionCheck(incarnation.row).check(version, of: id)
        if let head = incarnation.head, head.version == version { return snapshot(head) }
        let key = incarnation.row.number << KeyRange.counterBits | version
        guard let head = try batch.state.reader().head(of: incarnation.row, at: version) else { throw MissingRecord(key: key) }
        return snapshot(head)
    }

    func head(of id: ListID) throws -> ListSnapshot? {
        if let companion, companion.view.id == id { return snapshot(companion.draft?.head ?? companion.head) }
        // Of no use to what is written already, and taken back with it.
        if !isFlushed { try batch.updateView(id) }
        guard let incarnation = try batch.state.incarnations.newestIncarnation(of: id), let head = incarnation.head else { return nil }
        guard case .commit(let draft, _) = change, let view = batch.state.views.index[incarnation.row.number], view.source == self.id else {
            return snapshot(head)
        }
        return snapshot(try show(draft, in: view, head))
    }

    func viewCount(of source: ListID) -> Int { batch.state.views.index.views(of: source).count }

    /// Makes the version of a view that shows what the work has committed.
    private func show(_ draft: VersionDraft, in view: ViewIndex.View, _ head: ListHead) throws -> ListHead {
        guard companion == nil else { throw StoreMisuse("a write goes through one view") }
        guard view.behind == nil, !batch.isBuilding(view.list) else {
            throw ListError(.unavailable, "The view “\(view.id)” is being made anew; send the write again, or to its source.")
        }
        try flush()
        let version = try batch.version(of: view, over: draft.head, by: author, mayTakeLong: true)
        companion = version
        if let made = version.draft { companionRows = try batch.state.drafts.write(made) }
        return version.draft?.head ?? head
    }

    func checkDeadline() throws { try batch.check() }

    func edit() throws -> ListEdit {
        let base = try incarnation?.head ?? newHead()
        return ListEdit(
            base: base, isNew: incarnation?.head == nil, storage: ListRecords(of: base, in: batch.records), now: now,
            identifiers: batch.identifiers, check: batch.check)
    }

    /// The state before the first version of an incarnation.
    private func newHead() throws -> ListHead {
        let number = try batch.state.nextListNumber()
        let owner = KeyRange.owner(ofList: number)
        return ListHead(
            id: id, number: number, base: lastVersion, version: lastVersion, sections: OrderedTree(owner: owner),
            properties: ListProperties(), propertiesKey: owner, types: TypeNames(), createdAt: now, updatedAt: now, counter: owner)
    }

    @discardableResult
    func commit(_ edit: ListEdit) throws -> ListSnapshot {
        guard edit.isOfView, let view = edit.properties.view else { return try commit(try edit.finish(at: now, by: author)) }
        let source = try batch.source(view.source)
        if let head = incarnation?.head, head.properties.view == view, batch.isCurrent(head.number) {
            edit.takeProperties(of: source)
        } else {
            try batch.fill(edit, from: source)
        }
        let draft = try edit.finish(at: now, by: author)
        return try commit(draft.map { $0.made(of: batch.origin(ofDefined: $0.head.number, over: source)) })
    }

    /// Makes a version that was finished before the transaction began.
    ///
    /// - Parameter draft: `nil` where nothing has changed.
    @discardableResult
    func commit(_ draft: VersionDraft?) throws -> ListSnapshot {
        guard change == nil else { throw StoreMisuse("a write commits or deletes once") }
        guard let draft else {
            guard let current else { throw StoreMisuse("a new list has a first version") }
            return current
        }
        guard draft.head.counter < KeyRange.keys(ofList: draft.head.number).upperBound, draft.head.version < KeyRange.lastCounter else {
            throw Self.noNumbers
        }
        guard draft.head.version == lastVersion + 1 else { throw StoreMisuse("an edit belongs to the write that started it") }
        let target: Incarnation
        if let incarnation, incarnation.head != nil {
            guard draft.head.number == incarnation.row.number else { throw StoreMisuse("an edit belongs to the write that started it") }
            target = incarnation
        } else {
            var row = IncarnationRow(draft.head)
            // A view that was built leaves behind what it has replaced to catch up with its source.
            if built != nil { row.collected = draft.head.version - 1 }
            target = Incarnation(id: id, row: row, head: nil, isNew: true)
        }
        change = .commit(draft, target)
        return snapshot(draft.head)
    }

    @discardableResult
    func delete() throws -> Int64 {
        guard change == nil else { throw StoreMisuse("a write commits or deletes once") }
        guard let incarnation, incarnation.head != nil else { throw ListError.notFound(id) }
        change = .delete(incarnation)
        return incarnation.row.head + 1
    }

    func storedResponse(for key: IdempotencyKey) throws -> StoredResponse? {
        if let answer, answer.key == key { return answer }
        return try batch.state.storedResponses.find(key, now: batch.now)
    }

    func keep(_ answer: StoredResponse) throws {
        guard self.answer == nil else { throw StoreMisuse("a write keeps one answer") }
        self.answer = answer
    }

    func record(_ type: EventType, describe: (Interaction) throws -> [UInt8]) throws -> [UInt8] {
        guard interaction == nil, type.isInteraction else { throw StoreMisuse("a write records one interaction") }
        if case .delete = change { throw ListError.notFound(id) }
        guard incarnation?.head != nil else { throw ListError.notFound(id) }
        let made = try batch.state.outbox.interaction(of: id, now: now, by: author, identifiers: batch.identifiers)
        let data = try describe(made)
        interaction = .interaction(made, type, in: id, data: data)
        return data
    }

    private static let noNumbers = ListError(
        .limitExceeded, "The list has no room for more versions, items and sections; put its content into another one.")

    /// Gives the list to a long write: other writes to it wait until that ends.
    func beginLongWrite() throws -> LongEdit {
        let base = try incarnation?.head ?? newHead()
        let longWrite = LongWrite(
            id: id, list: base.number, first: base.counter + 1, version: base.version + 1, hasRows: false, author: author,
            owner: batch.state.replica?.server)
        batch.state.longWrites.begin(longWrite)
        begun = longWrite
        return LongEdit(
            longWrite: longWrite, base: base, isNew: incarnation?.head == nil, now: now, storage: ListRecords(of: base, in: batch.records),
            cellTypes: cellTypes)
    }

    /// Stores a part of a long write.
    func store(part rows: VersionRows) throws {
        guard change == nil, let longWrite else { throw StoreMisuse("a part of a long write belongs to one") }
        // Keys rise, and the last is that of a record or of what stands under a node.
        let end = KeyRange.keys(ofList: longWrite.list).upperBound
        let keys = [rows.itemNodes.last?.key, rows.sectionNodes.last?.key, rows.itemRevisions.last?.key, rows.sectionRevisions.last?.key]
        guard keys.allSatisfy({ ($0 ?? 0) < end }), (rows.placements.last?.number ?? 0) < end else { throw Self.noNumbers }
        change = .part(rows)
    }

    /// Writes what the work has committed before the work has ended, because the work reads it.
    func flush() throws {
        guard case .commit(let draft, _) = change, !isFlushed else { return }
        isFlushed = true
        do {
            try batch.state.connection.beginSavepoint()
            written = try batch.state.drafts.write(draft, after: stored)
        } catch {
            flushFailure = error
            throw error
        }
    }

    /// Makes what the work changed a part of the batch.
    ///
    /// - Throws: ``SQLiteFailure``; the whole batch is then given up.
    func apply() throws {
        if let flushFailure { throw flushFailure }
        // Other servers need to know of it before it stores a part.
        if let begun, begun.owner != nil { try note(begun) }
        let listEvent = listEvent
        switch change {
        case .commit(let draft, let target):
            if isFlushed { try batch.state.connection.releaseSavepoint() }
            let written = try written ?? batch.state.drafts.write(draft, after: stored)
            if target.isNew, let incarnation, incarnation !== target, !incarnation.row.hasRows { try batch.state.delete(incarnation) }
            if draft.head.isView, let view = draft.head.properties.view { try batch.note(draft.head, as: view, isNew: target.isNew) }
            batch.add(draft, to: target, written)
            if let companion { try batch.take(companion, companionRows) }
            if let longWrite { try batch.end(longWrite) }
        case .delete(let incarnation):
            try batch.state.outbox.endInteractions(of: id)
            try batch.end(incarnation, by: author)
        case .part(let rows):
            try store(rows)
        case nil where isLook: break
        case nil:
            // A long write that has changed nothing leaves what it stored, if anything, as one that failed does.
            if let longWrite { batch.abandon(longWrite) }
        }
        if let built, let longWrite { try batch.take(built, of: longWrite.list) }
        for draft in [listEvent, interaction] {
            if let draft { try batch.append(draft) }
        }
        if let answer { try batch.keep(answer) }
    }

    /// The event of the write's change to the list; `nil` where no webhook subscribes to it.
    private var listEvent: EventDraft? {
        let outbox = batch.state.outbox
        switch change {
        case .commit(let draft, let target):
            // The incarnation is new to the table until the batch is committed, but not to a second write.
            let isCreated = target !== incarnation
            guard outbox.wants(isCreated ? .listCreated : .listChanged, of: id) else { return nil }
            guard isCreated else { return .changed(id, version: draft.head.version, at: now) }
            return .created(snapshot(draft.head), at: now, describe: outbox.describeList)
        case .delete(let incarnation):
            return outbox.wants(.listDeleted, of: id) ? .deleted(id, version: incarnation.row.head + 1, at: now) : nil
        case .part, nil: return nil
        }
    }

    /// The parts of the version that are stored already.
    private var stored: StoredParts { longWrite?.parts ?? StoredParts() }

    /// Takes in that the version's rows are written within a savepoint.
    func noteWritten(_ written: WrittenVersion) {
        self.written = written
        isFlushed = true
    }

    func note(_ longWrite: LongWrite) throws {
        try batch.state.longWriteSweeper.note(longWrite)
        longWrite.noteRows()
    }

    private func store(_ rows: VersionRows) throws {
        guard let longWrite else { return }
        if !longWrite.hasRows { try note(longWrite) }
        try batch.state.drafts.write(rows, of: longWrite)
        batch.add(part: rows)
    }

    /// Takes back what was written for a work that then threw.
    func undo() throws {
        // The source's keys come again, with other contents.
        if companion != nil { batch.state.views.sortKeys.removeAll() }
        if isFlushed { try batch.state.connection.rollBackToSavepoint() }
    }
}
