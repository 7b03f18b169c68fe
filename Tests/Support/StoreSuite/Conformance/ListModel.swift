public import JSON
public import Lists

/// A list as plain arrays: what a store's versions are compared with.
public struct ListModel: Sendable, Equatable {
    /// A section of the model.
    public struct Section: Sendable, Equatable {
        public var id: Identifier
        public var header: JSONText
        public var items: [Item]

        public init(_ id: String, header: JSONText = .null, items: [Item] = []) {
            self.id = Identifier(verbatim: id)
            self.header = header
            self.items = items
        }
    }

    /// An item of the model.
    public struct Item: Sendable, Equatable {
        public var id: Identifier
        public var type: String?
        public var value: JSONText

        public init(_ id: String, type: String? = nil, _ value: String) {
            self.id = Identifier(verbatim: id)
            self.type = type
            self.value = JSONText(verbatim: value)
        }
    }

    public var title: String?
    public var sections: [Section]

    public init(title: String? = nil, _ sections: [Section] = []) {
        self.title = title
        self.sections = sections
    }

    /// One section of items `prefix-0`, `prefix-1`, … with the values `0`, `1`, ….
    public static func counting(_ count: Int, prefix: String = "i") -> ListModel {
        ListModel([Section("s", items: (0..<count).map { Item("\(prefix)-\($0)", "\($0)") })])
    }

    /// The content in the form that a list takes.
    public var draft: ListDraft {
        ListDraft(
            properties: ListProperties(title: title),
            sections: sections.map { section in
                SectionDraft(
                    id: section.id, header: section.header,
                    items: section.items.map { item in
                        ItemDraft(id: item.id, type: item.type.map(TypeChoice.named) ?? .none, value: item.value)
                    })
            })
    }

    /// What a version of a list holds, read whole.
    public init(_ snapshot: ListSnapshot) throws {
        title = snapshot.head.properties.title
        sections = try snapshot.sections(in: 0..<snapshot.sectionCount).map { section in
            let placed = try snapshot.items(of: section, rows: 0..<section.itemCount)
            var items: [Item] = []
            try snapshot.readItems(placed) { index, item in
                items.append(
                    Item(
                        String(decoding: item.id, as: UTF8.self), type: snapshot.type(of: placed[index]),
                        String(decoding: item.value, as: UTF8.self)))
            }
            return Section(section.id.text, header: section.content.header, items: items)
        }
    }
}
