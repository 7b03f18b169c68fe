import JSON
import TestSupport
import Testing

@testable import Lists

@Suite("Runs of types")
struct TypeRunTests {
    private struct Run: Equatable {
        var type: String?
        var count: Int
    }

    /// The runs of an array, one element at a time.
    private static func runs(of types: ArraySlice<String?>) -> [Run] {
        types.reduce(into: []) { runs, type in
            if let last = runs.indices.last, runs[last].type == type {
                runs[last].count += 1
            } else {
                runs.append(Run(type: type, count: 1))
            }
        }
    }

    private static func choice(_ type: String?) -> TypeChoice { type.map { .named($0) } ?? TypeChoice.none }

    private static func draft(_ sections: [[String?]]) -> ListDraft {
        ListDraft(
            properties: nil,
            sections: sections.map { types in
                SectionDraft(items: types.map { ItemDraft(type: choice($0), value: .null) })
            })
    }

    @Test("are those of the items in a row, over leaves and edits, whatever rows are asked for", arguments: 0..<30 as Range<UInt64>)
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let shelf = try ListShelf()
        let names = [nil, "A", "B", "C"]
        var model = (0..<3).map { _ in
            var types: [String?] = []
            for _ in 0..<random.below(12) {
                types += Array(repeating: names[random.below(names.count)], count: random.bias(below: 150) + 1)
            }
            return types
        }
        try shelf.write { try $0.replace(with: Self.draft(model)) }
        for _ in 0..<20 {
            try shelf.write { edit in
                let section = random.below(model.count)
                let row = random.bias(below: model[section].count + 1)
                if row < model[section].count, random.below(2) == 0 {
                    model[section].remove(at: row)
                    try edit.deleteItem(at: IndexPath(section: section, row: row))
                } else {
                    let type = names[random.below(names.count)]
                    model[section].insert(type, at: row)
                    try edit.insertItems([ItemDraft(type: Self.choice(type), value: .null)], at: IndexPath(section: section, row: row))
                }
            }
        }
        let snapshot = shelf.snapshot(at: shelf.head.version)
        let before = shelf.revisionReads
        for (index, types) in model.enumerated() {
            let section = try snapshot.section(at: index)
            for _ in 0..<8 {
                let start = random.bias(below: types.count + 1)
                let rows = start..<(start + random.below(types.count - start + 3))
                var found: [Run] = []
                try snapshot.forEachTypeRun(of: section, rows: rows) { type, count in
                    found.append(Run(type: snapshot.head.types[type], count: count))
                }
                #expect(found == Self.runs(of: types[rows.clamped(to: 0..<types.count)]), "seed \(seed), \(rows) of \(types.count)")
            }
        }
        #expect(shelf.revisionReads == before + model.count, "an item was read")
    }
}
