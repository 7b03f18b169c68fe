import JSON
import TestSupport
import Testing
@testable import Lists

@Suite("The difference of two versions")
struct ChangesetTests {
    /// A list of sections, written as `A:abc B:de`: a section's id, then its items' ids.
    private static func shelf(_ text: String) throws -> ListShelf {
        let shelf = try ListShelf()
        try shelf.write { try $0.replace(with: draft(text)) }
        return shelf
    }

    private static func draft(_ text: String) -> ListDraft {
        ListDraft(
            properties: nil,
            sections: text.split(separator: " ").map { part in
                let names = part.split(separator: ":", omittingEmptySubsequences: false)
                return SectionDraft(
                    id: Identifier(verbatim: String(names[0])),
                    items: names[1].map { ItemDraft(id: Identifier(verbatim: String($0)), value: JSONText(verbatim: "0")) })
            })
    }

    /// The stages from the version before the newest one, a line each: `-` for what goes, `+` for what comes, `>` for moves, `=` for updates.
    private static func stages(_ shelf: ListShelf, since version: Int64? = nil, limit: Int = 100) throws -> [String]? {
        let since = version ?? shelf.head.version - 1
        let old = since == 0 ? nil : shelf.snapshot(at: since)
        let new = shelf.snapshot()
        guard let changeset = try new.changes(since: old, limit: limit) else { return nil }
        var list = try old.map { try FollowedList($0) } ?? FollowedList()
        try list.apply(changeset, of: new, target: FollowedList(new))
        return try changeset.stages.map { stage in
            var parts = stage.sections.deleted.map { "-\($0.id)\($0.index)" }
            parts += stage.sections.inserted.map { "+\($0.id)\($0.index)×\($0.itemCount)" }
            parts += stage.sections.moved.map { "\($0.id)\($0.from)>\($0.to)" }
            parts += stage.sections.updated.map { "=\($0.id)\($0.index)×\($0.itemCount)" }
            parts += stage.items.deleted.map { "-\($0.id)\($0.indexPath)" }
            parts += try stage.items.inserted.map { "+\(try new.revision(of: $0).id)\($0.indexPath)" }
            parts += stage.items.moved.map { "\($0.id)\($0.from)>\($0.to)" }
            parts += try stage.items.updated.map { "=\(try new.revision(of: $0).id)\($0.indexPath)" }
            return parts.joined(separator: " ")
        }
    }

    private static func path(_ section: Int, _ row: Int) -> IndexPath { IndexPath(section: section, row: row) }

    @Test("is empty where nothing in the sections differs")
    func nothing() throws {
        let shelf = try Self.shelf("A:ab B:c")
        #expect(try Self.stages(shelf, since: 1) == [])
        try shelf.write { $0.setProperties(ListProperties(title: "t")) }
        #expect(try Self.stages(shelf) == [])
        try shelf.write { try $0.moveItem(from: Self.path(0, 0), to: Self.path(1, 0)) }
        try shelf.write { try $0.moveItem(from: Self.path(1, 0), to: Self.path(0, 0)) }
        #expect(try Self.stages(shelf, since: 1) == [])
        #expect(try Self.stages(shelf, since: 1, limit: 0) == [])
    }

    @Test("from the empty list is every section with its items, which no stage lists")
    func beginning() throws {
        let shelf = try Self.shelf("A:abc B: C:d")
        #expect(try Self.stages(shelf) == ["+A0×3 +B1×0 +C2×1"])
        #expect(try Self.stages(shelf, limit: 3) != nil)
        #expect(try Self.stages(shelf, limit: 2) == nil)
        try shelf.write { try $0.replace(with: Self.draft("")) }
        #expect(try Self.stages(shelf, since: 0) == [])
        #expect(try Self.stages(shelf) == ["-A0 -B1 -C2"])
    }

    @Test("lists an item once for each thing that happened to it")
    func items() throws {
        let shelf = try Self.shelf("A:abcdef B:gh")
        try shelf.write { edit in
            try edit.deleteItem(at: Self.path(0, 1))
            try edit.updateItem(at: Self.path(0, 0), value: JSONText(verbatim: "1"))
            try edit.moveItem(from: Self.path(0, 4), to: Self.path(0, 1))
            try edit.moveItem(from: Self.path(1, 0), to: Self.path(0, 0))
            try edit.updateItem(at: Self.path(0, 0), value: JSONText(verbatim: "0"), type: .named("T"))
            try edit.insertItems([ItemDraft(id: Identifier(verbatim: "n"), value: .null)], at: Self.path(1, 1))
        }
        #expect(try Self.stages(shelf) == ["-b0-1 +n1-1 g1-0>0-0 f0-5>0-2 =g0-0 =a0-1"])
    }

    @Test("moves items out of a section before it goes, and lists none that goes with it")
    func dyingSection() throws {
        let shelf = try Self.shelf("A:ab B:cde C:f")
        try shelf.write { edit in
            try edit.moveItem(from: Self.path(1, 1), to: Self.path(2, 1))
            try edit.deleteSection(at: 1)
        }
        #expect(try Self.stages(shelf) == ["d1-1>2-1", "-B1"])
    }

    @Test("inserts a section with its new items, and moves others into it when it is there")
    func bornSection() throws {
        let shelf = try Self.shelf("A:ab B:cde")
        try shelf.write { edit in
            let items = ["x", "y"].map { ItemDraft(id: Identifier(verbatim: $0), value: .null) }
            try edit.insertSection(SectionDraft(id: Identifier(verbatim: "N"), items: items), at: 1)
            try edit.moveItem(from: Self.path(2, 0), to: Self.path(1, 1))
            try edit.updateItem(at: Self.path(1, 1), value: JSONText(verbatim: "1"))
        }
        #expect(try Self.stages(shelf) == ["+N1×2", "c2-0>1-1 =c1-1"])
    }

    @Test("needs three stages where items go from a section that is deleted to one that is inserted and to one that moves")
    func threeStages() throws {
        let shelf = try Self.shelf("A:ab B:cd C:e D:f")
        try shelf.write { edit in
            try edit.moveSection(from: 3, to: 0)
            try edit.insertSection(SectionDraft(id: Identifier(verbatim: "N")), at: 4)
            try edit.moveItem(from: Self.path(2, 1), to: Self.path(4, 0))
            try edit.moveItem(from: Self.path(2, 0), to: Self.path(0, 0))
            try edit.deleteSection(at: 2)
            try edit.updateSection(
                at: 0, content: SectionContent(header: JSONText(verbatim: "1"), footer: .null, metadata: .emptyObject))
        }
        #expect(try Self.stages(shelf) == ["+N4×0 D3>0", "c2-0>0-0 d2-1>4-0", "-B2 =D0×2"])
    }

    @Test("takes an item or a section that was deleted and inserted again for the same")
    func again() throws {
        let shelf = try Self.shelf("A:abc B:d")
        try shelf.write { edit in
            try edit.deleteItem(at: Self.path(0, 0))
            try edit.deleteSection(at: 1)
        }
        try shelf.write { try $0.deleteItem(at: Self.path(0, 1)) }
        try shelf.write { edit in
            let section = SectionDraft(
                id: Identifier(verbatim: "B"),
                items: ["d", "c"].map { ItemDraft(id: Identifier(verbatim: $0), value: JSONText(verbatim: "0")) })
            try edit.insertSection(section, at: 0)
            try edit.insertItems([ItemDraft(id: Identifier(verbatim: "a"), value: .null)], at: Self.path(1, 0))
        }
        // One of the two sections moved; B shows what it did before.
        #expect(try Self.stages(shelf, since: 1) == ["B1>0", "c1-2>0-1 =d0-0 =c0-1 =a1-0"])
        #expect(try Self.stages(shelf, since: 2) == ["+B0×1", "+a1-0 c1-1>0-1 =c0-1"])
    }

    @Test("is nil where there are more operations than asked for, and not where there are as many")
    func limit() throws {
        let shelf = try Self.shelf("A:abcdef B:gh C:")
        try shelf.write { edit in
            try edit.deleteItem(at: Self.path(0, 0))
            try edit.moveItem(from: Self.path(0, 4), to: Self.path(0, 0))
            try edit.updateItem(at: Self.path(1, 0), value: .null)
            try edit.deleteSection(at: 2)
            try edit.updateSection(
                at: 0, content: SectionContent(header: JSONText(verbatim: "1"), footer: .null, metadata: .emptyObject))
        }
        #expect(try Self.stages(shelf) == ["-a0-0 f0-5>0-0 =g1-0", "-C2 =A0×5"])
        #expect(try Self.stages(shelf, limit: 5) != nil)
        for limit in [Int.min, -1, 0, 1, 2, 3, 4] { #expect(try Self.stages(shelf, limit: limit) == nil) }
        #expect(try Self.stages(shelf, limit: .max) != nil)
    }

    @Test("goes back as well")
    func backwards() throws {
        let shelf = try Self.shelf("A:abc B:de")
        try shelf.write { edit in
            try edit.moveItem(from: Self.path(1, 0), to: Self.path(0, 0))
            try edit.deleteSection(at: 1)
        }
        let old = shelf.snapshot(at: 1)
        let changeset = try #require(try old.changes(since: shelf.snapshot(), limit: 10))
        var list = try FollowedList(shelf.snapshot())
        try list.apply(changeset, of: old, target: FollowedList(old))
        #expect(changeset.operationCount == 2)
    }
}
