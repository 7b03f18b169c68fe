import JSON
import Ports
import StoreSuite
import Synchronization
import TestSupport
import Testing
@testable import Lists

@Suite("The cost of a difference")
struct ChangesetCostTests {
    /// A list whose first section has half of the items; a hundred sections share the others.
    private static func shelf(_ size: Int) throws -> ListShelf {
        let shelf = try ListShelf()
        let lengths = [size / 2] + Array(repeating: size / 200, count: 100)
        try shelf.write { edit in
            for (index, count) in lengths.enumerated() {
                let items = (0..<count).map { ItemDraft(value: JSONText(verbatim: "\($0 % 7)")) }
                try edit.insertSection(SectionDraft(items: items), at: index)
            }
        }
        return shelf
    }

    @Test("of one operation is that of the paths to it, however long the list is", arguments: [1_000, 10_000, 100_000, 1_000_000])
    func oneOperation(size: Int) throws {
        let shelf = try Self.shelf(size)
        // A path through the sections and one through the longest tree of items, in both versions; where a node is split or joined, its
        // neighbour, too.
        let path = 2 * 2 * ReplacementCostTests.levels(size)
        let item = { (row: Int) in IndexPath(section: 0, row: row) }
        let changes: [(name: String, paths: Int, edit: (ListEdit) throws -> Void)] = [
            ("a changed value", 1, { try $0.updateItem(at: item(size / 3), value: .null) }),
            ("an insertion", 1, { try $0.insertItems([ItemDraft(value: .null)], at: item(size / 4)) }),
            ("an item in front", 1, { try $0.insertItems([ItemDraft(value: .null)], at: item(0)) }),
            ("an item at the end", 1, { try $0.insertItems([ItemDraft(value: .null)], at: item(size / 2 + 2)) }),
            ("a deletion", 1, { try $0.deleteItem(at: item(size / 5)) }),
            ("a move", 2, { try $0.moveItem(from: item(3), to: item(size / 2 - 9)) }),
            ("a move to another section", 2, { try $0.moveItem(from: item(size / 6), to: IndexPath(section: 99, row: 1)) }),
            (
                "a header", 1,
                {
                    let content = SectionContent(header: JSONText(verbatim: "1"), footer: .null, metadata: .emptyObject)
                    try $0.updateSection(at: 0, content: content)
                }
            ),
            ("a section without items", 1, { try $0.insertSection(SectionDraft(), at: 50) }),
            ("a section with items", 1, { try $0.insertSection(SectionDraft(items: [ItemDraft(value: .null)]), at: 1) }),
            ("a moved section", 2, { try $0.moveSection(from: 0, to: 60) }),
            ("a moved section, and back", 2, { try $0.moveSection(from: 60, to: 0) }),
            ("a deleted section", 1, { try $0.deleteSection(at: 70) }),
            ("the longest section, deleted", 1, { try $0.deleteSection(at: 0) }),
        ]
        for change in changes {
            let old = shelf.snapshot()
            try shelf.write { try change.edit($0) }
            let before = (nodes: shelf.reads, revisions: shelf.revisionReads)
            let changeset = try #require(try shelf.snapshot().changes(since: old, limit: 500))
            let reads = shelf.reads - before.nodes
            #expect(changeset.operationCount == 1, "\(change.name)")
            #expect(reads > 0 && reads <= change.paths * path, "\(change.name): \(reads) nodes read")
            #expect(shelf.revisionReads - before.revisions <= 2, "\(change.name)")
        }
    }

    @Test("of a replacement with one change is that of the paths to it", arguments: [1_000, 10_000, 100_000])
    func replacement(size: Int) throws {
        let shelf = try TokenShelf(isChecked: false)
        var list = TokenList()
        list.insertSection(size, at: 0)
        for index in 1...100 { list.insertSection(5, at: index) }
        try shelf.replace(with: list)
        let path = 2 * 2 * ReplacementCostTests.levels(size)
        let fresh = list.newItems(1)[0]
        let changes: [(name: String, paths: Int, change: (inout [TokenList.Section]) -> Void)] = [
            ("a changed value", 1, { $0[0].items[size / 3].value += 1 }),
            ("an insertion", 1, { $0[0].items.insert(fresh, at: size / 4) }),
            ("a deletion", 1, { $0[0].items.remove(at: size / 5) }),
            ("a move", 2, { $0[0].items.append($0[0].items.remove(at: 3)) }),
            ("a move to another section", 2, { $0[40].items.append($0[0].items.remove(at: size / 2)) }),
            ("a header", 1, { $0[0].header += 1 }),
            ("a moved section", 2, { $0.insert($0.remove(at: 0), at: 50) }),
            ("a deleted section", 1, { $0.remove(at: 60) }),
        ]
        for change in changes {
            let old = shelf.shelf.snapshot()
            list.change(change.change)
            try shelf.replace(with: list)
            let before = shelf.shelf.reads
            let changeset = try #require(try shelf.shelf.snapshot().changes(since: old, limit: 500))
            let reads = shelf.shelf.reads - before
            #expect(changeset.operationCount == 1, "\(change.name)")
            #expect(reads > 0 && reads <= change.paths * path, "\(change.name): \(reads) nodes read")
        }
    }

    @Test("of versions that are the same is nothing")
    func same() throws {
        let shelf = try Self.shelf(1_000)
        let before = shelf.reads
        #expect(try shelf.snapshot().changes(since: shelf.snapshot(), limit: 0)?.stages.isEmpty == true)
        #expect(shelf.reads == before)
    }

    @Test("grows with the limit, and not with the list, where there is more than the limit")
    func tooMany() throws {
        let shelf = try ListShelf()
        let size = 100_000
        try shelf.write { try $0.replace(with: ReplacementTests.bare([(0..<size).map { "\($0)" }, ["0"]])) }
        let contents = [
            (0..<size).map { "\"\($0)\"" },
            (0..<size).reversed().map { "\"\($0)\"" },
            (0..<size).map { $0 % 2 == 0 ? "\"\($0)\"" : "0" },
        ]
        for (step, values) in contents.enumerated() {
            let old = shelf.snapshot()
            try shelf.write { try $0.replace(with: ReplacementTests.bare([values, ["\(step)"]])) }
            let before = (nodes: shelf.reads, revisions: shelf.revisionReads)
            #expect(try shelf.snapshot().changes(since: old, limit: 100) == nil)
            // The inner nodes that are not shared, and a few leaves.
            let inner = 2 * (size / (TreeShape.minimum * TreeShape.bulk) + 10)
            #expect(shelf.reads - before.nodes <= inner + 100, "\(shelf.reads - before.nodes) nodes read")
            #expect(shelf.revisionReads == before.revisions)
        }
    }

    @Test("is a MissingRecord where one of the versions has been collected")
    func collected() throws {
        let store = MemoryListStore(versions: 2, describeList: { _ in [] }, now: { 0 }, makeIdentifiers: { CountingIdentifiers() })
        let id = try #require(ListID("l"))
        let made = Mutex<[ListSnapshot]>([])
        for step in 0..<4 {
            store.write(id) { transaction in
                let edit = try transaction.edit()
                if step == 0 { try edit.replace(with: ReplacementTests.bare([["1", "2"], ["3"]])) }
                if step > 0 { try edit.updateItem(at: IndexPath(section: 0, row: 0), value: JSONText(verbatim: "\(step + 9)")) }
                return try transaction.commit(edit)
            } completion: { result in
                if case .success(let snapshot) = result { made.withLock { $0.append(snapshot) } }
            }
        }
        let snapshots = made.withLock { $0 }
        #expect(snapshots.count == 4)
        #expect(try snapshots[3].changes(since: snapshots[2], limit: 9)?.operationCount == 1)
        #expect(throws: MissingRecord.self) { try snapshots[3].changes(since: snapshots[0], limit: 9) }
    }
}
