import JSON
import TestSupport
@testable import Lists

/// One list in memory: every version that was made, with everything that it reaches, and rows as a store would keep them.
final class ListShelf: ListStorage, @unchecked Sendable {
    // Unchecked because tests use it on one thread only, and a snapshot asks for a storage that may cross threads.
    private(set) var head: ListHead
    private(set) var versions: [Int64: ListHead] = [:]
    private(set) var drafts: [Int64: VersionDraft] = [:]
    private var itemNodes: [NodeKey: TreeNode<ItemEntry>] = [:]
    private var sectionNodes: [NodeKey: TreeNode<SectionEntry>] = [:]
    private var itemRevisions: [RevisionKey: ItemRevision] = [:]
    private var sectionRevisions: [RevisionKey: SectionRevision] = [:]
    private var itemNames: [Identifier: Number] = [:]
    private var sectionNames: [Identifier: Number] = [:]
    private var places: [Number: [(since: Int64, parent: Number)]] = [:]
    private let identifiers = CountingIdentifiers()
    /// Nodes and placement rows read so far.
    private(set) var reads = 0
    /// Revisions of items and sections read so far.
    private(set) var revisionReads = 0
    /// The most sections that were read at a time.
    private(set) var mostSections = 0
    /// How many rows the last write staged at a time, and how many it had at its end.
    private(set) var stagedCounts: [Int] = []
    private(set) var lastCount = 0

    init() throws {
        let id = try Self.found(ListID("test"), 0)
        let owner = KeyRange.owner(ofList: 1)
        head = ListHead(
            id: id, number: 1, base: 0, version: 0, sections: OrderedTree(owner: owner),
            properties: ListProperties(), propertiesKey: 0, types: TypeNames(), createdAt: 0, updatedAt: 0, counter: owner)
    }

    /// Runs an edit and keeps the version that it makes.
    ///
    /// - Parameter limit: Stages the edit, with this limit.
    /// - Returns: The version with all its rows, those included that went out before; `nil` where there is none.
    @discardableResult
    func write(stagingAbout limit: Int? = nil, _ body: (ListEdit) throws -> Void) throws -> VersionDraft? {
        let edit = ListEdit(base: head, isNew: head.version == 0, storage: self, now: head.version * 1_000, identifiers: identifiers)
        var rows = VersionRows()
        stagedCounts = []
        if let limit {
            edit.stage(limit: limit) { run in
                self.stagedCounts.append(run.count)
                self.keep(run, version: edit.version)
                rows += run
            }
        }
        try body(edit)
        guard let last = try edit.finish() else { return nil }
        keep(last.rows, version: last.head.version)
        lastCount = last.rows.count
        rows += last.rows
        let draft = VersionDraft(
            head: last.head, hasNewProperties: last.hasNewProperties, typeNames: last.typeNames, author: last.author, rows: rows)
        head = draft.head
        versions[head.version] = head
        drafts[head.version] = draft
        return draft
    }

    private func keep(_ rows: VersionRows, version: Int64) {
        for node in rows.itemNodes { itemNodes[node.key] = node }
        for node in rows.sectionNodes { sectionNodes[node.key] = node }
        for revision in rows.itemRevisions { itemRevisions[revision.key] = revision }
        for revision in rows.sectionRevisions { sectionRevisions[revision.key] = revision }
        for name in rows.itemNames { itemNames[name.id] = name.number }
        for name in rows.sectionNames { sectionNames[name.id] = name.number }
        for placement in rows.placements { places[placement.number, default: []].append((version, placement.parent)) }
    }

    func snapshot(at version: Int64? = nil) -> ListSnapshot {
        ListSnapshot(head: version.flatMap { versions[$0] } ?? head, storage: self)
    }

    func itemNode(_ key: NodeKey) throws -> TreeNode<ItemEntry> {
        reads += 1
        return try Self.found(itemNodes[key], key)
    }

    func sectionNode(_ key: NodeKey) throws -> TreeNode<SectionEntry> {
        reads += 1
        return try Self.found(sectionNodes[key], key)
    }

    func number(ofItem id: Identifier) -> Number? { itemNames[id] }
    func number(ofSection id: Identifier) -> Number? { sectionNames[id] }

    func parent(of number: Number, at version: Int64) -> Number? {
        reads += 1
        return places[number]?.last { $0.since <= version }?.parent
    }

    func readItems(_ keys: [RevisionKey], _ body: (Int, StoredItem) throws -> Void) throws {
        revisionReads += keys.count
        for (index, key) in keys.enumerated() {
            let revision = try Self.found(itemRevisions[key], key)
            try Array(revision.id.text.utf8).withUnsafeBytes { id in
                try Array(revision.value.text.utf8).withUnsafeBytes { value in
                    try body(index, StoredItem(number: revision.number, revision: revision.version, id: id, value: value))
                }
            }
        }
    }

    func sections(_ keys: [RevisionKey]) throws -> [SectionRevision] {
        revisionReads += keys.count
        mostSections = max(mostSections, keys.count)
        return try keys.map { try Self.found(sectionRevisions[$0], $0) }
    }

    private static func found<Record>(_ record: Record?, _ key: Number) throws -> Record {
        guard let record else { throw MissingRecord(key: key) }
        return record
    }

    /// Everything that a version reaches: nodes, revisions and placement rows.
    ///
    /// - Throws: ``TreeDefect`` where a tree breaks a rule, or a thing stands elsewhere than its rows say.
    func reach(_ version: Int64) throws -> Reach {
        guard let head = versions[version] else { return Reach() }
        var reach = Reach()
        reach.properties = [head.propertiesKey]
        func note(_ number: Number, _ parent: Number) throws {
            guard self.parent(of: number, at: version) == parent else {
                throw TreeDefect("version \(version): \(number) stands under \(parent), its rows say \(places[number] ?? [])")
            }
            reach.places[number] = parent
        }
        try collect(head.sections, into: &reach.sectionNodes)
        try head.sections.checkInvariants(in: self, placed: note)
        for section in try head.sections.elements(in: 0..<head.sectionCount, of: self) {
            reach.sections.insert(section.number)
            reach.sectionRevisions.insert(section.revision)
            try collect(section.items, into: &reach.itemNodes)
            try section.items.checkInvariants(in: self, placed: note)
            for item in try section.items.elements(in: 0..<section.itemCount, of: self) {
                reach.items.insert(item.number)
                reach.itemRevisions.insert(item.revision)
            }
        }
        return reach
    }

    private func collect<Element>(_ tree: OrderedTree<Element>, into keys: inout Set<NodeKey>) throws {
        var waiting = tree.root.map { [$0.key] } ?? []
        while let key = waiting.popLast() {
            keys.insert(key)
            if case .inner(let branches) = try Element.node(key, in: self).content { waiting += branches.map(\.key) }
        }
    }
}

/// Ids that count: `new-1`, `new-2`, …
final class CountingIdentifiers: IdentifierSource {
    private var count = 0

    func next() -> Identifier {
        count += 1
        return Identifier(verbatim: "new-\(count)")
    }
}
