import JSON
import Lists
import Ports
import TestSupport

extension ConformanceCheck {
    static let randomEdits = [UInt64.random(in: .min ... .max), 1, 2].map { seed in
        ConformanceCheck("agrees with plain arrays after random edits") { store in
            do {
                try agreesAfterEdits(store, seed: seed)
            } catch {
                throw ConformanceFailure("seed \(seed): \(error)")
            }
        }
    }

    private static func agreesAfterEdits(_ store: any ListStore, seed: UInt64) throws {
        let id = try listID("random")
        var random = SeededGenerator(seed: seed)
        var model = ListModel.counting(40)
        var contents = [model]
        var serial: UInt64 = 0
        try store.put(model, into: id)
        for _ in 0..<60 {
            edit(&model, &random, &serial)
            let version = try store.put(model, into: id).version
            if model != contents.last { contents.append(model) }
            try expectEqual(version, Int64(contents.count), "the version")
        }
        for (index, content) in contents.enumerated() {
            let snapshot = try store.snapshot(of: id, at: Int64(index + 1))
            try expectEqual(ListModel(snapshot), content, "version \(index + 1)")
        }
        let head = try store.snapshot(of: id, at: nil)
        for (section, part) in model.sections.enumerated() {
            for (row, item) in part.items.enumerated() {
                try expectEqual(head.item(withID: item.id).indexPath, IndexPath(section: section, row: row), "'\(item.id)'")
            }
        }
    }

    /// One to four changes of any kind. `serial` counts the changes, so that no id comes twice.
    private static func edit(_ model: inout ListModel, _ random: inout SeededGenerator, _ serial: inout UInt64) {
        for _ in 0...(random.next() % 4) {
            serial += 1
            guard let section = model.sections.indices.randomElement(using: &random) else {
                model.sections.append(.init("s\(serial)"))
                continue
            }
            let row = model.sections[section].items.indices.randomElement(using: &random)
            switch (random.next() % 10, row) {
            case (0, _): model.sections.insert(.init("s\(serial)", header: JSONText(verbatim: "\(serial)")), at: section)
            case (1, _) where model.sections.count > 4: model.sections.remove(at: section)
            case (2, _): model.sections.swapAt(section, model.sections.count - 1)
            case (3, let row?): model.sections[section].items[row].value = JSONText(verbatim: "\(serial)")
            case (4, let row?): model.sections[section].items[row].type = serial % 2 == 0 ? nil : "T\(serial % 5)"
            case (5, let row?): model.sections[section].items.remove(at: row)
            case (6, let row?):
                let item = model.sections[section].items.remove(at: row)
                model.sections[model.sections.count - 1].items.append(item)
            case (7, _): model.title = "\(serial)"
            default:
                let items = (0...random.next() % 30).map { ListModel.Item("n\(serial)-\($0)", "\($0)") }
                model.sections[section].items.insert(contentsOf: items, at: row ?? 0)
            }
        }
    }
}
