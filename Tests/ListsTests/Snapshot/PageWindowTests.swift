import TestSupport
import Testing

@testable import Lists

@Suite("A window beside an item")
struct PageWindowTests {
    /// The items of a window, as a plain array has them.
    private static func window(of ids: [String], _ start: PageWindow.Start, limit: Int) -> (offset: Int, ids: [String]) {
        func place(_ id: Identifier) -> Int { ids.firstIndex(of: id.text) ?? -1 }
        switch start {
        case .offset(let offset):
            return (offset, Array(ids.dropFirst(offset).prefix(limit)))
        case .after(let id):
            return (place(id) + 1, Array(ids.dropFirst(place(id) + 1).prefix(limit)))
        case .before(let id):
            let before = ids.prefix(place(id)).suffix(limit)
            return (before.startIndex, Array(before))
        case .around(let id):
            var offset = place(id) - limit / 2
            while offset + limit > ids.count { offset -= 1 }
            while offset < 0 { offset += 1 }
            return (offset, Array(ids[offset...].prefix(limit)))
        }
    }

    @Test("shows what arrays show, in sections and across them, at the head and in every older version", arguments: [1, 2, 3])
    func property(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let shelf = try ListShelf()
        for _ in 0..<6 {
            let sections = (0..<random.below(7)).map { _ in (0..<random.below(150)).map { _ in "\(random.below(40))" } }
            try shelf.write { try $0.replace(with: ReplacementTests.bare(sections)) }
        }
        for version in 1...shelf.head.version {
            let snapshot = shelf.snapshot(at: version)
            let sections = try snapshot.sections(in: 0..<snapshot.sectionCount)
            let rows = try sections.map { try ids(snapshot, snapshot.items(of: $0, rows: 0..<$0.itemCount)) }
            let all = rows.flatMap { $0 }
            for _ in 0..<60 where !all.isEmpty {
                let limit = 1 + random.bias(below: 60)
                let section = sections[random.below(sections.count)]
                let flat = start(all, &random)
                let places = try snapshot.positions(in: PageWindow(flat, limit: limit))
                let shown = try ids(snapshot, snapshot.items(in: places))
                let expected = Self.window(of: all, flat, limit: limit)
                #expect(
                    places.lowerBound == expected.offset && shown == expected.ids, "seed \(seed), version \(version), \(flat), \(limit)")
                guard section.itemCount > 0 else { continue }
                let within = start(rows[section.index], &random)
                let range = try snapshot.rows(of: section, in: PageWindow(within, limit: limit))
                let inside = try ids(snapshot, snapshot.items(of: section, rows: range))
                let wanted = Self.window(of: rows[section.index], within, limit: limit)
                #expect(range.lowerBound == wanted.offset && inside == wanted.ids, "seed \(seed), version \(version), \(within), \(limit)")
            }
        }
    }

    @Test("is an error where the list, or the section, has not the item")
    func absence() throws {
        let shelf = try ListShelf()
        try shelf.write { try $0.replace(with: ReplacementTests.bare([["1", "2"], ["3"]])) }
        let snapshot = shelf.snapshot()
        let third = try snapshot.revision(of: snapshot.item(at: IndexPath(section: 1, row: 0))).id
        for start in [PageWindow.Start.after(third), .before(third), .around(third)] {
            let window = PageWindow(start, limit: 5)
            let error = #expect(throws: ListError.self) { try snapshot.rows(of: snapshot.section(at: 0), in: window) }
            #expect(error?.code == .itemNotFound)
            #expect(throws: Never.self) { try snapshot.positions(in: window) }
        }
        let nobody = PageWindow(.after(Identifier(verbatim: "nobody")), limit: 5)
        #expect(throws: ListError.self) { try snapshot.positions(in: nobody) }
    }

    @Test("does not overflow at the largest offset")
    func largest() {
        #expect(PageWindow.positions(from: .max, limit: 500, in: 3) == Int.max..<Int.max)
        #expect(PageWindow.positions(from: 2, limit: .max, in: 3) == 2..<3)
    }

    private func start(_ ids: [String], _ random: inout SeededGenerator) -> PageWindow.Start {
        let id = Identifier(verbatim: ids[random.bias(below: ids.count)])
        switch random.below(4) {
        case 0: return .after(id)
        case 1: return .before(id)
        case 2: return .around(id)
        default: return .offset(random.below(ids.count + 10))
        }
    }

    private func ids(_ snapshot: ListSnapshot, _ items: [Item]) throws -> [String] {
        try items.map { try snapshot.revision(of: $0).id.text }
    }
}
