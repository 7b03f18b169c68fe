import Lists
import Ports
import TestSupport

extension ConformanceCheck {
    static let places = [
        ConformanceCheck("finds ids where they stood in every version") { store in
            let id = try listID("placed")
            var random = SeededGenerator(seed: 11)
            var contents: [ListModel] = []
            var ids = (0..<200).map { "i\($0)" }
            for _ in 0..<12 {
                ids.shuffle(using: &random)
                let items = ids.prefix(150).map { ListModel.Item($0, "\"\($0)\"") }
                let cut = Int(random.next() % 150)
                contents.append(ListModel([.init("a", items: Array(items[..<cut])), .init("b", items: Array(items[cut...]))]))
                if let last = contents.last { try store.put(last, into: id) }
            }
            for (index, content) in contents.enumerated() {
                let snapshot = try store.snapshot(of: id, at: Int64(index + 1))
                var wanted: [Identifier: IndexPath] = [:]
                for (section, part) in content.sections.enumerated() {
                    for (row, item) in part.items.enumerated() { wanted[item.id] = IndexPath(section: section, row: row) }
                    try expectEqual(snapshot.section(withID: part.id).index, section, "section '\(part.id)' in version \(index + 1)")
                }
                for text in ids {
                    let item = Identifier(verbatim: text)
                    guard let place = wanted[item] else {
                        try expectError(.itemNotFound, "'\(item)' in version \(index + 1)") { try snapshot.item(withID: item) }
                        continue
                    }
                    try expectEqual(snapshot.item(withID: item).indexPath, place, "'\(item)' in version \(index + 1)")
                }
            }
        },
        ConformanceCheck("hands out items in the order asked for") { store in
            let id = try listID("order")
            let snapshot = try store.put(.counting(500), into: id)
            let all = try snapshot.items(in: 0..<500)
            var random = SeededGenerator(seed: 5)
            for count in [1, 2, 50, 500] {
                let some = Array(all.shuffled(using: &random).prefix(count))
                var rows: [Int] = []
                try snapshot.readItems(some) { index, item in
                    try expectEqual(String(decoding: item.id, as: UTF8.self), "i-\(some[index].indexPath.row)", "the id")
                    rows.append(index)
                }
                try expectEqual(rows, Array(0..<count), "the order of \(count)")
            }
            try snapshot.readItems([]) { _, _ in throw ConformanceFailure("an item where none was asked for") }
        },
    ]
}
