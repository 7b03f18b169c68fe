import JSON

/// The content of a view: what its definition makes of a version of its source.
///
/// It is worked out as a whole, so it is what everything that keeps a view right is compared with.
public struct ViewContent: Sendable {
    /// A section of a view.
    public struct Section: Sendable {
        public let id: Identifier
        public let content: SectionContent
        /// The source's own entries, in the view's order.
        public fileprivate(set) var items: [ItemEntry] = []
    }

    public private(set) var sections: [Section] = []

    /// - Parameters:
    ///   - source: `nil` where there is no such list; the view is empty then.
    ///   - sectionLimit: The most sections that there are.
    ///   - check: Asked between the steps.
    /// - Throws: The errors of the source's storage, and those of the check.
    public init(of definition: ViewDefinition, over source: ListSnapshot?, sectionLimit: Int, check: WorkCheck = .none) throws {
        guard let source else { return }
        var parts: [Part] = []
        var groups: [ViewGroup: Int] = [:]
        for section in try source.sections(in: 0..<source.sectionCount) {
            if case .source = definition.sections { parts.append(Part(section)) }
            try source.forEachPositioned(of: section, definition, check) { entry, position in
                let part: Int
                if let group = position.group {
                    part = groups[group] ?? parts.count
                    groups[group] = part
                    if part == parts.count { parts.append(Part(of: group, in: definition.sections)) }
                } else {
                    if parts.isEmpty { parts.append(.all) }
                    part = parts.count - 1
                }
                parts[part].items.append((entry, position.key ?? SortKey(bytes: [])))
            }
        }
        parts.removeAll { $0.items.isEmpty }
        if !groups.isEmpty { parts.sort { $0.key < $1.key } }
        var room = definition.limit ?? .max
        for part in parts.prefix(sectionLimit) where room > 0 {
            let items = definition.sortKeys.isEmpty ? part.items : part.items.sorted { $0.key < $1.key }
            sections.append(Section(id: part.id, content: part.content, items: items.prefix(room).map(\.entry)))
            room -= min(room, items.count)
        }
    }

    /// A section before its items are ordered.
    private struct Part {
        var id: Identifier
        var content: SectionContent
        /// The order among sections that are groups.
        var key = SortKey(bytes: [])
        var items: [(entry: ItemEntry, key: SortKey)] = []

        static let all = Part(id: Identifier(verbatim: "all"), header: .null)

        init(_ section: Lists.Section) {
            id = section.id
            content = section.content
        }

        init(of group: ViewGroup, in sections: ViewSectioning) {
            self.init(id: group.id, header: group.header)
            if case .groups(_, _, let order) = sections { key = group.key(order) }
        }

        private init(id: Identifier, header: JSONText) {
            self.id = id
            content = SectionContent(header: header)
        }
    }
}

extension SectionContent {
    /// The content of a section that no list has.
    init(header: JSONText) {
        self.init(header: header, footer: .null, metadata: .emptyObject)
    }
}

extension ListSnapshot {
    /// Items whose values are read at a time.
    private static let portion = 1_024

    /// Visits the items of a section that are in a view, in order.
    fileprivate func forEachPositioned(
        of section: Section, _ definition: ViewDefinition, _ check: WorkCheck, _ body: (ItemEntry, ViewPosition) throws -> Void
    ) throws {
        for start in stride(from: 0, to: section.itemCount, by: Self.portion) {
            try check()
            let entries = try section.entry.items.elements(in: start..<(start + Self.portion), of: storage)
            try readStored(entries) { index, stored in
                let item = ViewItem(stored, type: head.types[entries[index].type], section: section.id)
                if let position = try definition.position(of: item) { try body(entries[index], position) }
            }
        }
    }
}
