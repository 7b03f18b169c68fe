import TestSupport
import Testing

@testable import Lists

@Suite("An ordered tree")
struct OrderedTreeTests {
    /// One edit of a tree, as data, so that a failing run can be shortened.
    enum Edit {
        case insert(at: Int), remove(at: Int), update(at: Int), move(from: Int, to: Int)

        static func random(count: Int, using random: inout SeededGenerator) -> Self {
            guard count > 0 else { return .insert(at: 0) }
            let place = random.bias(below: count)
            switch random.below(10) {
            case 0..<5: return .insert(at: random.bias(below: count + 1))
            case 5..<8: return .remove(at: place)
            case 8: return .update(at: place)
            default: return .move(from: place, to: random.bias(below: count))
            }
        }
    }

    /// Applies edits to a tree and to an array; says what differs first.
    static func firstDifference(_ edits: [Edit], startingWith size: Int, editsPerWrite: Int) -> String? {
        let shelf = NodeShelf()
        var editor = TreeEditor(over: shelf, counter: 1)
        var model = (0..<size).map { _ in ItemEntry(number: editor.nextKey(), revision: 7, type: 0) }
        var tree = OrderedTree(building: model, owner: 1, in: editor)
        var written = 0
        func commit() throws {
            shelf.absorb(editor)
            editor = TreeEditor(over: shelf, counter: shelf.counter)
            written = 0
            var placed = 0
            try tree.checkInvariants(in: shelf) { number, parent in
                placed += 1
                guard shelf.parents[number] == parent else {
                    throw TreeDefect("\(number) stands under \(parent), not under \(shelf.parents[number] ?? 0)")
                }
            }
            guard placed == shelf.parents.count else { throw TreeDefect("\(shelf.parents.count) placements for \(placed) things") }
            guard try tree.elements(in: 0..<model.count, of: shelf) == model else { throw TreeDefect("the elements differ") }
        }
        do {
            try commit()
            for edit in edits {
                switch edit {
                case .insert(let index) where index <= model.count:
                    let entry = ItemEntry(number: editor.nextKey(), revision: editor.nextKey(), type: Int32(index % 3))
                    try tree.insert(entry, at: index, in: editor)
                    model.insert(entry, at: index)
                case .remove(let index) where index < model.count:
                    guard try tree.remove(at: index, in: editor) == model.remove(at: index) else {
                        return "another element was removed at \(index)"
                    }
                case .update(let index) where index < model.count:
                    let revision = editor.nextKey()
                    try tree.update(at: index, in: editor) { $0.revision = revision }
                    model[index].revision = revision
                case .move(let from, let to) where from < model.count && to < model.count:
                    let entry = try tree.remove(at: from, in: editor)
                    try tree.insert(entry, at: to, in: editor)
                    model.insert(model.remove(at: from), at: to)
                default: continue
                }
                written += 1
                if written == editsPerWrite { try commit() }
            }
            try commit()
        } catch {
            return "\(error)"
        }
        return nil
    }

    @Test("stays equal to an array under random edits", arguments: [(0, 1, 30_000), (40, 7, 20_000), (5_000, 50, 20_000)])
    func randomEdits(size: Int, editsPerWrite: Int, edits: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        var left = edits
        // Runs of a few hundred edits, so that the whole-tree checks after each write stay affordable and a failure is short.
        while left > 0 {
            let length = min(left, 400 * editsPerWrite)
            left -= length
            var count = size
            var run: [Edit] = []
            for _ in 0..<length {
                let edit = Edit.random(count: count, using: &random)
                if case .insert = edit { count += 1 }
                if case .remove = edit { count -= 1 }
                run.append(edit)
            }
            if Self.firstDifference(run, startingWith: size, editsPerWrite: editsPerWrite) != nil {
                let short = Shrinking.shortest(run) {
                    Self.firstDifference($0, startingWith: size, editsPerWrite: editsPerWrite) != nil
                }
                let difference = Self.firstDifference(short, startingWith: size, editsPerWrite: editsPerWrite) ?? ""
                Issue.record("seed \(seed): \(difference) after \(short)")
                return
            }
        }
    }

    @Test("reads and writes a logarithmic number of nodes", arguments: [1_000, 10_000, 100_000, 1_000_000])
    func logarithmicCost(size: Int) throws {
        let shelf = NodeShelf()
        let building = TreeEditor(over: shelf, counter: 1)
        let entries = (0..<size).map { _ in ItemEntry(number: building.nextKey(), revision: 7, type: 0) }
        var tree = OrderedTree(building: entries, owner: 1, in: building)
        shelf.absorb(building)
        // Levels of a tree whose nodes are a quarter full at the worst: log₁₆ n; each level reads its node and at most one neighbour.
        var levels = 1
        while size > (0..<levels).reduce(1, { product, _ in product * TreeShape.bulk }) { levels += 1 }
        var random = SeededGenerator(seed: 11)
        func cost(_ body: (TreeEditor) throws -> Void) throws -> (reads: Int, writes: Int, placements: Int) {
            shelf.resetCounts()
            let editor = TreeEditor(over: shelf, counter: shelf.counter)
            try body(editor)
            let reads = shelf.reads
            shelf.absorb(editor)
            return (reads, shelf.writes, shelf.placementWrites)
        }
        for _ in 0..<300 {
            let index = random.below(tree.count)
            let select = try cost { _ in _ = try tree.element(at: index, in: shelf) }
            #expect(select.reads <= levels && select.writes == 0)
            let update = try cost { editor in try tree.update(at: index, in: editor) { $0.revision = editor.nextKey() } }
            #expect(update.reads <= levels && update.writes <= levels && update.placements == 0)
            let insert = try cost { editor in
                try tree.insert(ItemEntry(number: editor.nextKey(), revision: 7, type: 0), at: index, in: editor)
            }
            #expect(insert.reads <= levels && insert.writes <= 2 * levels + 1)
            #expect(insert.placements <= 1 + levels * (TreeShape.maximum / 2 + 2))
            let remove = try cost { editor in try tree.remove(at: index, in: editor) }
            #expect(remove.reads <= 2 * levels && remove.writes <= 2 * levels)
        }
        let page = try cost { _ in _ = try tree.elements(in: (size / 2)..<(size / 2 + 50), of: shelf) }
        #expect(page.reads <= levels + 3)
    }

    @Test("appends and prepends without displacing what stands")
    func edges() throws {
        let shelf = NodeShelf()
        var tree = OrderedTree<ItemEntry>(owner: 1)
        var placements = 0
        shelf.counter = 1
        for step in 0..<20_000 {
            shelf.resetCounts()
            let editor = TreeEditor(over: shelf, counter: shelf.counter)
            let entry = ItemEntry(number: editor.nextKey(), revision: 7, type: 0)
            try tree.insert(entry, at: step.isMultiple(of: 2) ? tree.count : 0, in: editor)
            shelf.absorb(editor)
            placements += shelf.placementWrites
        }
        #expect(placements < 20_000 + 20_000 / 10)
        #expect(shelf.count < 20_000 / TreeShape.maximum * 2)
    }

    @Test("refuses places that do not exist", arguments: [-1, 4, Int.max, Int.min])
    func outOfRange(index: Int) throws {
        let shelf = NodeShelf()
        let editor = TreeEditor(over: shelf, counter: 1)
        var tree = OrderedTree(
            building: (0..<3).map { _ in ItemEntry(number: editor.nextKey(), revision: 7, type: 0) }, owner: 1, in: editor)
        #expect(throws: ListError.self) { try tree.element(at: index, in: editor) }
        #expect(throws: ListError.self) { try tree.remove(at: index, in: editor) }
        #expect(throws: ListError.self) { try tree.insert(ItemEntry(number: 99, revision: 7, type: 0), at: index, in: editor) }
        #expect(tree.count == 3)
    }

    @Test("does not take broken bytes for a node")
    func corruption() throws {
        let shelf = NodeShelf()
        let editor = TreeEditor(over: shelf, counter: 1)
        let node: TreeNode<ItemEntry> = editor.make(
            height: 0, .leaf((0..<64).map { ItemEntry(number: $0 * 1_000, revision: $0 * -77, type: Int32($0)) }))
        let bytes = node.encoded()
        let decoded = try bytes.withUnsafeBytes { try TreeNode<ItemEntry>.decode(key: node.key, bytes: $0) }
        #expect(decoded.content.numbers == node.content.numbers && decoded.number == node.number)
        for length in 0..<bytes.count {
            #expect(throws: NodeCorruption.self) {
                try bytes[..<length].withUnsafeBytes { _ = try TreeNode<ItemEntry>.decode(key: node.key, bytes: $0) }
            }
        }
    }

    @Test(
        "takes no counts for a node's that are below 0, or that its sums could not hold",
        arguments: [UInt64.max, 1 << 63, 1 << 62, 1 << 32])
    func absurdCounts(count: UInt64) throws {
        func bytes(_ numbers: [UInt64]) -> [UInt8] { numbers.reduce(into: []) { Varint.append($1, to: &$0) } }
        // The form, the number, the slots, and two branches: number, key, count, and that of items in a tree of sections.
        let slots = bytes([2, 0, count])
        let items = bytes([2, 0, 2, 2, 2, count, 2, 2, count])
        let sections = bytes([3, 0, 2, 2, 2, 1, count, 2, 2, 1, count])
        let section = bytes([1, 0, 1, 2, 2, count])
        #expect(throws: NodeCorruption.self) { try slots.withUnsafeBytes { _ = try TreeNode<ItemEntry>.decode(key: 9, bytes: $0) } }
        #expect(throws: NodeCorruption.self) { try items.withUnsafeBytes { _ = try TreeNode<ItemEntry>.decode(key: 9, bytes: $0) } }
        for bytes in [sections, section] {
            #expect(throws: NodeCorruption.self) { try bytes.withUnsafeBytes { _ = try TreeNode<SectionEntry>.decode(key: 9, bytes: $0) } }
        }
        let sound = bytes([2, 0, 2, 2, 2, 5, 2, 2, 6])
        #expect(try sound.withUnsafeBytes { try TreeNode<ItemEntry>.decode(key: 9, bytes: $0) }.count == 11)
    }
}
