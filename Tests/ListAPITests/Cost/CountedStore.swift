import CellTypes
import JSON
import Ports
import StoreSuite
@testable import Lists

/// A store of one list that stays as it is: a write is counted, answered and forgotten.
final class CountedStore: ListStore {
    let list: CountedList

    /// Called before the last step of a replacement, and after it.
    private let aroundFinish: @Sendable () -> Void

    init(_ list: CountedList, aroundFinish: @escaping @Sendable () -> Void = {}) {
        self.list = list
        self.aroundFinish = aroundFinish
    }

    func snapshot(of id: ListID, at version: Int64?) throws -> ListSnapshot { list.snapshot(at: version) }

    func lists(prefix: String, after: String?, limit: Int) throws -> [ListSnapshot] { [list.snapshot] }

    func isReadable(_ version: Int64, ofList number: Int64) -> Bool { true }

    func pin(_ version: Int64, ofList number: Int64) -> VersionPin { VersionPin {} }

    func interactions(of id: ListID, after: Int64?, limit: Int) throws -> InteractionPage {
        list.add { $0.revisions += limit }
        let first = (after ?? 0) + 1
        let entries = (0..<limit).map { InteractionPage.Entry(sequence: first + Int64($0), data: Array("{}".utf8)) }
        return InteractionPage(interactions: entries, hasMore: true)
    }

    func interactionStart(of id: ListID, last count: Int) throws -> Int64 {
        list.add { $0.lookups += 1 }
        return 0
    }

    func versions(of id: ListID, before: Int64?, limit: Int) throws -> VersionPage {
        list.add { $0.revisions += limit }
        let first = (before ?? Int64(list.itemCount) + 1) - 1
        let versions = (0..<limit).map {
            VersionPage.Entry(version: first - Int64($0), updatedAt: 0, sectionCount: 1, itemCount: 1, author: "a")
        }
        return VersionPage(oldest: 1, head: first, versions: versions)
    }

    func viewStatus(of id: ListID) throws -> ViewStatus? {
        list.add { $0.lookups += 3 }
        let head = list.head
        var properties = head.properties
        properties.view = ViewText(of: head.id, text: JSONText(verbatim: "{\"of\":\"\(head.id)\"}"))
        let view = ListHead(
            id: head.id, number: head.number, base: head.base, version: head.version, sections: head.sections, properties: properties,
            propertiesKey: head.propertiesKey, types: head.types, createdAt: head.createdAt, updatedAt: head.updatedAt,
            counter: head.counter)
        return ViewStatus(head: ListSnapshot(head: view, storage: list), source: 1, isCurrent: true)
    }

    /// None, so that no answer is cached.
    func watch(_ id: ListID) throws -> ListWatch? { nil }

    func status(of id: ListID) throws -> ListStatus { .living(base: 0, oldest: 1, newest: 2, created: 0) }

    func onCommit(_ observer: @escaping @Sendable (ListCommit) -> Void) {}

    func write<Outcome: Sendable>(
        _ id: ListID, _ work: @escaping @Sendable (any ListTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        completion(Result { try work(Transaction(list)) })
    }

    func makeUpload() throws -> any ListUpload { MemoryUpload() }

    func replace<Outcome: Sendable>(
        _ id: ListID, with content: ListContent, rules: TypeRules, begin: @escaping @Sendable (any ListTransaction) throws -> Outcome?,
        finish: @escaping @Sendable (any ListTransaction, ReplacedList) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        let work: @Sendable (any ListTransaction) throws -> Outcome = { [aroundFinish] transaction in
            if let outcome = try begin(transaction) { return outcome }
            let edit = try transaction.edit()
            rules.hold(edit, to: transaction.cellTypes)
            try edit.replace(with: content)
            let replaced = ReplacedList(snapshot: try transaction.commit(edit), isNew: false)
            aroundFinish()
            defer { aroundFinish() }
            return try finish(transaction, replaced)
        }
        write(id, work, completion: completion)
    }

    var cellTypes: CellTypeRegistry { .empty }

    func writeCellTypes<Outcome: Sendable>(
        _ work: @escaping @Sendable (any CellTypeTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        completion(.failure(ListError(.unavailable, "It has no cell types.")))
    }

    func uses(of type: String, after number: Int64, limit: Int) throws -> [TypeUse] { [] }

    func runInBackground(_ kind: BackgroundKind, _ work: @escaping @Sendable (ListError?) -> Void) { work(nil) }

    var isReady: Bool { true }
    var breaksOff: Bool { false }

    func close() {}

    private final class Transaction: ListTransaction {
        private let list: CountedList

        init(_ list: CountedList) {
            self.list = list
        }

        var current: ListSnapshot? { list.snapshot }
        var lastVersion: Int64 { 2 }
        var now: Int64 { 0 }
        var cellTypes: CellTypeRegistry { .empty }

        func attribute(to author: String?) {}

        func snapshot(at version: Int64) throws -> ListSnapshot { list.snapshot(at: version) }

        func edit() throws -> ListEdit {
            ListEdit(base: list.head, isNew: false, storage: list, now: 0, identifiers: SystemSources.identifiers())
        }

        func commit(_ edit: ListEdit) throws -> ListSnapshot {
            guard let draft = try edit.finish() else { return list.snapshot }
            let (rows, garbage) = (draft.rows, draft.rows.garbage)
            list.add { cost in
                cost.rows += rows.itemNodes.count + rows.sectionNodes.count + rows.itemRevisions.count + rows.sectionRevisions.count
                cost.rows += rows.itemNames.count + rows.sectionNames.count + rows.placements.count
                cost.garbage += garbage.itemNodes.count + garbage.sectionNodes.count + garbage.itemRevisions.count
                cost.garbage += garbage.sectionRevisions.count + garbage.replacedPlacements.count
            }
            return ListSnapshot(head: draft.head, storage: list)
        }

        func delete() throws -> Int64 { 3 }

        func record(_ type: EventType, describe: (Interaction) throws -> [UInt8]) throws -> [UInt8] {
            list.add { $0.rows += 1 }
            return try describe(Interaction(id: Identifier(verbatim: "i"), sequence: 1, time: 0))
        }

        func storedResponse(for key: IdempotencyKey) throws -> StoredResponse? { nil }

        func keep(_ answer: StoredResponse) throws {}
    }
}
