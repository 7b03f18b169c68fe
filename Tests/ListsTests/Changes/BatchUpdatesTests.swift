import JSON
import TestSupport
import Testing
@testable import Lists

/// Each rule of the simulator, and a batch that breaks it alone.
@Suite("A list view's batch updates")
struct BatchUpdatesTests {
    /// Three sections: `A` of a, b, c; `B` of d, e; `C` of f.
    private static let list: FollowedList = {
        var list = FollowedList()
        list.sections = [("A", "abc"), ("B", "de"), ("C", "f")].map { section, items in
            FollowedList.Section(id: id(section), content: content("0"), items: items.map { item("\($0)") })
        }
        return list
    }()

    private static func id(_ text: String) -> Identifier { Identifier(verbatim: text) }

    private static func content(_ header: String) -> SectionContent {
        SectionContent(header: JSONText(verbatim: header), footer: .null, metadata: .emptyObject)
    }

    private static func item(_ id: String, value: String = "0") -> FollowedList.Item {
        FollowedList.Item(id: Self.id(id), value: JSONText(verbatim: value), type: nil, revision: 1)
    }

    private static func path(_ section: Int, _ row: Int) -> IndexPath { IndexPath(section: section, row: row) }

    /// An item of a stage whose number is the Unicode scalar of its id.
    private static func placed(_ id: Character, _ section: Int, _ row: Int, position: Int? = nil) -> Item {
        let number = Number(id.unicodeScalars.first?.value ?? 0)
        return Item(entry: ItemEntry(number: number, revision: number, type: 0), indexPath: path(section, row), position: position ?? row)
    }

    private static func section(_ id: String, _ index: Int, header: String = "1", count: Int) -> StagedSection {
        StagedSection(id: Self.id(id), index: index, content: content(header), itemCount: count)
    }

    private static func delete(_ id: String, _ section: Int, _ row: Int) -> ItemChanges.Deletion {
        ItemChanges.Deletion(id: Self.id(id), indexPath: path(section, row))
    }

    private static func move(_ id: String, _ from: IndexPath, _ to: IndexPath) -> ItemChanges.Move {
        ItemChanges.Move(id: Self.id(id), from: from, to: to)
    }

    private static func delete(_ id: String, _ index: Int) -> SectionChanges.Deletion {
        SectionChanges.Deletion(id: Self.id(id), index: index)
    }

    private static func move(_ id: String, _ from: Int, _ to: Int) -> SectionChanges.Move {
        SectionChanges.Move(id: Self.id(id), from: from, to: to)
    }

    /// What comes of a batch: the ids of each section's items, or the defect.
    private func result(counts: [Int]? = nil, _ change: (inout Changeset.Stage) -> Void) -> String {
        var stage = Changeset.Stage()
        change(&stage)
        let batch = BatchUpdates(
            stage: stage,
            arriving: { $0 == Self.id("N") ? [Self.item("x"), Self.item("y")] : [] },
            content: { item in
                let scalar = UInt32(exactly: item.entry.number).flatMap { Unicode.Scalar($0) }
                return Self.item(scalar.map { String(Character($0)) } ?? "", value: "1")
            },
            counts: counts)
        var list = Self.list
        do {
            try batch.perform(on: &list)
        } catch {
            return "\(error)"
        }
        return list.sections.map { section in
            "\(section.id)\(section.content.header):" + section.items.map { "\($0.id)\($0.value)" }.joined()
        }.joined(separator: " ")
    }

    @Test("count what goes before and what comes after, and update at last")
    func batches() {
        #expect(result { $0.items.deleted = [Self.delete("a", 0, 0), Self.delete("c", 0, 2)] } == "A0:b0 B0:d0e0 C0:f0")
        let inserted = result(counts: [5, 2, 1]) { $0.items.inserted = [Self.placed("p", 0, 0), Self.placed("q", 0, 4)] }
        #expect(inserted == "A0:p1a0b0c0q1 B0:d0e0 C0:f0")
        let mixed = result {
            $0.items.deleted = [Self.delete("b", 0, 1)]
            $0.items.inserted = [Self.placed("p", 1, 1)]
            $0.items.moved = [Self.move("e", Self.path(1, 1), Self.path(0, 0)), Self.move("a", Self.path(0, 0), Self.path(1, 2))]
            $0.items.updated = [Self.placed("e", 0, 0), Self.placed("f", 2, 0)]
        }
        #expect(mixed == "A0:e1c0 B0:d0p1a0 C0:f1")
        let sections = result {
            $0.sections.deleted = [Self.delete("B", 1)]
            $0.sections.inserted = [Self.section("N", 1, count: 2)]
            $0.sections.moved = [Self.move("C", 2, 0)]
            $0.sections.updated = [Self.section("A", 2, header: "7", count: 3)]
        }
        #expect(sections == "C0:f0 N1:x0y0 A7:a0b0c0")
    }

    @Test("refuse what breaks one rule")
    func breaches() {
        let path = Self.path
        let breaches: [(String, (inout Changeset.Stage) -> Void)] = [
            ("the stage is empty", { _ in }),
            ("an array is not ascending", { $0.items.deleted = [Self.delete("b", 0, 1), Self.delete("a", 0, 0)] }),
            ("an array is not ascending", { $0.items.inserted = [Self.placed("p", 0, 1), Self.placed("q", 0, 0)] }),
            (
                "an array is not ascending",
                { $0.items.moved = [Self.move("a", path(0, 0), path(0, 2)), Self.move("c", path(0, 2), path(0, 0))] }
            ),
            ("an array is not ascending", { $0.items.updated = [Self.placed("b", 0, 1), Self.placed("a", 0, 0)] }),
            ("an array is not ascending", { $0.sections.deleted = [Self.delete("B", 1), Self.delete("A", 0)] }),
            ("an array is not ascending", { $0.sections.moved = [Self.move("A", 0, 2), Self.move("C", 2, 0)] }),
            ("an item goes twice", { $0.items.deleted = [Self.delete("a", 0, 0), Self.delete("a", 0, 0)] }),
            (
                "an item goes twice",
                {
                    $0.items.deleted = [Self.delete("a", 0, 0)]
                    $0.items.moved = [Self.move("a", path(0, 0), path(1, 0))]
                }
            ),
            (
                "two items come to one place",
                {
                    $0.items.inserted = [Self.placed("p", 1, 0)]
                    $0.items.moved = [Self.move("a", path(0, 0), path(1, 0))]
                }
            ),
            (
                "a section goes twice",
                {
                    $0.sections.deleted = [Self.delete("A", 0)]
                    $0.sections.moved = [Self.move("A", 0, 1)]
                }
            ),
            (
                "two sections come to one place",
                {
                    $0.sections.inserted = [Self.section("N", 1, count: 2)]
                    $0.sections.moved = [Self.move("A", 0, 1)]
                }
            ),
            ("no item was at 0-3", { $0.items.deleted = [Self.delete("a", 0, 3)] }),
            ("no item was at 3-0", { $0.items.moved = [Self.move("a", path(3, 0), path(0, 0))] }),
            ("the item at 0-0 was not b", { $0.items.deleted = [Self.delete("b", 0, 0)] }),
            ("the section at 0 was not B", { $0.sections.deleted = [Self.delete("B", 0)] }),
            ("no section was at 3", { $0.sections.deleted = [Self.delete("D", 3)] }),
            (
                "an item goes from a section that goes or moves",
                {
                    $0.sections.deleted = [Self.delete("A", 0)]
                    $0.items.deleted = [Self.delete("a", 0, 0)]
                }
            ),
            (
                "an item goes from a section that goes or moves",
                {
                    $0.sections.moved = [Self.move("A", 0, 2)]
                    $0.items.moved = [Self.move("a", path(0, 0), path(0, 0))]
                }
            ),
            (
                "an item comes to a section that comes or moves",
                {
                    $0.sections.inserted = [Self.section("N", 0, count: 2)]
                    $0.items.inserted = [Self.placed("p", 0, 0)]
                }
            ),
            (
                "an item comes to a section that comes or moves",
                {
                    $0.sections.moved = [Self.move("A", 0, 2)]
                    $0.items.moved = [Self.move("d", path(1, 0), path(2, 0))]
                }
            ),
            ("an item comes to 3-0, where no section is", { $0.items.inserted = [Self.placed("p", 3, 0)] }),
            ("an item comes to a row that is not there", { $0.items.inserted = [Self.placed("p", 0, 4)] }),
            ("an item comes to a row that is not there", { $0.items.moved = [Self.move("a", path(0, 0), path(0, 3))] }),
            ("a section comes to a place that is not there", { $0.sections.inserted = [Self.section("N", 4, count: 2)] }),
            ("a section comes to a place that is not there", { $0.sections.moved = [Self.move("A", 0, 3)] }),
            ("the section N comes with 2 items, not 3", { $0.sections.inserted = [Self.section("N", 0, count: 3)] }),
            ("the section A has 3 items, not 2", { $0.sections.updated = [Self.section("A", 0, count: 2)] }),
            ("the section at 1 is not A", { $0.sections.updated = [Self.section("A", 1, count: 2)] }),
            ("the section A has not changed", { $0.sections.updated = [Self.section("A", 0, header: "0", count: 3)] }),
            (
                "a section is updated twice",
                {
                    $0.sections.inserted = [Self.section("N", 0, count: 2)]
                    $0.sections.updated = [Self.section("N", 0, header: "2", count: 2)]
                }
            ),
            ("the item at 0-1 is not a", { $0.items.updated = [Self.placed("a", 0, 1)] }),
            ("the item at 0-9 is not a", { $0.items.updated = [Self.placed("a", 0, 9)] }),
            (
                "an item is updated twice",
                {
                    $0.items.inserted = [Self.placed("p", 0, 0)]
                    $0.items.updated = [Self.placed("p", 0, 0)]
                }
            ),
            ("the position is not the row", { $0.items.updated = [Self.placed("a", 0, 0, position: 1)] }),
            ("an item's id stands twice", { $0.items.inserted = [Self.placed("d", 0, 0)] }),
            ("a section's id stands twice", { $0.sections.inserted = [Self.section("B", 0, count: 0)] }),
        ]
        for (defect, breach) in breaches { #expect(result(breach) == defect) }
        let moved = result(counts: [3, 2, 1]) { $0.items.moved = [Self.move("a", path(0, 0), path(1, 0))] }
        #expect(moved == "the counts do not add up: [2, 3, 1], not [3, 2, 1]")
    }

    @Test("are compared with what has to come of them")
    func outcome() throws {
        let shelf = try ListShelf()
        try shelf.write { try $0.replace(with: ReplacementTests.bare([["1", "2"], ["3"]])) }
        try shelf.write { try $0.deleteItem(at: Self.path(0, 0)) }
        let old = try FollowedList(shelf.snapshot(at: 1))
        let new = try FollowedList(shelf.snapshot())
        let changeset = try #require(try shelf.snapshot().changes(since: shelf.snapshot(at: 1), limit: 10))
        var list = old
        try list.apply(changeset, of: shelf.snapshot(), target: new)
        #expect(list == new)
        let wrong = [
            Changeset(stages: []), Changeset(stages: changeset.stages + changeset.stages),
            Changeset(stages: Array(repeating: changeset.stages[0], count: 4)),
        ]
        for changeset in wrong {
            var list = old
            #expect(throws: BatchUpdates.Defect.self) { try list.apply(changeset, of: shelf.snapshot(), target: new) }
        }
    }
}
