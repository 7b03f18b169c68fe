import Testing

@testable import Lists

@Suite("The difference of two trees")
struct TreeDifferenceTests {
    /// A tree of items and what an edit makes of it, with the difference and the nodes that were read for it.
    private static func difference(
        of count: Int, limit: Int = 1_000, _ edit: (inout OrderedTree<ItemEntry>, TreeEditor) throws -> Void
    ) throws -> (difference: TreeDifference<ItemEntry>, reads: Int) {
        let shelf = NodeShelf()
        let editor = TreeEditor(over: shelf, counter: 1)
        let entries = (0..<count).map { _ in ItemEntry(number: editor.nextKey(), revision: 7, type: 0) }
        let old = OrderedTree(building: entries, owner: 1, in: editor)
        shelf.absorb(editor)
        let keeper = ShelfBeside(shelf)
        let next = TreeEditor(over: shelf, counter: shelf.counter)
        var new = old
        try edit(&new, next)
        keeper.add(next)
        let difference = try TreeDifference(from: old, in: keeper, to: new, in: keeper, limit: limit, changeLimit: limit)
        return (difference, keeper.reads)
    }

    /// The nodes of two versions.
    private final class ShelfBeside: NodeStorage {
        private let base: NodeShelf
        private var added: [NodeKey: TreeNode<ItemEntry>] = [:]
        private(set) var reads = 0

        init(_ base: NodeShelf) { self.base = base }

        func add(_ editor: TreeEditor) { for node in editor.changes().itemNodes { added[node.key] = node } }

        func itemNode(_ key: NodeKey) throws -> TreeNode<ItemEntry> {
            reads += 1
            return try added[key] ?? base.itemNode(key)
        }

        func sectionNode(_ key: NodeKey) throws -> TreeNode<SectionEntry> { try base.sectionNode(key) }
    }

    private typealias Run = TreeDifference<ItemEntry>.Run

    @Test("finds an old root that is a child now, and a child that is the root now")
    func heights() throws {
        let entry = { (editor: TreeEditor) in ItemEntry(number: editor.nextKey(), revision: 7, type: 0) }
        let grown = try Self.difference(of: TreeShape.bulk) { tree, editor in
            for _ in 0..<40 { try tree.insert(entry(editor), at: tree.count, in: editor) }
        }
        #expect(grown.difference.runs == [Run(old: 0, new: 0, count: TreeShape.bulk)])
        #expect(grown.difference.added.map(\.index) == Array(TreeShape.bulk..<(TreeShape.bulk + 40)))
        let shrunk = try Self.difference(of: 2 * TreeShape.bulk) { tree, editor in
            for _ in 0..<TreeShape.bulk { try tree.remove(at: 0, in: editor) }
        }
        #expect(shrunk.difference.removed.map(\.index) == Array(0..<TreeShape.bulk))
        #expect(shrunk.difference.runs == [Run(old: TreeShape.bulk, new: 0, count: TreeShape.bulk)])
        let taller = try Self.difference(of: 64 * TreeShape.bulk) { tree, editor in
            for _ in 0..<60 { try tree.insert(entry(editor), at: tree.count, in: editor) }
        }
        #expect(taller.difference.runs == [Run(old: 0, new: 0, count: 64 * TreeShape.bulk)] && taller.reads <= 8, "\(taller.reads)")
    }

    @Test("of a tree and none is all of it")
    func nothing() throws {
        let filled = try Self.difference(of: 0) { tree, editor in
            for index in 0..<5 { try tree.insert(ItemEntry(number: editor.nextKey(), revision: 7, type: 0), at: index, in: editor) }
        }
        #expect(filled.difference.added.count == 5 && filled.difference.runs.isEmpty)
        let emptied = try Self.difference(of: 100) { tree, editor in _ = try tree.removeAll(in: editor) }
        #expect(emptied.difference.removed.count == 100 && emptied.difference.runs.isEmpty)
        let same = try Self.difference(of: 100) { _, _ in }
        #expect(same.difference.runs == [Run(old: 0, new: 0, count: 100)] && same.reads == 0)
    }

    @Test("keeps neighbours together, and moves the fewest")
    func runs() throws {
        let moved = try Self.difference(of: 5_000) { tree, editor in
            for _ in 0..<100 { try tree.insert(tree.remove(at: 1_000, in: editor), at: 3_999, in: editor) }
        }.difference
        let order = moved.order()
        #expect(order.staying.reduce(0) { $0 + $1.count } == 4_900 && order.moving.reduce(0) { $0 + $1.count } == 100)
        #expect(moved.runs.count <= 110 && moved.added.isEmpty && moved.removed.isEmpty && moved.changed.isEmpty)
    }

    @Test("is given up as soon as more waits than the limit allows")
    func limit() throws {
        let half = 2_500
        let swap = { (tree: inout OrderedTree<ItemEntry>, editor: TreeEditor) in
            for _ in 0..<half { try tree.insert(tree.remove(at: 0, in: editor), at: 2 * half - 1, in: editor) }
        }
        #expect(throws: TooManyChanges.self) { try Self.difference(of: 2 * half, limit: 100, swap) }
        let whole = try Self.difference(of: 2 * half, limit: half, swap).difference
        #expect(whole.order().moving.reduce(0) { $0 + $1.count } == half)
    }
}
