import JSON

/// The order of a view's sections, as an edit has left them.
struct ViewSectionOrder {
    private let edit: ListEdit
    private let definition: ViewDefinition
    private let source: ListSnapshot

    init(of update: ViewUpdate, in edit: ListEdit) {
        self.edit = edit
        definition = update.definition
        source = update.changes.new
    }

    /// The section where the view has it.
    func section(_ key: ViewSectionKey) throws -> Section? {
        try edit.sectionNames.number(of: key.id).flatMap { try edit.section(numbered: $0) }
    }

    /// The section's position and its entry, where the view has it.
    func position(of key: ViewSectionKey) throws -> (index: Int, entry: SectionEntry)? {
        guard case .all = key else { return try section(key).map { ($0.index, $0.entry) } }
        return edit.sectionCount > 0 ? (0, try edit.sectionEntry(at: 0)) : nil
    }

    /// The index at which the section of an item comes that the view has not.
    func index(ofNew entry: ViewUpdate.Entry) throws -> Int {
        switch entry.section {
        case .all: return 0
        case .source: return try index(ofSourceSectionAt: entry.positionInSource().section)
        case .group(let group):
            guard case .groups(_, _, let order) = definition.sections else { return 0 }
            let key = group.key(order)
            return try edit.sectionCount.firstIndex { try ViewGroup(section: shownID(at: $0)).key(order) > key }
        }
    }

    /// The index at which a section of the source comes that the view has not.
    func index(ofSourceSection id: Identifier) throws -> Int { try index(ofSourceSectionAt: try rank(of: id)) }

    private func index(ofSourceSectionAt rank: Int) throws -> Int {
        try edit.sectionCount.firstIndex { try self.rank(of: shownID(at: $0)) > rank }
    }

    private func rank(of id: Identifier) throws -> Int { try source.section(withID: id).index }

    private func shownID(at index: Int) throws -> Identifier { try edit.section(try edit.sectionEntry(at: index), at: index).id }

    /// The section of an item, without items.
    func draft(of entry: ViewUpdate.Entry) throws -> SectionDraft {
        let content: SectionContent =
            switch entry.section {
            case .source: try source.section(at: entry.positionInSource().section).content
            case .all: SectionContent(header: .null)
            case .group(let group): SectionContent(header: group.header)
            }
        return SectionDraft(id: entry.section.id, header: content.header, footer: content.footer, metadata: content.metadata)
    }
}

extension Int {
    /// The first index below this count that meets a condition, which all after it meet, too; the count where none does.
    func firstIndex(where condition: (Int) throws -> Bool) rethrows -> Int {
        var (low, high) = (0, self)
        while low < high {
            let middle = low + (high - low) / 2
            if try condition(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
