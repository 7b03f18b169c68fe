import JSON
package import Lists

/// A list as plain arrays, with the revisions of its items: what edits and batches are compared with.
package struct ArrayModel: Sendable, Equatable, CustomStringConvertible {
    package struct Item: Sendable, Equatable {
        package var id: String
        package var value: String
        package var type: String?
        package var revision: Int64

        package init(id: String, value: String, type: String? = nil, revision: Int64 = 0) {
            self.id = id
            self.value = value
            self.type = type
            self.revision = revision
        }
    }

    package struct Section: Sendable, Equatable {
        package var id: String
        package var header: String
        package var items: [Item]

        package init(id: String, header: String, items: [Item] = []) {
            self.id = id
            self.header = header
            self.items = items
        }
    }

    package var title: String?
    package var sections: [Section]

    package init(title: String? = nil, _ sections: [Section] = []) {
        self.title = title
        self.sections = sections
    }

    /// What a version of a list holds, read whole.
    package init(_ snapshot: ListSnapshot) throws {
        title = snapshot.head.properties.title
        sections = try snapshot.sections(in: 0..<snapshot.sectionCount).map { section in
            let placed = try snapshot.items(of: section, rows: 0..<section.itemCount)
            var items: [Item] = []
            try snapshot.readItems(placed) { index, item in
                items.append(
                    Item(
                        id: String(decoding: item.id, as: UTF8.self), value: String(decoding: item.value, as: UTF8.self),
                        type: snapshot.type(of: placed[index]), revision: item.revision))
            }
            return Section(id: section.id.text, header: section.content.header.text, items: items)
        }
    }

    /// Gives each item that is as it was before a write the revision that it had then, and all others that of the write.
    package mutating func settle(since before: ArrayModel, version: Int64) {
        var old: [String: Item] = [:]
        for item in before.sections.flatMap(\.items) { old[item.id] = item }
        for section in sections.indices {
            for row in sections[section].items.indices {
                let item = sections[section].items[row]
                let known = old[item.id].flatMap { $0.value == item.value && $0.type == item.type ? $0.revision : nil }
                sections[section].items[row].revision = known ?? version
            }
        }
    }

    package var itemCount: Int { sections.reduce(0) { $0 + $1.items.count } }

    package var itemIDs: [String] { sections.flatMap { $0.items.map(\.id) } }

    /// The index paths of all items, in list order.
    package var paths: [IndexPath] {
        sections.indices.flatMap { section in sections[section].items.indices.map { IndexPath(section: section, row: $0) } }
    }

    package func hasItem(_ id: String) -> Bool { path(of: id) != nil }

    /// The index path of an item.
    package func path(of id: String) -> IndexPath? {
        for (index, section) in sections.enumerated() {
            if let row = section.items.firstIndex(where: { $0.id == id }) { return IndexPath(section: index, row: row) }
        }
        return nil
    }

    package func index(of section: String) -> Int? { sections.firstIndex { $0.id == section } }

    package var description: String {
        let rows = sections.map { section in
            "\(section.id)(\(section.header)): \(section.items.map { "\($0.id)=\($0.value)/\($0.type ?? "-")@\($0.revision)" })"
        }
        return "\(title ?? "-") " + rows.joined(separator: "; ")
    }
}
