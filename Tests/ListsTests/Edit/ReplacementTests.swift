import JSON
import TestSupport
import Testing

@testable import Lists

@Suite("Replacing a list's content")
struct ReplacementTests {
    /// A list as plain arrays.
    struct Model: Equatable, CustomStringConvertible {
        struct Item: Equatable {
            var id: String
            var value: String
            var type: String?
        }
        struct Section: Equatable {
            var id: String
            var header: String
            var items: [Item]
        }
        var sections: [Section] = []

        var description: String {
            sections.map { "\($0.id)(\($0.header)): \($0.items.map { "\($0.id)=\($0.value)/\($0.type ?? "-")" })" }.joined(separator: "; ")
        }

        init(_ snapshot: ListSnapshot) throws {
            sections = try snapshot.sections(in: 0..<snapshot.sectionCount).map { section in
                let items = try snapshot.items(of: section, rows: 0..<section.itemCount).map { item in
                    let revision = try snapshot.revision(of: item)
                    return Item(id: revision.id.text, value: revision.value.text, type: snapshot.type(of: item))
                }
                return Section(id: section.id.text, header: section.content.header.text, items: items)
            }
        }
    }

    static func bare(_ sections: [[String]]) -> ListDraft {
        ListDraft(
            properties: nil,
            sections: sections.map { values in
                SectionDraft(
                    id: nil, header: .null, footer: .null, metadata: .emptyObject,
                    items: values.map { ItemDraft(value: JSONText(verbatim: $0)) })
            })
    }

    /// Items inserted, deleted, moved and changed between two versions, by id.
    static func operations(from old: Model, to new: Model) -> Int {
        let oldItems = old.sections.flatMap { section in section.items.map { (section.id, $0) } }
        let newItems = new.sections.flatMap { section in section.items.map { (section.id, $0) } }
        let newByID = Dictionary(uniqueKeysWithValues: newItems.map { ($0.1.id, $0) })
        let oldByID = Dictionary(uniqueKeysWithValues: oldItems.map { ($0.1.id, $0) })
        var count = oldItems.filter { newByID[$0.1.id] == nil }.count + newItems.filter { oldByID[$0.1.id] == nil }.count
        for (id, item) in newByID where oldByID[id].map({ $0.1 != item.1 }) ?? false { count += 1 }
        for section in new.sections {
            let places = section.items.compactMap { item in
                old.sections.first { $0.id == section.id }?.items.firstIndex { $0.id == item.id }
            }
            let shared = section.items.filter { oldByID[$0.id] != nil }.count
            count += shared - LongestIncreasingSubsequence.indices(of: places).count
        }
        return count
    }

    @Test("makes no version when nothing differs")
    func idempotent() throws {
        let shelf = try ListShelf()
        let draft = Self.bare([["\"java\"", "\"swift\"", "\"js\""], ["\"java\"", "\"swift\"", "\"js\""]])
        #expect(try shelf.write { try $0.replace(with: draft) } != nil)
        let first = try Model(shelf.snapshot())
        #expect(try shelf.write { try $0.replace(with: draft) } == nil)
        #expect(try Model(shelf.snapshot()) == first && shelf.head.version == 1)
    }

    @Test("makes a version of an empty list")
    func empty() throws {
        let shelf = try ListShelf()
        #expect(try shelf.write { try $0.replace(with: Self.bare([])) } != nil)
        #expect(shelf.head.version == 1 && shelf.head.sectionCount == 0)
        #expect(try shelf.write { try $0.replace(with: Self.bare([])) } == nil)
    }

    @Test("inserts one value as one insertion, at any place", arguments: [0, 1, 500, 999, 1_000])
    func singleInsertion(place: Int) throws {
        let shelf = try ListShelf()
        var values = (0..<1_000).map { "\($0 % 7)" }
        try shelf.write { try $0.replace(with: Self.bare([values])) }
        let old = try Model(shelf.snapshot())
        values.insert("7", at: place)
        let draft = try #require(try shelf.write { try $0.replace(with: Self.bare([values])) })
        #expect(draft.rows.itemRevisions.count == 1 && draft.rows.garbage.itemRevisions.isEmpty)
        #expect(Self.operations(from: old, to: try Model(shelf.snapshot())) == 1)
    }

    @Test("stays below quadratic time on many equal values")
    func equalValues() throws {
        let shelf = try ListShelf()
        try shelf.write { try $0.replace(with: Self.bare([Array(repeating: "1", count: 100_000)])) }
        var changed = Array(repeating: "1", count: 100_000)
        changed[10] = "2"
        changed.append("3")
        changed.insert("4", at: 70_000)
        let draft = try #require(try shelf.write { try $0.replace(with: Self.bare([changed])) })
        #expect(draft.rows.itemRevisions.count == 3 && draft.rows.garbage.itemRevisions.count == 1)
    }

    @Test("keeps ids of equal sections and moves items between sections")
    func moves() throws {
        let shelf = try ListShelf()
        try shelf.write { try $0.replace(with: Self.bare([["1", "2"], ["3", "4"], ["5"]])) }
        let old = try Model(shelf.snapshot())
        try shelf.write { try $0.replace(with: Self.bare([["2"], ["3", "4", "1"], ["5"]])) }
        let new = try Model(shelf.snapshot())
        #expect(new.sections.map(\.id) == old.sections.map(\.id))
        #expect(new.sections[1].items[2].id == old.sections[0].items[0].id)
        #expect(shelf.drafts[2]?.rows.itemRevisions.isEmpty == true)
    }

    @Test(
        "keeps the id and the type of an item that is recognised by its value or its identity, and not the type of one that brings its id")
    func types() throws {
        let shelf = try ListShelf()
        let item = { (id: String?, type: TypeChoice, value: String) in
            ItemDraft(id: id.map(Identifier.init(verbatim:)), type: type, value: JSONText(verbatim: value))
        }
        func replace(_ items: [ItemDraft], identity: String? = nil) throws -> [Model.Item] {
            let draft = ListDraft(properties: ListProperties(identity: identity), sections: [SectionDraft(items: items)])
            try shelf.write { try $0.replace(with: draft) }
            return try Model(shelf.snapshot()).sections[0].items
        }
        let first = try replace([item("a", .named("T"), "1"), item(nil, .named("T"), "2"), item(nil, .unspecified, "3")])
        #expect(first.map(\.type) == ["T", "T", nil])
        let second = try replace([item("a", .unspecified, "1"), item(nil, .unspecified, "2"), item(nil, .named("U"), "3")])
        #expect(second.map(\.type) == [nil, "T", "U"] && second.map(\.id) == first.map(\.id))
        let third = try replace([item(nil, .named("T"), #"{"k":"a"}"#)], identity: "/k")
        #expect(third.map(\.type) == ["T"] && third.map(\.id) == ["a"])
        let fourth = try replace([item(nil, .unspecified, #"{"k":"a","x":0}"#)], identity: "/k")
        #expect(fourth.map(\.type) == ["T"] && fourth.map(\.id) == ["a"])
    }

    @Test("refuses a value without the list's identity, and one that stands twice")
    func identity() throws {
        let shelf = try ListShelf()
        var draft = Self.bare([[#"{"iata":"CDG"}"#, #"{"iata":7.0}"#]])
        draft.properties = ListProperties(identity: "/iata")
        try shelf.write { try $0.replace(with: draft) }
        #expect(try Model(shelf.snapshot()).sections[0].items.map(\.id) == ["CDG", "7.0"])
        let missing = ListError.Subject.item(IndexPath(section: 0, row: 1))
        let error = #expect(throws: ListError.self) {
            try shelf.write { try $0.replace(with: Self.bare([[#"{"iata":"CDG"}"#, "{}"]])) }
        }
        #expect(error?.code == .identityMissing && error?.subject == missing)
        let twice = #expect(throws: ListError.self) {
            try shelf.write { try $0.replace(with: Self.bare([[#"{"iata":"CDG"}"#, #"{"iata":"CDG","x":1}"#]])) }
        }
        #expect(twice?.code == .idRepeated && twice?.subject == missing)
    }

    @Test("reaches the document, keeps every version, and names all that a version leaves behind", arguments: 0..<40)
    func randomDocuments(run: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let shelf = try ListShelf()
        var models: [Int64: Model] = [:]
        var draft = ListDraft(properties: nil, sections: [])
        for _ in 0..<25 {
            draft = Self.mutated(draft, sizes: run < 20 ? 4 : 300, using: &random)
            let before = shelf.head
            let made = try shelf.write(stagingAbout: run % 2 == 0 ? 20 : nil) { try $0.replace(with: draft) }
            let model = try Model(shelf.snapshot())
            #expect(Self.fits(model, draft), "seed \(seed): \(model)")
            if made == nil { #expect(model == models[before.version], "seed \(seed)") }
            models[shelf.head.version] = model
            #expect(try shelf.garbageDefect() == nil, "seed \(seed)")
        }
        for (version, model) in models {
            let snapshot = shelf.snapshot(at: version)
            #expect(try Model(snapshot) == model, "seed \(seed)")
            for (index, section) in model.sections.enumerated() {
                #expect(try snapshot.section(withID: Identifier(verbatim: section.id)).index == index, "seed \(seed)")
                for (row, item) in section.items.enumerated() {
                    let place = try snapshot.item(withID: Identifier(verbatim: item.id))
                    #expect(place.indexPath == IndexPath(section: index, row: row), "seed \(seed)")
                    #expect(try snapshot.item(at: place.indexPath) == place, "seed \(seed)")
                }
            }
            let flat = try snapshot.items(in: 0..<snapshot.itemCount)
            #expect(flat.map(\.position) == Array(0..<snapshot.itemCount), "seed \(seed)")
            #expect(flat.count == model.sections.reduce(0) { $0 + $1.items.count })
        }
    }

    /// Whether a list is what a document asks for.
    private static func fits(_ model: Model, _ draft: ListDraft) -> Bool {
        guard model.sections.count == draft.sections.count else { return false }
        return zip(model.sections, draft.sections).allSatisfy { section, wanted in
            section.items.count == wanted.items.count && section.header == wanted.header.text
                && (wanted.id.map { $0.text == section.id } ?? true)
                && zip(section.items, wanted.items).allSatisfy { item, wanted in
                    item.value == wanted.value.text && (wanted.id.map { $0.text == item.id } ?? true)
                }
        }
    }

    /// A document a little different from another.
    private static func mutated(_ draft: ListDraft, sizes: Int, using random: inout SeededGenerator) -> ListDraft {
        var draft = draft
        for _ in 0..<(1 + random.below(3)) {
            let sections = draft.sections.count
            switch sections == 0 ? 0 : random.below(9) {
            case 0:
                let items = (0..<random.below(sizes)).map { _ in ItemDraft(value: JSONText(verbatim: "\(random.below(5))")) }
                let id = random.below(2) == 0 ? nil : Identifier(verbatim: "s\(random.below(6))")
                guard id == nil || !draft.sections.contains(where: { $0.id == id }) else { continue }
                let section = SectionDraft(
                    id: id, header: JSONText(verbatim: "\(random.below(2))"), footer: .null, metadata: .emptyObject, items: items)
                draft.sections.insert(section, at: random.below(sections + 1))
            case 1: draft.sections.remove(at: random.below(sections))
            case 2: draft.sections.shuffle(using: &random)
            case 3: draft.sections[random.below(sections)].items.shuffle(using: &random)
            case 4:
                // An item, most often with an id, moves to any section.
                let from = random.below(sections)
                guard let item = draft.sections[from].items.popLast() else { continue }
                draft.sections[random.below(sections)].items.insert(item, at: 0)
            case 5:
                let section = random.below(sections)
                let taken = Set(draft.sections.flatMap { $0.items.compactMap { $0.id } })
                let id = Identifier(verbatim: "i\(random.below(40))")
                guard !taken.contains(id) else { continue }
                let item = ItemDraft(id: id, type: .named("T\(random.below(2))"), value: JSONText(verbatim: "\(random.below(5))"))
                draft.sections[section].items.insert(item, at: random.below(draft.sections[section].items.count + 1))
            case 6:
                let section = random.below(sections)
                guard !draft.sections[section].items.isEmpty else { continue }
                draft.sections[section].items.remove(at: random.below(draft.sections[section].items.count))
            case 7:
                let section = random.below(sections)
                guard !draft.sections[section].items.isEmpty else { continue }
                draft.sections[section].items[random.below(draft.sections[section].items.count)].value =
                    JSONText(verbatim: "\(random.below(5))")
            default: draft.sections[random.below(sections)].header = JSONText(verbatim: "\(random.below(2))")
            }
        }
        return draft
    }
}
