import JSON
@testable import Lists

/// A list as plain arrays, changed as an edit of the list is.
struct ArrayModel: Equatable, CustomStringConvertible {
    struct Item: Equatable {
        var id: String
        var value: String
        var type: String?
        var revision: Int64
    }
    struct Section: Equatable {
        var id: String
        var header: String
        var items: [Item] = []
    }
    var sections: [Section] = []
    var title: String?

    init() {}

    init(_ snapshot: ListSnapshot) throws {
        title = snapshot.head.properties.title
        sections = try snapshot.sections(in: 0..<snapshot.sectionCount).map { section in
            let items = try snapshot.items(of: section, rows: 0..<section.itemCount).map { item in
                let revision = try snapshot.revision(of: item)
                return Item(
                    id: revision.id.text, value: revision.value.text, type: snapshot.type(of: item), revision: revision.version)
            }
            return Section(id: section.id.text, header: section.content.header.text, items: items)
        }
    }

    /// Gives the items that are again as they were before a write the revision that they had then.
    mutating func settle(since before: ArrayModel) {
        var old: [String: Item] = [:]
        for item in before.sections.flatMap(\.items) { old[item.id] = item }
        for section in sections.indices {
            for row in sections[section].items.indices {
                let item = sections[section].items[row]
                guard let known = old[item.id], known.value == item.value, known.type == item.type else { continue }
                sections[section].items[row].revision = known.revision
            }
        }
    }

    var itemCount: Int { sections.reduce(0) { $0 + $1.items.count } }

    /// The index paths of all items, in list order.
    var paths: [IndexPath] {
        sections.indices.flatMap { section in sections[section].items.indices.map { IndexPath(section: section, row: $0) } }
    }

    func hasItem(_ id: String) -> Bool { sections.contains { $0.items.contains { $0.id == id } } }

    var description: String {
        let rows = sections.map { section in
            "\(section.id)(\(section.header)): \(section.items.map { "\($0.id)=\($0.value)/\($0.type ?? "-")@\($0.revision)" })"
        }
        return "\(title ?? "-") " + rows.joined(separator: "; ")
    }
}
