import JSON
import TestSupport
import Testing

@testable import Lists

@Suite("The cost of a replacement")
struct ReplacementCostTests {
    /// Levels of a tree that was built of so many items, and of one of sections.
    static func levels(_ size: Int) -> Int {
        var levels = 2
        while size > (1..<levels).reduce(1, { product, _ in product * TreeShape.bulk }) { levels += 1 }
        return levels
    }

    @Test("is that of the paths to what differs, however long the list is", arguments: [1_000, 100_000])
    func smallChanges(size: Int) throws {
        let shelf = try TokenShelf(isChecked: false)
        var list = TokenList()
        list.insertSection(size, at: 0)
        list.insertSection(200, at: 1)
        try shelf.replace(with: list)
        let levels = Self.levels(size)
        var random = SeededGenerator(seed: 5)
        let fresh = (0..<2).map { _ in list.newItems(1)[0] }
        let changes: [(name: String, paths: Int, placements: Int, change: (inout [TokenList.Section], inout SeededGenerator) -> Void)] = [
            ("a changed value", 1, 0, { $0[0].items[$1.below(size)].value += 1 }),
            ("nine changed values", 9, 0, { for _ in 0..<9 { $0[0].items[$1.below(size)].value += 1 } }),
            ("an insertion", 1, 1, { $0[0].items.insert(fresh[0], at: $1.below(size)) }),
            ("a deletion", 1, 1, { $0[0].items.remove(at: $1.below(size)) }),
            ("an insertion in front", 1, 1, { sections, _ in sections[0].items.insert(fresh[1], at: 0) }),
            ("a move", 2, 1, { $0[0].items.insert($0[0].items.remove(at: $1.below(size)), at: $1.below(size)) }),
            ("a move to the front", 2, 1, { $0[0].items.insert($0[0].items.remove(at: $1.below(size)), at: 0) }),
            ("a move to the end", 2, 1, { $0[0].items.append($0[0].items.remove(at: $1.below(size))) }),
            ("a move to the other section", 2, 1, { $0[1].items.insert($0[0].items.remove(at: $1.below(size)), at: 100) }),
            ("a rotation", 2, 3, { sections, _ in sections[0].items = Array(sections[0].items[3...] + sections[0].items[..<3]) }),
            ("a header", 1, 0, { sections, _ in sections[0].header += 1 }),
            ("a moved section", 1, 0, { sections, _ in sections.reverse() }),
        ]
        for change in changes {
            list.change { change.change(&$0, &random) }
            let draft = try #require(try shelf.replace(with: list))
            let written = draft.rows.itemNodes.count + draft.rows.sectionNodes.count
            // A full node that is split is one node more, and half of it stands under another.
            #expect(written <= change.paths * 2 * levels, "\(change.name): \(written) nodes")
            #expect(draft.rows.placements.count <= change.placements + change.paths * (TreeShape.maximum / 2 + 2), "\(change.name)")
            // The inner nodes, and what is rewritten.
            let inner = 2 + size / (TreeShape.bulk * TreeShape.minimum)
            #expect(shelf.reads <= 2 * levels * change.paths + inner + levels, "\(change.name): \(shelf.reads) nodes read")
        }
    }

    @Test("of one changed value is one path and no placement", arguments: [1, 48, 1_000, 100_000])
    func oneValue(size: Int) throws {
        let shelf = try TokenShelf(isChecked: false)
        var list = TokenList()
        list.insertSection(size, at: 0)
        try shelf.replace(with: list)
        for place in Set([0, size / 2, size - 1]) {
            list.change { $0[0].items[place].value += 1 }
            let rows = try #require(try shelf.replace(with: list)).rows
            #expect(rows.itemNodes.count + rows.sectionNodes.count <= Self.levels(size))
            #expect(rows.placements.isEmpty && rows.itemRevisions.count == 1 && rows.garbage.itemRevisions.count == 1)
        }
    }

    @Test("of appended and prepended items is that of their own leaves", arguments: [1, 15, 16, 100, 5_000])
    func ends(length: Int) throws {
        let shelf = try TokenShelf(isChecked: false)
        var list = TokenList()
        list.insertSection(10_000, at: 0)
        try shelf.replace(with: list)
        for step in 0..<6 {
            let items = list.newItems(length)
            list.change { $0[0].items.insert(contentsOf: items, at: step % 2 == 0 ? 0 : $0[0].items.count) }
            let rows = try #require(try shelf.replace(with: list)).rows
            let leaves = rows.itemNodes.filter { $0.height == 0 }.count
            #expect(leaves <= length / TreeShape.bulk + 2, "\(leaves) leaves")
            // What stood somewhere stays there, but for the leaves next to the new ones.
            #expect(rows.placements.count <= length + leaves + 2 * TreeShape.maximum)
        }
    }

    @Test("of items in another order is no placement where they stay together")
    func order() throws {
        let shelf = try TokenShelf()
        var list = TokenList()
        list.insertSection(3_000, at: 0)
        list.insertSection(200, at: 1)
        try shelf.replace(with: list)
        list.change { $0[0].items.reverse() }
        #expect(try shelf.replace(with: list)?.rows.placements.isEmpty == true)
        // Two sections change their items: the roots of their trees do.
        list.change { sections in
            let items = sections[0].items
            sections[0].items = sections[1].items
            sections[1].items = items
        }
        let rows = try #require(try shelf.replace(with: list)).rows
        #expect(rows.itemNodes.isEmpty && rows.sectionNodes.count == 1 && rows.placements.count == 2)
    }

    @Test("fills the nodes of new items as a bulk build does, in any order that they come")
    func fill() throws {
        let shelf = try TokenShelf(isChecked: false)
        var list = TokenList()
        list.insertSection(20_000, at: 0)
        var rows = try #require(try shelf.replace(with: list)).rows
        let fewest = 20_000 / TreeShape.bulk
        #expect(rows.itemNodes.filter { $0.height == 0 }.count <= fewest + 1)
        var random = SeededGenerator(seed: 9)
        list.change { $0[0].items.shuffle(using: &random) }
        rows = try #require(try shelf.replace(with: list)).rows
        #expect(rows.itemNodes.filter { $0.height == 0 }.count <= fewest * 4 / 3)
    }

    @Test("does not grow with the list in rows that wait, when it is staged")
    func staging() throws {
        let limit = 256
        let shelf = try TokenShelf(stagingAbout: limit, isChecked: false)
        var list = TokenList()
        list.insertSection(120_000, at: 0)
        list.insertSection(80_000, at: 1)
        var random = SeededGenerator(seed: 7)
        for step in 0..<3 {
            try shelf.replace(with: list)
            // One change may be three rows: a placement, its number in the garbage, and a revision there.
            #expect(shelf.shelf.stagedCounts.max() ?? 0 <= 3 * limit && shelf.shelf.lastCount <= 3 * limit)
            #expect(step > 0 || shelf.shelf.stagedCounts.count > 200_000 / limit)
            list.change { sections in
                for index in stride(from: step, to: sections[0].items.count, by: 3) { sections[0].items[index].value += 1 }
                sections[1].items.shuffle(using: &random)
                sections[0].items.removeSubrange(50_000..<60_000)
            }
        }
    }

    @Test("hands long values out a few at a time, when it is staged")
    func longValues() throws {
        let shelf = try ListShelf()
        let value = JSONText(verbatim: "\"" + String(repeating: "x", count: 100 << 10) + "\"")
        let draft = ListDraft(properties: nil, sections: [SectionDraft(items: Array(repeating: ItemDraft(value: value), count: 100))])
        var most = 0
        try shelf.write { edit in
            edit.stage(limit: 256) { most = max(most, $0.itemRevisions.count) }
            try edit.replace(with: draft)
        }
        #expect((1...3).contains(most))
    }
}
