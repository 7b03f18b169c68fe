import JSON
import TestSupport
import Testing

@testable import Lists

@Suite("What a snapshot reads")
struct SnapshotCostTests {
    @Test(
        "is logarithmic for an item by id, by index path, by position, for a window beside it and for a page, at the head and in old versions",
        arguments: [
            1_000, 10_000, 100_000,
        ])
    func logarithmic(size: Int) throws {
        let shelf = try ListShelf()
        let sections = (0..<10).map { section in (0..<(size / 10)).map { "\(section * size + $0)" } }
        try shelf.write { try $0.replace(with: ReplacementTests.bare(sections)) }
        for step in 0..<20 {
            try shelf.write { try $0.updateItem(at: IndexPath(section: step % 10, row: step * 3), value: JSONText(verbatim: "\(step)")) }
        }
        // A tree of 48 slots a node: its levels, and one level of sections above.
        var levels = 1
        while size / 10 > (0..<levels).reduce(1, { product, _ in product * TreeShape.bulk }) { levels += 1 }
        var random = SeededGenerator(seed: 3)
        for version in [1, 7, shelf.head.version] {
            let snapshot = shelf.snapshot(at: version)
            for _ in 0..<50 {
                let position = random.below(size)
                func cost<Value>(_ body: () throws -> Value) rethrows -> (value: Value, reads: Int) {
                    let before = shelf.reads
                    let value = try body()
                    return (value, shelf.reads - before)
                }
                let item = try snapshot.items(in: position..<(position + 1))[0]
                let byPosition = try cost { try snapshot.items(in: position..<(position + 1)) }
                let byPath = try cost { try snapshot.item(at: item.indexPath) }
                let id = try snapshot.revision(of: item).id
                let byID = try cost { try snapshot.item(withID: id) }
                let page = try cost { try snapshot.items(in: position..<(position + 50)) }
                #expect(byPosition.reads <= levels + 2 && byPath.reads <= levels + 2)
                #expect(byPosition.value == [item] && byPath.value == item && byID.value == item)
                #expect(byID.reads <= 2 * (levels + 3))
                let window = try cost { try snapshot.positions(in: PageWindow(.around(id), limit: 50)) }
                #expect(window.value.contains(position) && window.reads <= 2 * (levels + 3))
                #expect(page.reads <= 2 * (levels + 6))
            }
        }
    }

    @Test("is an error for what is not there, and nothing for what has moved or gone")
    func absence() throws {
        let shelf = try ListShelf()
        try shelf.write { try $0.replace(with: ReplacementTests.bare([["1", "2"], ["3"]])) }
        let id = try shelf.snapshot().revision(of: shelf.snapshot().item(at: IndexPath(section: 0, row: 1))).id
        try shelf.write { try $0.replace(with: ReplacementTests.bare([["1"], ["3"]])) }
        let gone = #expect(throws: ListError.self) { try shelf.snapshot().item(withID: id) }
        #expect(gone?.code == .itemNotFound)
        #expect(try shelf.snapshot(at: 1).item(withID: id).indexPath == IndexPath(section: 0, row: 1))
        for path in [IndexPath(section: 2, row: 0), IndexPath(section: 0, row: 1), IndexPath(section: -1, row: 0)] {
            #expect(throws: ListError.self) { try shelf.snapshot().item(at: path) }
        }
        #expect(throws: ListError.self) { try shelf.snapshot().section(at: 2) }
        #expect(throws: ListError.self) { try shelf.snapshot().section(at: Int.max) }
        #expect(try shelf.snapshot().items(in: 5..<9).isEmpty)
    }
}
