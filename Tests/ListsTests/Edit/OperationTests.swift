import JSON
import TestSupport
import Testing

@testable import Lists

@Suite("Operations on a list")
struct OperationTests {
    @Test("do what they do to plain arrays, keep every version, and name all that a version leaves behind", arguments: 0..<40)
    func randomOperations(run: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let shelf = try ListShelf()
        var models: [Int64: ArrayModel] = [:]
        var numbers: [String: Number] = [:]
        var model = ArrayModel()
        for step in 0..<60 {
            let before = (model: model, version: shelf.head.version)
            do {
                let made = try shelf.write { edit in
                    for _ in 0..<(step % 3 == 0 ? 1 : 1 + random.below(4)) {
                        let operation = RandomOperation(model, run: run < 20 ? 5 : 300, using: &random)
                        let clashes = operation.clashes(with: model)
                        do {
                            try operation.apply(to: edit, &model)
                            #expect(!clashes, "seed \(seed)")
                        } catch let error as ListError where error.code == .idTaken {
                            #expect(clashes && error.subject != nil, "seed \(seed): \(error)")
                            throw error
                        }
                    }
                }
                model.settle(since: before.model, version: before.version + 1)
                if before.version > 0 { #expect((made == nil) == (model == before.model), "seed \(seed), step \(step)") }
                if made != nil, before.version > 0 { #expect(try shelf.garbageDefect() == nil, "seed \(seed)") }
            } catch is ListError {
                model = before.model
            }
            guard shelf.head.version > 0 else { continue }
            #expect(try ArrayModel(shelf.snapshot()) == model, "seed \(seed), step \(step)")
            models[shelf.head.version] = model
            for path in model.paths {
                let id = model.sections[path.section].items[path.row].id
                let place = try shelf.snapshot().item(withID: Identifier(verbatim: id))
                #expect(place.indexPath == path, "seed \(seed)")
                #expect(numbers.updateValue(place.entry.number, forKey: id) ?? place.entry.number == place.entry.number, "seed \(seed)")
            }
        }
        for (version, model) in models { #expect(try ArrayModel(shelf.snapshot(at: version)) == model, "seed \(seed)") }
    }

    @Test("refuse places that are not there, ids that are in use, and more than a list may have")
    func refusals() throws {
        let shelf = try ListShelf()
        var draft = ReplacementTests.bare([[#"{"k":"a"}"#, #"{"k":"b"}"#], [#"{"k":"c"}"#]])
        draft.properties = ListProperties(identity: "/k")
        try shelf.write { try $0.replace(with: draft) }
        func code(_ body: (ListEdit) throws -> Void) -> ListError? {
            #expect(throws: ListError.self) { try shelf.write(body) }
        }
        let item = { (key: String) in ItemDraft(value: JSONText(verbatim: #"{"k":"\#(key)"}"#)) }
        let path = { IndexPath(section: $0, row: $1) }
        #expect(code { try $0.insertItems([item("x")], at: path(0, 3)) }?.code == .indexOutOfRange)
        #expect(code { try $0.insertItems([item("x")], at: path(2, 0)) }?.code == .sectionNotFound)
        #expect(code { try $0.moveItem(from: path(0, 0), to: path(0, 2)) }?.code == .indexOutOfRange)
        #expect(code { try $0.moveItem(from: path(0, 0), to: path(1, 2)) }?.code == .indexOutOfRange)
        #expect(code { try $0.moveItem(from: path(0, 2), to: path(0, 0)) }?.code == .itemNotFound)
        #expect(code { try $0.moveSection(from: 0, to: 2) }?.code == .indexOutOfRange)
        #expect(code { try $0.deleteSection(at: 2) }?.code == .sectionNotFound)
        #expect(code { try $0.deleteItem(at: path(-1, 0)) }?.code == .itemNotFound)
        let second = ListError.Subject.item(path(0, 1))
        #expect(code { try $0.insertItems([item("x"), item("c")], at: path(0, 0)) }?.subject == second)
        #expect(code { try $0.insertItems([item("x"), item("x")], at: path(0, 0)) }?.code == .idRepeated)
        #expect(code { try $0.insertItems([ItemDraft(value: .null)], at: path(0, 0)) }?.code == .identityMissing)
        let limits = ContentLimits(sections: 2, items: 4)
        #expect(code { try $0.insertItems([item("x"), item("y")], at: path(0, 0), limits: limits) }?.code == .limitExceeded)
        #expect(code { try $0.insertSection(SectionDraft(), at: 0, limits: limits) }?.code == .limitExceeded)
        #expect(shelf.head.version == 1)
        try shelf.write { try $0.insertItems([item("x")], at: path(1, 1), limits: limits) }
        #expect(try shelf.snapshot().item(withID: Identifier(verbatim: "x")).indexPath == path(1, 1))
    }

    @Test("read and write a few nodes, however long the list is", arguments: [1_000, 100_000])
    func costs(size: Int) throws {
        let shelf = try ListShelf()
        try shelf.write { edit in
            for section in 0..<10 {
                let items = (0..<(size / 10)).map { ItemDraft(value: JSONText(verbatim: "\($0)")) }
                try edit.insertSection(SectionDraft(items: items), at: section)
            }
        }
        // Levels of a tree of a tenth of the items with 48 slots a node, and one of sections.
        var levels = 2
        while size / 10 > (1..<levels).reduce(1, { product, _ in product * TreeShape.bulk }) { levels += 1 }
        var random = SeededGenerator(seed: 11)
        for _ in 0..<40 {
            let path = IndexPath(section: random.below(10), row: random.below(size / 10 - 50))
            let other = IndexPath(section: random.below(10), row: random.below(size / 10 - 50))
            let operations: [(paths: Int, (ListEdit) throws -> Void)] = [
                (1, { try $0.insertItems([ItemDraft(value: .null)], at: path) }), (1, { try $0.deleteItem(at: path) }),
                (2, { try $0.moveItem(from: path, to: other) }), (1, { try $0.moveSection(from: path.section, to: other.section) }),
                (1, { try $0.updateSection(at: path.section, content: .init(header: .null, footer: .null, metadata: .emptyObject)) }),
            ]
            for (index, operation) in operations.enumerated() {
                let before = shelf.reads
                let draft = try shelf.write(operation.1)
                let written = (draft?.rows.itemNodes.count ?? 0) + (draft?.rows.sectionNodes.count ?? 0)
                #expect(shelf.reads - before <= operation.paths * 5 * levels, "operation \(index)")
                #expect(written <= operation.paths * 2 * levels, "operation \(index)")
                #expect(draft?.rows.placements.count ?? 0 <= operation.paths * TreeShape.maximum + 2, "operation \(index)")
            }
        }
    }
}
