import JSON
@testable import Lists

/// A list as a client has it that has read one version and applies what changes: arrays of sections and items.
struct FollowedList: Equatable, CustomStringConvertible {
    struct Item: Equatable {
        let id: Identifier
        var value: JSONText
        var type: String?
        var revision: Int64
    }
    struct Section: Equatable {
        let id: Identifier
        var content: SectionContent
        var items: [Item] = []
    }
    var sections: [Section] = []

    init() {}

    init(_ snapshot: ListSnapshot) throws {
        sections = try snapshot.sections(in: 0..<snapshot.sectionCount).map { section in
            let items = try snapshot.items(of: section, rows: 0..<section.itemCount)
            var followed = Section(id: section.id, content: section.content)
            try snapshot.readItems(items) { index, stored in
                followed.items.append(Item(stored, type: snapshot.type(of: items[index])))
            }
            return followed
        }
    }

    var itemIDs: Set<Identifier> { Set(sections.lazy.flatMap(\.items).map(\.id)) }

    var description: String {
        sections.map { section in
            let items = section.items.map { "\($0.id)=\($0.value)/\($0.type ?? "-")@\($0.revision)" }
            return "\(section.id)(\(section.content.header)): \(items.joined(separator: " "))"
        }.joined(separator: "; ")
    }
}

extension FollowedList.Item {
    init(_ stored: StoredItem, type: String?) {
        self.init(
            id: Identifier(verbatim: String(decoding: stored.id, as: UTF8.self)),
            value: JSONText(verbatim: String(decoding: stored.value, as: UTF8.self)), type: type, revision: stored.revision)
    }
}
