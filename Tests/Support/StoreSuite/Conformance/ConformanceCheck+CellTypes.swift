import CellTypes
import Dispatch
import JSON
import Lists
import Ports
import Synchronization
import TestSupport

extension ConformanceCheck {
    /// What a test's write refuses with.
    private struct Refusal: Error {}

    static let cellTypes = [
        ConformanceCheck("keeps cell types as they were registered, changed and removed") { store in
            try expectEqual(store.cellTypes.version, 0, "the version at first")
            let full = CellType(
                name: "a\"\u{E9}", schema: JSONText(verbatim: "{\"minLength\":1.0}"), reuseIdentifier: "r",
                estimatedHeight: JSONText(verbatim: "44.50"), fallback: "nobody", description: "d\u{0}\u{1F600}")
            let plain = CellType(name: "b")
            try store.register(full, plain)
            try expectEqual(store.cellTypes.all.map(\.type), [full, plain], "the types")
            try expectEqual(store.cellTypes.version, 2, "the version")
            let schemaVersion = store.cellTypes.schemaVersion
            let changed = CellType(name: full.name, schema: full.schema, fallback: "b")
            try store.register(changed)
            try expectEqual(store.cellTypes[full.name]?.type, changed, "the changed type")
            try expectEqual(store.cellTypes.schemaVersion, schemaVersion, "the version of the schemas")
            let inside = try store.writeCellTypesAndWait { transaction in
                try transaction.removeCellType("b")
                try transaction.removeCellType("c")
                return transaction.cellTypes
            }
            try expectEqual(inside.all.map(\.type), [changed], "the types in the transaction")
            try expectEqual(store.cellTypes.all.map(\.type), [changed], "the types afterwards")
            try expectEqual(store.cellTypes.version, 4, "the version afterwards")
        },
        ConformanceCheck("undoes a write to cell types that throws, all of it") { store in
            try store.register(CellType(name: "kept"))
            let before = store.cellTypes
            let id = try listID("l")
            let answer = StoredResponse(
                key: try unwrap(IdempotencyKey("k"), "key"), fingerprint: [], status: 201, headers: [], body: [])
            do {
                try store.writeCellTypesAndWait { transaction in
                    try transaction.put(CellTypeRegistry.Entry(CellType(name: "other")))
                    try transaction.removeCellType("kept")
                    try transaction.keep(answer)
                    throw Refusal()
                }
                throw ConformanceFailure("work that throws went through")
            } catch is Refusal {}
            try expectEqual(store.cellTypes.version, before.version, "the version")
            try expectEqual(store.cellTypes.all.map(\.type), before.all.map(\.type), "the types")
            let free = try store.writeAndWait(id) { try $0.storedResponse(for: answer.key) }
            try expectEqual(free, nil, "the key")
            try store.writeCellTypesAndWait { try $0.keep(answer) }
            let kept = try store.writeCellTypesAndWait { try $0.storedResponse(for: answer.key) }
            try expectEqual(kept, answer, "the answer")
            try expectEqual(store.register(CellType(name: "next")).version, before.version + 1, "the next version")
        },
        ConformanceCheck("shows each write the cell types that the writes before it have registered") { store in
            let id = try listID("l")
            let seen = Seen()
            for number in 1...20 {
                store.writeCellTypes({ try $0.put(CellTypeRegistry.Entry(CellType(name: "t\(number)"))) }, completion: { _ in })
                store.write(id, { $0.cellTypes.count }, completion: { seen.add(try? $0.get()) })
            }
            try store.writeAndWait(id) { _ in }
            try expectEqual(seen.counts, Array(1...20), "the types that each write saw")
            try expectEqual(store.cellTypes.count, 20, "the types")
        },
        ConformanceCheck("finds the lists that have had items of a type") { store in
            let (typed, other, gone) = (try listID("typed"), try listID("other"), try listID("gone"))
            for id in [typed, gone] { try store.put(list("a", "b", nil), into: id) }
            try store.put(list("b", "B", nil), into: other)
            try store.delete(gone)
            let uses = try store.uses(of: "a", after: 0, limit: 9)
            try expectEqual(uses.map(\.list), [typed], "lists with the type a")
            let head = try store.snapshot(of: typed, at: nil).head
            try expectEqual(uses.first?.counter, head.counter, "the list's counter")
            try expectEqual(head.types[try unwrap(uses.first, "the use").type], "a", "the type's number")
            let both = try store.uses(of: "b", after: 0, limit: 9)
            try expectEqual(both.map(\.list), [typed, other], "lists with the type b")
            try expectEqual(store.uses(of: "b", after: 0, limit: 1).map(\.list), [typed], "the first of them")
            try expectEqual(store.uses(of: "b", after: both[0].number, limit: 9).map(\.list), [other], "those behind it")
            try expectEqual(store.uses(of: "c", after: 0, limit: 9).count, 0, "lists with the type c")
        },
        ConformanceCheck("finds the uses of a type in the writes of the same commit") { store in
            let (old, made, gone) = (try listID("old"), try listID("made"), try listID("gone"))
            for id in [old, gone] { try store.put(list("a"), into: id) }
            let before = try store.uses(of: "a", after: 0, limit: 9)
            let seen = Seen()
            for id in [old, made] {
                let replace: @Sendable (any ListTransaction) throws -> Void = { transaction in
                    let edit = try transaction.edit()
                    try edit.replace(with: list("a", "a").draft)
                    try transaction.commit(edit)
                }
                store.write(id, replace, completion: { _ in })
            }
            store.write(gone, { try $0.delete() }, completion: { _ in })
            try store.writeCellTypesAndWait { transaction in
                let uses = try transaction.uses(of: "a", after: 0, limit: 9)
                try expectEqual(uses.map(\.list), [old, made], "the lists")
                try expectEqual(transaction.uses(of: "a", after: 0, limit: 1).map(\.list), [old], "the first")
                try expectEqual(uses[0].counter > before[0].counter, true, "whether the counter went up")
                for use in uses {
                    let head = try unwrap(transaction.head(of: use.list), "the head")
                    try expectEqual(head.itemCount, 2, "its items")
                    try expectEqual(head.head.counter, use.counter, "its counter")
                    seen.add(try newer(head, use, than: 0).count)
                }
            }
            try expectEqual(seen.counts, [2, 2], "the items of the type")
        },
        ConformanceCheck("finds the items of a type that were written after a moment, by random writes") { store in
            let id = try listID("scanned")
            var random = SeededGenerator(seed: 11)
            try store.put(ListModel([ListModel.Section("s")]), into: id)
            var moments: [ListSnapshot] = []
            for step in 0..<60 {
                let roll = random.next()
                try store.writeAndWait(id) { transaction in
                    let edit = try transaction.edit()
                    let head = try unwrap(transaction.current, "the list")
                    let row = head.itemCount == 0 ? 0 : Int(roll % UInt64(head.itemCount))
                    switch (roll >> 8) % 5 {
                    case 0 where head.itemCount > 0: try edit.deleteItem(at: IndexPath(section: 0, row: row))
                    case 1 where head.itemCount > 0:
                        try edit.moveItem(from: IndexPath(section: 0, row: row), to: IndexPath(section: 0, row: 0))
                    case 2 where head.itemCount > 0:
                        try edit.updateItem(
                            at: IndexPath(section: 0, row: row), value: JSONText(verbatim: "\(step)"),
                            type: (roll >> 16) % 2 == 0 ? .named("a") : .none)
                    default:
                        let drafts = (0..<Int((roll >> 24) % 60)).map { index in
                            let type: TypeChoice = index % 3 == 0 ? .named("a") : .none
                            return ItemDraft(id: Identifier(verbatim: "\(step)-\(index)"), type: type, value: .null)
                        }
                        try edit.insertItems(drafts, at: IndexPath(section: 0, row: row))
                    }
                    try transaction.commit(edit)
                }
                let head = try store.snapshot(of: id, at: nil)
                moments.append(head)
                guard let use = try store.uses(of: "a", after: 0, limit: 9).first else { continue }
                for moment in moments.suffix(20) {
                    let old = try entries(moment)
                    let expected = try entries(head).filter { $0.type == use.type && !old.contains($0) }
                    try expectEqual(newer(head, use, than: moment.head.counter), expected, "items since version \(moment.version)")
                }
                let all = try entries(head).filter { $0.type == use.type }
                try expectEqual(newer(head, use, than: 0), all, "all items of the type")
            }
        },
        ConformanceCheck("holds a replacement to the registered types, and names the place in it") { store in
            let id = try listID("held")
            let strict = TypeRules(isStrict: true)
            try store.register(CellType(name: "known"))
            let draft = list("known", "other", nil, "third").draft
            let before = try store.replaceAndWait(id, with: .draft(list("known", nil).draft), rules: strict).snapshot.version
            let paths = [IndexPath(section: 0, row: 1), IndexPath(section: 0, row: 3)]
            try expectFaults(at: paths.map { .item($0) }) { try store.replaceAndWait(id, with: .draft(draft), rules: strict) }
            try expectFaults(at: [.line(4), .line(6)]) { try store.upload(draft, into: id, rules: strict) }
            try expectEqual(store.snapshot(of: id, at: nil).version, before, "the version")
            // Checked before, at the same version of the schemas; then at another.
            let checked = TypeRules(isStrict: true, checkedVersion: store.cellTypes.schemaVersion)
            try store.replaceAndWait(id, with: .draft(draft), rules: checked)
            try store.register(CellType(name: "fourth", schema: JSONText(verbatim: "true")))
            try expectFaults(at: paths.map { .item($0) }) { try store.replaceAndWait(id, with: .draft(draft), rules: checked) }
        },
        ConformanceCheck("holds what keeps its type to the registered types only where it is written anew") { store in
            let id = try listID("kept")
            let properties = ListProperties(identity: "/i")
            func draft(_ type: TypeChoice, _ values: String...) -> ListDraft {
                ListDraft(
                    properties: properties,
                    sections: [SectionDraft(items: values.map { ItemDraft(type: type, value: JSONText(verbatim: $0)) })])
            }
            try store.replaceAndWait(id, with: .draft(draft(.named("old"), "{\"i\":\"1\"}", "{\"i\":\"2\"}")))
            let strict = TypeRules(isStrict: true)
            let same = draft(.unspecified, "{\"i\":\"2\"}", "{\"i\":\"1\"}")
            try store.replaceAndWait(id, with: .draft(same), rules: strict)
            try store.upload(same, into: id, rules: strict)
            let other = draft(.unspecified, "{\"i\":\"2\"}", "{\"i\":\"1\",\"n\":0}")
            let path = IndexPath(section: 0, row: 1)
            try expectFaults(at: [.item(path)]) { try store.replaceAndWait(id, with: .draft(other), rules: strict) }
            try expectFaults(at: [.line(4)]) { try store.upload(other, into: id, rules: strict) }
        },
    ]

    /// A list of one section whose items have these types.
    private static func list(_ types: String?...) -> ListModel {
        ListModel([ListModel.Section("s", items: types.enumerated().map { ListModel.Item("\($0)", type: $1, "\"\($0)\"") })])
    }

    private static func entries(_ snapshot: ListSnapshot) throws -> [ItemEntry] {
        try snapshot.items(in: 0..<snapshot.itemCount).map(\.entry)
    }

    private static func newer(_ snapshot: ListSnapshot, _ use: TypeUse, than counter: Number) throws -> [ItemEntry] {
        var found: [ItemEntry] = []
        try snapshot.forEachItem(ofType: use.type, newerThan: counter, visit: {}) { found.append($0) }
        return found
    }

    private static func expectFaults(at subjects: [ListError.Subject], _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as ItemRuleError {
            return try expectEqual(error.entries.map(\.subject), subjects, "the subjects")
        }
        throw ConformanceFailure("a write that breaks the rules went through")
    }
}

/// What writes have seen, in their order.
private final class Seen: Sendable {
    private let values = Mutex<[Int]>([])

    func add(_ value: Int?) { values.withLock { $0.append(value ?? -1) } }

    var counts: [Int] { values.withLock { $0 } }
}
