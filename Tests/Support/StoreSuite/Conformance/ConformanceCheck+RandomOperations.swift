import Lists
import Ports
import TestSupport

extension ConformanceCheck {
    static let randomOperations = [UInt64.random(in: .min ... .max), 3, 4].map { seed in
        ConformanceCheck("agrees with plain arrays after random operations, ids that come again among them") { store in
            do {
                try agreesAfterOperations(store, seed: seed)
            } catch {
                throw ConformanceFailure("seed \(seed): \(error)")
            }
        }
    }

    private static func agreesAfterOperations(_ store: any ListStore, seed: UInt64) throws {
        let id = try listID("operations")
        var random = SeededGenerator(seed: seed)
        var model = ListModel([.init("s0", items: (0..<100).map { .init("i\($0)", "0") }), .init("s1")])
        var models: [Int64: ListModel] = [try store.put(model, into: id).version: model]
        for step in 1...160 {
            let choice = (random.next(), random.next(), random.next(), random.next())
            let (version, next) = try store.writeAndWait(id) { [model] transaction in
                var next = model
                let edit = try transaction.edit()
                try operate(on: edit, &next, choice, value: "\(step)")
                return (try transaction.commit(edit).version, next)
            }
            if next != model { try expect(models[version] == nil, "a change made no version") }
            model = next
            models[version] = model
            for old in [version, version - 15] {
                guard let content = models[old] else { continue }
                let snapshot = try store.snapshot(of: id, at: old)
                try expectEqual(ListModel(snapshot), content, "version \(old) at \(version)")
                guard let item = content.sections.first?.items.last else { continue }
                let path = IndexPath(section: 0, row: content.sections[0].items.count - 1)
                try expectEqual(snapshot.item(withID: item.id).indexPath, path, "'\(item.id)' in \(old) at \(version)")
            }
        }
    }

    /// One operation, on the list and on the model.
    private static func operate(
        on edit: ListEdit, _ model: inout ListModel, _ choice: (UInt64, UInt64, UInt64, UInt64), value: String
    ) throws {
        let section = Int(choice.1 % UInt64(model.sections.count))
        let other = Int(choice.2 % UInt64(model.sections.count))
        let items = model.sections[section].items
        let path = IndexPath(section: section, row: Int(choice.3 % UInt64(max(1, items.count))))
        let taken = Set(model.sections.flatMap { $0.items.map(\.id) })
        switch choice.0 % 8 {
        case 0...2:
            let made = (0...(choice.2 % 3)).map { ListModel.Item("i\((choice.3 + $0) % 130)", value) }.filter { !taken.contains($0.id) }
            let drafts = made.map { ItemDraft(id: $0.id, value: $0.value) }
            let row = min(path.row, items.count)
            try edit.insertItems(drafts, at: IndexPath(section: section, row: row))
            model.sections[section].items.insert(contentsOf: made, at: row)
        case 3 where !items.isEmpty, 4 where !items.isEmpty:
            try edit.deleteItem(at: path)
            model.sections[section].items.remove(at: path.row)
        case 5 where !items.isEmpty:
            let item = model.sections[section].items.remove(at: path.row)
            let target = IndexPath(section: other, row: model.sections[other].items.count / 2)
            model.sections[other].items.insert(item, at: target.row)
            try edit.moveItem(from: path, to: target)
        case 6:
            try edit.moveSection(from: section, to: other)
            model.sections.insert(model.sections.remove(at: section), at: other)
        case 7 where model.sections.count > 2:
            try edit.deleteSection(at: section)
            model.sections.remove(at: section)
        default:
            let id = "s\(choice.3 % 6)"
            guard !model.sections.contains(where: { $0.id.text == id }) else { return }
            try edit.insertSection(SectionDraft(id: Identifier(verbatim: id)), at: section)
            model.sections.insert(.init(id), at: section)
        }
    }
}
