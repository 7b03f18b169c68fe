import JSON
import Synchronization
@testable import Lists

/// Two versions of a list of many items, whose trees are real and whose values are made when they are read; it counts what it is asked
/// for. In the first, `i1` and `i5` stand elsewhere in their leaf.
///
/// Half of the items, `i0`, `i1`, …, are in section `s0`, the others in sections of a hundred.
final class CountedList: ListStorage, Sendable {
    let itemCount: Int
    let sectionCount: Int
    let head: ListHead
    private let first: ListHead
    private let itemNodes: [NodeKey: TreeNode<ItemEntry>]
    private let sectionNodes: [NodeKey: TreeNode<SectionEntry>]
    private let parents: [Number: Number]
    private let count = Mutex(Cost())
    private let owner = KeyRange.owner(ofList: 1)

    init(_ id: ListID, items: Int) throws {
        let half = items / 2
        itemCount = items
        sectionCount = 1 + (items - half) / 100
        let owner = KeyRange.owner(ofList: 1)
        let editor = TreeEditor(over: Nothing(), counter: owner + Int64(2 * (items + sectionCount)))
        var sections: [SectionEntry] = []
        for section in 0..<sectionCount {
            let range = section == 0 ? 0..<half : (half + (section - 1) * 100)..<(half + section * 100)
            let entries = range.map { item in
                ItemEntry(number: owner + 1 + Int64(item), revision: owner + 1 + Int64(items + item), type: 0)
            }
            let number = owner + 1 + Int64(2 * items + section)
            let tree = OrderedTree(building: entries, owner: number, in: editor)
            sections.append(SectionEntry(number: number, revision: number + Int64(sectionCount), items: tree))
        }
        let tree = OrderedTree(building: sections, owner: owner, in: editor)
        let others = TreeEditor(over: Made(editor), counter: editor.counter)
        let moved = try Self.moved(tree, in: others)
        itemNodes = Dictionary(uniqueKeysWithValues: (editor.items.made + others.items.made).map { ($0.key, $0) })
        sectionNodes = Dictionary(uniqueKeysWithValues: (editor.sections.made + others.sections.made).map { ($0.key, $0) })
        parents = editor.placements.mapValues(\.current)
        func version(_ version: Int64, _ sections: OrderedTree<SectionEntry>) -> ListHead {
            ListHead(
                id: id, number: 1, base: 0, version: version, sections: sections, properties: ListProperties(),
                propertiesKey: owner, types: TypeNames(), createdAt: 0, updatedAt: 0, counter: others.counter)
        }
        (first, head) = (version(1, moved), version(2, tree))
    }

    /// The sections of the first version.
    private static func moved(_ tree: OrderedTree<SectionEntry>, in editor: TreeEditor) throws -> OrderedTree<SectionEntry> {
        var tree = tree
        for row in [1, 5] {
            try tree.update(at: 0, in: editor) { section in
                let item = try section.items.remove(at: row, in: editor)
                try section.items.insert(item, at: row + 20, in: editor)
            }
        }
        return tree
    }

    /// The nodes of the second version.
    private struct Made: NodeStorage {
        let editor: TreeEditor

        init(_ editor: TreeEditor) {
            self.editor = editor
        }

        func itemNode(_ key: NodeKey) throws -> TreeNode<ItemEntry> { try editor.itemNode(key) }
        func sectionNode(_ key: NodeKey) throws -> TreeNode<SectionEntry> { try editor.sectionNode(key) }
    }

    /// What storing a list begins with.
    private struct Nothing: NodeStorage {
        func itemNode(_ key: NodeKey) throws -> TreeNode<ItemEntry> { throw MissingRecord(key: key) }
        func sectionNode(_ key: NodeKey) throws -> TreeNode<SectionEntry> { throw MissingRecord(key: key) }
    }

    var snapshot: ListSnapshot { ListSnapshot(head: head, storage: self) }

    func snapshot(at version: Int64?) -> ListSnapshot { ListSnapshot(head: version == 1 ? first : head, storage: self) }

    /// What was asked for since this was called last.
    func takeCost() -> Cost {
        count.withLock { cost in
            defer { cost = Cost() }
            return cost
        }
    }

    func add(_ change: (inout Cost) -> Void) { count.withLock { change(&$0) } }

    func itemNode(_ key: NodeKey) throws -> TreeNode<ItemEntry> {
        add { $0.nodes += 1 }
        guard let node = itemNodes[key] else { throw MissingRecord(key: key) }
        return node
    }

    func sectionNode(_ key: NodeKey) throws -> TreeNode<SectionEntry> {
        add { $0.nodes += 1 }
        guard let node = sectionNodes[key] else { throw MissingRecord(key: key) }
        return node
    }

    func number(ofItem id: Identifier) -> Number? {
        add { $0.lookups += 1 }
        return place(id, "i", below: itemCount).map { owner + 1 + Int64($0) }
    }

    func number(ofSection id: Identifier) -> Number? {
        add { $0.lookups += 1 }
        return place(id, "s", below: sectionCount).map { owner + 1 + Int64(2 * itemCount + $0) }
    }

    func parent(of number: Number, at version: Int64) -> Number? {
        add { $0.lookups += 1 }
        return parents[number]
    }

    func readItems(_ keys: [RevisionKey], _ body: (_ index: Int, _ item: StoredItem) throws -> Void) throws {
        add { $0.revisions += keys.count }
        for (index, key) in keys.enumerated() {
            let item = Int(key - owner - 1) - itemCount
            guard (0..<itemCount).contains(item) else { throw MissingRecord(key: key) }
            let revision = ItemRevision(
                key: key, number: owner + 1 + Int64(item), version: 1, id: Identifier(verbatim: "i\(item)"),
                value: JSONText(verbatim: String(item)))
            try revision.withStored { try body(index, $0) }
        }
    }

    func sections(_ keys: [RevisionKey]) throws -> [SectionRevision] {
        add { $0.revisions += keys.count }
        return keys.map { key in
            let section = Int(key - owner - 1) - 2 * itemCount - sectionCount
            let content = SectionContent(header: .null, footer: .null, metadata: .emptyObject)
            return SectionRevision(
                key: key, number: key - Int64(sectionCount), id: Identifier(verbatim: "s\(section)"), content: content)
        }
    }

    /// The number behind the letter of an id.
    private func place(_ id: Identifier, _ letter: Character, below bound: Int) -> Int? {
        guard id.text.first == letter, let place = Int(id.text.dropFirst()), place < bound else { return nil }
        return place
    }
}
