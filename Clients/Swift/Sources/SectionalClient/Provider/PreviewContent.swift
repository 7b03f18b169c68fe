import Foundation

/// The sections and rows of a list of arrays, and the difference of two of them.
struct PreviewContent<Item: Codable & Sendable> {
    var sections: [(section: ListSection, rows: [ListRow<Item>])]

    func contains(_ position: RowPosition) -> Bool {
        sections.indices.contains(position.section) && sections[position.section].rows.indices.contains(position.row)
    }

    func row(at position: RowPosition) -> ListRow<Item>? {
        contains(position) ? sections[position.section].rows[position.row] : nil
    }

    func position(of id: String) -> RowPosition? {
        for (index, section) in sections.enumerated() {
            if let row = section.rows.firstIndex(where: { ExactID($0.id) == ExactID(id) }) { return RowPosition(index, row) }
        }
        return nil
    }

    /// The position of a row that is to come before one or after one; nil where that is gone.
    func target(before: String?, after: String?) -> RowPosition? {
        if let before { return position(of: before) }
        return after.flatMap { position(of: $0) }.map { RowPosition($0.section, $0.row + 1) }
    }

    /// Whether it has the same sections in the same order.
    func hasSections(of other: PreviewContent) -> Bool {
        sections.lazy.map { ExactID($0.section.id) }.elementsEqual(other.sections.lazy.map { ExactID($0.section.id) })
    }

    /// Does an edit of a section.
    mutating func perform(_ operation: BatchOperation<Item>, onSection id: ExactID) throws {
        func index(_ id: ExactID?) -> Int? { sections.firstIndex { ExactID($0.section.id) == id } }
        let old = index(id)
        var content: (section: ListSection, rows: [ListRow<Item>])
        if let new = operation.newSection {
            guard old == nil else { throw ListFailure.invalid(Problem(slug: ProblemSlug.idTaken.rawValue, status: 409)) }
            content = (ListSection(id: new.id, header: new.header, footer: new.footer, metadata: new.metadata), [])
        } else {
            guard let old else { throw ListFailure.sectionDeletedHere }
            content = sections[old]
            if let members = operation.members {
                content.section.write(members)
                sections[old] = content
                return
            }
            sections.remove(at: old)
        }
        guard let spots = operation.spots else { return }
        let spot = spots.first { $0.id == nil || index($0.id) != nil }
        let isAfter = if case .after? = spot { true } else { false }
        sections.insert(content, at: index(spot?.id).map { isAfter ? $0 + 1 : $0 } ?? sections.count)
    }

    mutating func remove(_ id: String) -> ListRow<Item>? {
        position(of: id).map { sections[$0.section].rows.remove(at: $0.row) }
    }

    mutating func insert(_ row: ListRow<Item>, at position: RowPosition) {
        let count = sections[position.section].rows.count
        sections[position.section].rows.insert(row, at: max(0, min(position.row, count)))
    }

    /// The stage that leads to another content of the same sections.
    func stage(to other: PreviewContent) -> StageAnswer<Item> {
        let (old, new) = (positions, other.positions)
        var (leaving, arriving): ([ExactID: RowPosition], [ExactID: RowPosition]) = ([:], [:])
        for change in new.map(\.key).difference(from: old.map(\.key)) {
            switch change {
            case .remove(let offset, let key, _): leaving[key.id] = old[offset].position
            case .insert(let offset, let key, _): arriving[key.id] = new[offset].position
            }
        }
        var stage = StageAnswer<Item>()
        for (id, position) in leaving where arriving[id] == nil {
            stage.items.deleted.append(.init(id: id.text, indexPath: position))
        }
        for (id, position) in arriving {
            if let start = leaving[id] {
                stage.items.moved.append(.init(id: id.text, from: start, to: position))
            } else if let row = other.row(at: position) {
                stage.items.inserted.append(.init(indexPath: position, item: row))
            }
        }
        for (key, position) in new where leaving[key.id] != nil || arriving[key.id] == nil {
            guard let row = other.row(at: position), row.revision != self.position(of: row.id).flatMap(self.row)?.revision else { continue }
            stage.items.updated.append(.init(indexPath: position, item: row))
        }
        for (index, section) in other.sections.enumerated() where section.section != sections[index].section {
            stage.sections.updated.append(.init(index: index, section: section.section))
        }
        stage.items.deleted.sort { $0.indexPath < $1.indexPath }
        stage.items.inserted.sort { $0.indexPath < $1.indexPath }
        stage.items.moved.sort { $0.to < $1.to }
        return stage
    }

    /// A row and the section that it is in: one that goes to another section leaves and arrives.
    private struct Key: Hashable {
        let section: Int
        let id: ExactID
    }

    private var positions: [(key: Key, position: RowPosition)] {
        sections.enumerated().flatMap { index, section in
            section.rows.enumerated().map { (Key(section: index, id: ExactID($1.id)), RowPosition(index, $0)) }
        }
    }
}
