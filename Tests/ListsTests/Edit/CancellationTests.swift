import JSON
import TestSupport
import Testing

@testable import Lists

@Suite("Changes that take each other back")
struct CancellationTests {
    /// A list of sections with `a0`, `a1`, … and `b0`, `b1`, …, long enough for inner nodes.
    private static func shelf(_ counts: [Int]) throws -> ListShelf {
        let shelf = try ListShelf()
        try shelf.write { edit in
            for (index, count) in counts.enumerated() {
                let letter = String(UnicodeScalar(UInt8(97 + index)))
                let items = (0..<count).map { ItemDraft(id: Identifier(verbatim: "\(letter)\($0)"), value: JSONText(verbatim: "\($0)")) }
                try edit.insertSection(SectionDraft(id: Identifier(verbatim: letter), items: items), at: index)
            }
        }
        return shelf
    }

    private static func path(_ section: Int, _ row: Int) -> IndexPath { IndexPath(section: section, row: row) }

    private static let content = SectionContent(header: JSONText(verbatim: "1"), footer: .null, metadata: .emptyObject)

    /// What leaves everything as it was, in several steps.
    static let cancelling: [(name: String, apply: @Sendable (ListEdit) throws -> Void)] = [
        (
            "an item moved away and back",
            {
                try $0.moveItem(from: path(0, 70), to: path(1, 3)); try $0.moveItem(from: path(1, 3), to: path(0, 70))
            }
        ),
        ("neighbours swapped twice", { for _ in 0..<2 { try $0.moveItem(from: path(0, 5), to: path(0, 6)) } }),
        (
            "an item moved through every section",
            {
                for section in 0..<2 { try $0.moveItem(from: path(section, 9), to: path(section + 1, 9)) }
                try $0.moveItem(from: path(2, 9), to: path(0, 9))
            }
        ),
        (
            "a section moved away and back",
            {
                try $0.moveSection(from: 0, to: 2); try $0.moveSection(from: 2, to: 0)
            }
        ),
        ("sections turned around three times", { for _ in 0..<3 { try $0.moveSection(from: 0, to: 2) } }),
        (
            "a value changed and changed back",
            {
                try $0.updateItem(at: path(1, 2), value: .null, type: .named("T"))
                try $0.updateItem(at: path(1, 2), value: JSONText(verbatim: "2"), type: .none)
            }
        ),
        (
            "a value changed twice and back, and the item moved about",
            {
                try $0.updateItem(at: path(0, 4), value: .null)
                try $0.moveItem(from: path(0, 4), to: path(2, 0))
                try $0.updateItem(at: path(2, 0), value: .emptyObject)
                try $0.updateItem(at: path(2, 0), value: JSONText(verbatim: "4"))
                try $0.moveItem(from: path(2, 0), to: path(0, 4))
            }
        ),
        (
            "items inserted and deleted, so that nodes split and are joined",
            {
                for row in 0..<200 { try $0.insertItems([ItemDraft(value: .null)], at: path(0, 30 + row % 2)) }
                for _ in 0..<200 { try $0.deleteItem(at: path(0, 30)) }
            }
        ),
        (
            "an item deleted and inserted as it was",
            {
                try $0.deleteItem(at: path(0, 8))
                try $0.insertItems([ItemDraft(id: Identifier(verbatim: "a8"), value: JSONText(verbatim: "8"))], at: path(0, 8))
            }
        ),
        (
            "an item changed, deleted and inserted as it was",
            {
                try $0.updateItem(at: path(0, 8), value: .null)
                try $0.deleteItem(at: path(0, 8))
                try $0.insertItems([ItemDraft(id: Identifier(verbatim: "a8"), value: JSONText(verbatim: "7"))], at: path(1, 0))
                try $0.updateItem(at: path(1, 0), value: JSONText(verbatim: "8"))
                try $0.moveItem(from: path(1, 0), to: path(0, 8))
            }
        ),
        (
            "a section inserted and deleted",
            {
                try $0.insertSection(SectionDraft(items: [ItemDraft(value: .null)]), at: 1); try $0.deleteSection(at: 1)
            }
        ),
        (
            "a section's header changed and changed back",
            {
                try $0.updateSection(at: 1, content: content)
                try $0.updateSection(at: 1, content: SectionContent(header: .null, footer: .null, metadata: .emptyObject))
            }
        ),
        (
            "a section deleted and inserted as it was, with its items",
            {
                try $0.updateSection(at: 1, content: content)
                try $0.deleteSection(at: 1)
                let items = (0..<90).map { ItemDraft(id: Identifier(verbatim: "b\($0)"), value: JSONText(verbatim: "\($0)")) }
                try $0.insertSection(SectionDraft(id: Identifier(verbatim: "b"), items: items), at: 1)
            }
        ),
        (
            "properties changed and changed back",
            {
                $0.setProperties(ListProperties(title: "x"))
                $0.setProperties(ListProperties())
            }
        ),
    ]

    @Test("make no version, also where nodes were cut in another way", arguments: cancelling.indices)
    func cancelled(index: Int) throws {
        let (name, apply) = Self.cancelling[index]
        let shelf = try Self.shelf([200, 90, 20])
        let before = try ArrayModel(shelf.snapshot())
        #expect(try shelf.write(apply) == nil, "\(name)")
        #expect(shelf.head.version == 1)
        // With one change more there is a version, in which what came back has its old revision, and nothing is left behind wrongly.
        let made = try shelf.write { edit in
            try apply(edit)
            try edit.updateItem(at: Self.path(2, 19), value: .null)
        }
        #expect(made != nil && made?.rows.itemRevisions.count == 1 && made?.rows.sectionRevisions.isEmpty == true, "\(name)")
        #expect(try shelf.garbageDefect() == nil, "\(name)")
        var expected = before
        expected.sections[2].items[19].value = "null"
        expected.sections[2].items[19].revision = 2
        #expect(try ArrayModel(shelf.snapshot()) == expected, "\(name)")
    }

    @Test("are distinguished from those that leave a difference", arguments: 0..<60)
    func random(run: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let shelf = try Self.shelf([150, 70, 3])
        for step in 0..<20 {
            let before = try ArrayModel(shelf.snapshot())
            var model = before
            let made = try shelf.write { edit in
                var undo: [(IndexPath, IndexPath)] = []
                for _ in 0..<(1 + random.below(6)) {
                    let paths = model.paths
                    let source = paths[random.below(paths.count)]
                    let section = random.below(model.sections.count)
                    let last = model.sections[section].items.count - (section == source.section ? 1 : 0)
                    let target = IndexPath(section: section, row: random.below(last + 1))
                    try RandomOperation.moveItem(source, target).apply(to: edit, &model)
                    undo.append((target, source))
                }
                let kept = random.below(3) == 0 ? random.below(undo.count) : 0
                for (source, target) in undo.dropFirst(kept).reversed() {
                    try RandomOperation.moveItem(source, target).apply(to: edit, &model)
                }
            }
            #expect((made == nil) == (model == before), "seed \(seed), step \(step)")
            #expect(try ArrayModel(shelf.snapshot()) == model, "seed \(seed), step \(step)")
        }
    }

    @Test("are compared only where they touched the list", arguments: [1_000, 100_000])
    func cost(size: Int) throws {
        let shelf = try Self.shelf([size, size])
        let reads = shelf.reads
        let made = try shelf.write { edit in
            try edit.moveItem(from: Self.path(0, size / 2), to: Self.path(1, size / 3))
            try edit.moveItem(from: Self.path(1, size / 3), to: Self.path(0, size / 2))
        }
        #expect(made == nil)
        #expect(shelf.reads - reads < 60, "\(shelf.reads - reads)")
    }
}
