import JSON
import TestSupport
import Testing

@testable import Lists

@Suite("A batch of operations")
struct BatchTests {
    private static let sections = 3
    private static let rows = 150

    /// Lists of ids, and values by id: what a batch leaves.
    private struct Plain {
        var ids = (0..<sections).map { section in (0..<rows).map { "i\(section * rows + $0)" } }
        var values: [String: String] = [:]

        func path(of id: String) -> IndexPath? {
            for (section, ids) in ids.enumerated() {
                if let row = ids.firstIndex(of: id) { return IndexPath(section: section, row: row) }
            }
            return nil
        }

        mutating func move(_ id: String, to target: IndexPath) {
            for section in ids.indices { ids[section].removeAll { $0 == id } }
            ids[target.section].insert(id, at: target.row)
        }
    }

    @Test("shows each item as the batch leaves it, whether its operations write values alone or move items", arguments: 0..<30)
    func results(run: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let shelf = try ListShelf()
        var plain = Plain()
        let drafts = plain.ids.map { ids in
            let items = ids.map { ItemDraft(id: Identifier(verbatim: $0), type: .unspecified, value: JSONText(verbatim: "0")) }
            return SectionDraft(id: nil, header: .null, footer: .null, metadata: .emptyObject, items: items)
        }
        try shelf.write { try $0.replace(with: ListDraft(properties: nil, sections: drafts)) }
        try shelf.write { edit in
            var names = NameTable(head: shelf.snapshot(), named: nil)
            var operations: [(id: String, operation: ListOperation)] = []
            for _ in 0..<25 {
                // A few ids come more than once.
                let id = "i\(random.below(run % 2 == 0 ? 12 : Self.sections * Self.rows))"
                var operation = ListOperation.changeItem(
                    .id(Identifier(verbatim: id)), .replace(JSONText(verbatim: "\(random.below(3))")), type: .unspecified)
                if run % 3 == 0, random.below(4) == 0 {
                    let target = IndexPath(section: random.below(Self.sections), row: random.below(Self.rows - 30))
                    operation = .moveItem(.id(Identifier(verbatim: id)), to: .at(target))
                }
                try names.lookUp(operation)
                operations.append((id, operation))
            }
            var batch = OperationRun(edit, names, isBatch: true, limits: ContentLimits())
            for (id, operation) in operations {
                try batch.apply(operation)
                switch operation {
                case .changeItem(_, .replace(let value), _): plain.values[id] = value.text
                case .moveItem(_, .at(let target)): plain.move(id, to: target)
                default: Issue.record("no other operation is made")
                }
            }
            for (index, (id, _)) in operations.enumerated() {
                guard case .item(let shown?) = try batch.result(of: index) else {
                    Issue.record("seed \(seed): \(id) is not shown")
                    continue
                }
                let path = try #require(plain.path(of: id))
                let before = plain.ids[..<path.section].reduce(0) { $0 + $1.count }
                #expect(shown.item.indexPath == path, "seed \(seed): \(id)")
                #expect(shown.item.position == before + path.row, "seed \(seed): \(id)")
                #expect(shown.revision.id.text == id && shown.revision.key == shown.item.entry.revision, "seed \(seed)")
                #expect(shown.revision.value.text == plain.values[id] ?? "0", "seed \(seed): \(id)")
            }
        }
        let kept = try ArrayModel(shelf.snapshot())
        #expect(kept.sections.map { $0.items.map(\.id) } == plain.ids, "seed \(seed)")
    }

    @Test("asks its storage once for a parent that items have in common")
    func parents() throws {
        let shelf = try ListShelf()
        let items = (0..<2_000).map { ItemDraft(id: Identifier(verbatim: "i\($0)"), type: .unspecified, value: JSONText(verbatim: "0")) }
        let section = SectionDraft(id: nil, header: .null, footer: .null, metadata: .emptyObject, items: items)
        try shelf.write { try $0.replace(with: ListDraft(properties: nil, sections: [section])) }
        let base = BaseVersion(shelf.head, in: shelf)
        let number = try shelf.snapshot().item(withID: Identifier(verbatim: "i7")).entry.number
        _ = try base.item(numbered: number)
        let reads = shelf.reads
        let parent = try base.parent(of: number)
        #expect(parent != nil && shelf.reads == reads)
    }
}
