import JSON
import TestSupport
import Testing

@testable import Lists

@Suite("The economy of a difference")
struct ChangesetEconomyTests {
    /// How many operations of each kind: of sections, then of items; deleted, inserted, moved, updated.
    private struct Counts: Equatable, CustomStringConvertible {
        var sections = [0, 0, 0, 0]
        var items = [0, 0, 0, 0]

        init(sections: [Int] = [0, 0, 0, 0], items: [Int] = [0, 0, 0, 0]) {
            self.sections = sections
            self.items = items
        }

        init(_ changeset: Changeset) {
            for stage in changeset.stages {
                let counts = [
                    stage.sections.deleted.count, stage.sections.inserted.count, stage.sections.moved.count, stage.sections.updated.count,
                ]
                sections = zip(sections, counts).map(+)
                let itemCounts = [
                    stage.items.deleted.count, stage.items.inserted.count, stage.items.moved.count, stage.items.updated.count,
                ]
                items = zip(items, itemCounts).map(+)
            }
        }

        var description: String { "sections \(sections), items \(items)" }
    }

    private typealias Change = (name: String, counts: Counts, edit: (ListEdit, inout SeededGenerator) throws -> Void)

    private static let length = 3_000
    private static let sectionCount = 120

    private static func path(_ random: inout SeededGenerator) -> IndexPath { IndexPath(section: 0, row: random.bias(below: length)) }

    /// Each leaves as many items and sections as there were, about.
    private static var changes: [Change] {
        [
            (
                "a changed value", Counts(items: [0, 0, 0, 1]),
                { try $0.updateItem(at: path(&$1), value: JSONText(verbatim: "\"\($1.next())\"")) }
            ),
            (
                "a hundred changed values", Counts(items: [0, 0, 0, 100]),
                {
                    let start = $1.below(30)
                    for step in 0..<100 {
                        let path = IndexPath(section: 0, row: start + 29 * step)
                        try $0.updateItem(at: path, value: JSONText(verbatim: "\"\($1.next())\""))
                    }
                }
            ),
            ("an item inserted", Counts(items: [0, 1, 0, 0]), { try $0.insertItems([ItemDraft(value: .null)], at: path(&$1)) }),
            ("an item deleted", Counts(items: [1, 0, 0, 0]), { try $0.deleteItem(at: path(&$1)) }),
            (
                "neighbours that changed places", Counts(items: [0, 0, 1, 0]),
                {
                    let row = $1.below(length - 1)
                    try $0.moveItem(from: IndexPath(section: 0, row: row), to: IndexPath(section: 0, row: row + 1))
                }
            ),
            (
                "an item moved to the other end", Counts(items: [0, 0, 1, 0]),
                { edit, _ in try edit.moveItem(from: IndexPath(section: 0, row: 0), to: IndexPath(section: 0, row: length - 1)) }
            ),
            (
                "an item moved to another section", Counts(items: [0, 0, 1, 0]),
                { try $0.moveItem(from: path(&$1), to: IndexPath(section: 1 + $1.below(100), row: 0)) }
            ),
            (
                "two hundred items, in a row, moved", Counts(items: [0, 0, 200, 0]),
                { edit, random in
                    // More of the others follow them, so that it is these that move.
                    let start = random.below(length - 500)
                    for _ in 0..<200 {
                        try edit.moveItem(from: IndexPath(section: 0, row: start), to: IndexPath(section: 0, row: length - 1))
                    }
                }
            ),
            ("a section moved", Counts(sections: [0, 0, 1, 0]), { edit, _ in try edit.moveSection(from: sectionCount - 1, to: 1) }),
            (
                "neighbouring sections that changed places", Counts(sections: [0, 0, 1, 0]),
                {
                    let index = $1.below(sectionCount - 1)
                    try $0.moveSection(from: index, to: index + 1)
                    // The long section stays in front.
                    if index == 0 { try $0.moveSection(from: 1, to: 0); try $0.moveSection(from: 1, to: 2) }
                }
            ),
            ("a section inserted", Counts(sections: [0, 1, 0, 0]), { try $0.insertSection(SectionDraft(), at: 1 + $1.below(100)) }),
            ("a section deleted", Counts(sections: [1, 0, 0, 0]), { try $0.deleteSection(at: 1 + $1.below(100)) }),
            (
                "a changed header", Counts(sections: [0, 0, 0, 1]),
                {
                    let content = SectionContent(header: JSONText(verbatim: "\($1.next())"), footer: .null, metadata: .emptyObject)
                    try $0.updateSection(at: $1.below(sectionCount), content: content)
                }
            ),
        ]
    }

    @Test("is one operation for each thing that was done, wherever it was done")
    func single() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let shelf = try ListShelf()
        let lengths = [Self.length] + Array(repeating: 3, count: Self.sectionCount + 9)
        let sections = lengths.enumerated().map { section, count in (0..<count).map { "[\(section),\($0)]" } }
        try shelf.write { try $0.replace(with: ReplacementTests.bare(sections)) }
        for _ in 0..<8 {
            for change in Self.changes {
                // Back to the length that the changes ask for.
                try shelf.write { edit in
                    let missing = Self.length - (try edit.sectionEntry(at: 0).itemCount)
                    for _ in 0..<max(0, -missing) { try edit.deleteItem(at: IndexPath(section: 0, row: 7)) }
                    for _ in 0..<max(0, missing) {
                        try edit.insertItems([ItemDraft(value: .null)], at: IndexPath(section: 0, row: 7))
                    }
                }
                let old = shelf.snapshot()
                try shelf.write { try change.edit($0, &random) }
                let changeset = try #require(try shelf.snapshot().changes(since: old, limit: 1_000), "\(change.name), seed \(seed)")
                #expect(Counts(changeset) == change.counts, "\(change.name), seed \(seed)")
                #expect(throws: Never.self, "\(change.name), seed \(seed)") {
                    var list = try FollowedList(old)
                    try list.apply(changeset, of: shelf.snapshot(), target: FollowedList(shelf.snapshot()))
                }
            }
        }
    }

    @Test("is one operation for one value that a replacement changes, inserts, takes away or moves")
    func replacement() throws {
        let shelf = try ListShelf()
        var values = [(0..<1_000).map { "\($0)" }, (0..<100).map { "\"\($0)\"" }]
        func counts(_ change: (inout [[String]]) -> Void) throws -> Counts {
            change(&values)
            let old = shelf.snapshot()
            try shelf.write { try $0.replace(with: ReplacementTests.bare(values)) }
            return Counts(try #require(try shelf.snapshot().changes(since: old, limit: 100)))
        }
        try shelf.write { try $0.replace(with: ReplacementTests.bare(values)) }
        #expect(try counts { $0[0].insert("true", at: 500) } == Counts(items: [0, 1, 0, 0]))
        #expect(try counts { $0[0].remove(at: 77) } == Counts(items: [1, 0, 0, 0]))
        #expect(try counts { $0[0].swapAt(300, 301) } == Counts(items: [0, 0, 1, 0]))
        #expect(try counts { $0[1].insert($0[0].remove(at: 300), at: 50) } == Counts(items: [0, 0, 1, 0]))
        #expect(try counts { _ in } == Counts())
    }
}
