/// Taking back edits of sections. The server has no condition for a section, so what others have done is looked for on the screen.
extension RemoteDataProvider {
    /// Rows of a deleted section that are kept to be inserted again.
    private static var mostRows: Int { 500 }

    /// The edit of a section that is on the screen now, or that the operation inserts; nil where it cannot be taken back.
    ///
    /// - Parameter written: The sections that earlier operations of a batch have written.
    func sectionEdit(
        of operation: BatchOperation<Item>, on id: String, _ written: inout [ExactID: ListSection]
    ) -> ItemEdit<Item>? {
        if let section = operation.newSection { return .sectionInsertion(section, operation.spots ?? []) }
        guard let index = screen.model.index(ofSection: ExactID(id)) else { return nil }
        let section = written[ExactID(id)] ?? section(at: index)
        if let members = operation.members {
            var new = section
            new.write(members)
            written[ExactID(id)] = new
            return .sectionUpdate(from: section, to: new)
        }
        var others = screen.shownSections
        others.remove(at: index)
        let place = others.spots(at: index) { !$0.isDeleted }
        if let spots = operation.spots { return .sectionMove(id: id, from: place, to: spots) }
        return deletedContent(of: section, at: index).map { .sectionDeletion($0, place) }
    }

    /// A section with all its rows; nil where one is not loaded or has no value, and where they are too many.
    private func deletedContent(of section: ListSection, at index: Int) -> NewSection<Item>? {
        let count = numberOfItems(in: index)
        guard count <= Self.mostRows else { return nil }
        var items: [NewItem<Item>] = []
        for row in 0..<count {
            guard let row = screen.row(at: RowPosition(index, row)) else { return nil }
            guard !row.isDeleted else { continue }
            guard let value = row.value else { return nil }
            items.append(NewItem(id: row.id, type: row.type, value: value))
        }
        return NewSection(
            id: section.id, header: section.header, footer: section.footer, metadata: section.metadata, items: items.isEmpty ? nil : items)
    }

    /// Whether the sections of edits are as this app has left them, as far as the screen says.
    func areAsLeft(_ edits: [ItemEdit<Item>]) -> Bool {
        var seen: Set<ExactID> = []
        // The edits after the first of a section are about what that leaves.
        return edits.allSatisfy { edit in
            guard let id = edit.section else { return true }
            return !seen.insert(ExactID(id)).inserted || isAsLeft(edit)
        }
    }

    private func isAsLeft(_ edit: ItemEdit<Item>) -> Bool {
        switch edit {
        case .update, .insertion, .deletion, .move, .sectionInsertion, .sectionMove: return true
        case .sectionUpdate(let old, _):
            guard let index = screen.model.index(ofSection: ExactID(old.id)) else { return false }
            return section(at: index).members(otherThan: old).isEmpty
        case .sectionDeletion(let section, _):
            guard let index = screen.model.index(ofSection: ExactID(section.id)) else { return false }
            // One with more rows than are kept is not as it was left.
            guard numberOfItems(in: index) <= Self.mostRows else { return false }
            let known = Set((section.items ?? []).compactMap { $0.id.map(ExactID.init) })
            let rows = (0..<numberOfItems(in: index)).map { screen.row(at: RowPosition(index, $0)) }
            let left = rows.filter { $0?.isDeleted != true }
            return left.count <= known.count && left.allSatisfy { row in row.map { known.contains(ExactID($0.id)) } ?? true }
        }
    }
}
