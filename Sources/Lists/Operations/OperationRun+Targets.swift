/// The positions of an operation's names and targets in the list that the operations before have left.
///
/// A target that is not there is `indexOutOfRange` or `referenceNotFound`, with the part of the operation. A neighbour deleted by an
/// earlier operation is `itemGone` or `sectionGone`.
extension OperationRun {
    func item(_ name: ItemReference) throws -> Item {
        guard let item = try currentItem(name) else { throw ListError.itemGone() }
        return item
    }

    func section(_ name: SectionReference) throws -> Section {
        guard let section = try currentSection(name) else { throw ListError.sectionGone() }
        return section
    }

    /// The row of a section that something inserted there is to have; behind the last where nothing is said.
    func row(of target: Target<Int, ItemReference>, in section: Section) throws -> Int {
        switch target {
        case .unspecified: return section.itemCount
        case .at(let row):
            try check(row, to: section.itemCount, "row", .index)
            return row
        case .before(let name): return try neighbour(name, in: section, .before).row
        case .after(let name): return try neighbour(name, in: section, .after).row + 1
        }
    }

    /// The index that a section inserted there is to have; behind the last where nothing is said.
    func index(of target: Target<Int, SectionReference>) throws -> Int {
        switch target {
        case .unspecified: return edit.sectionCount
        case .at(let index):
            try check(index, to: edit.sectionCount, "section", .index)
            return index
        case .before(let name): return try neighbour(name, .before).index
        case .after(let name): return try neighbour(name, .after).index + 1
        }
    }

    /// The index path that an item is to have after its move.
    func indexPath(of target: Target<IndexPath, ItemReference>, moving item: Item) throws -> IndexPath {
        let source = item.indexPath
        switch target {
        case .unspecified: return source
        case .at(let path):
            try check(path.section, to: edit.sectionCount - 1, "section", .targetSection)
            let count = try edit.sectionEntry(at: path.section).itemCount
            try check(path.row, to: path.section == source.section ? count - 1 : count, "row", .targetRow)
            return path
        case .before(let name): return Self.beside(try neighbour(name, .before), source, offset: 0)
        case .after(let name): return Self.beside(try neighbour(name, .after), source, offset: 1)
        }
    }

    /// The index that a section is to have after its move.
    func index(of target: Target<Int, SectionReference>, moving section: Section) throws -> Int {
        let index: Int
        switch target {
        case .unspecified: return section.index
        case .at(let index):
            try check(index, to: edit.sectionCount - 1, "section", .index)
            return index
        case .before(let name): index = try neighbour(name, .before).index
        case .after(let name): index = try neighbour(name, .after).index + 1
        }
        // The section itself is taken out before it is put in; beside itself it stays.
        return index > section.index ? index - 1 : index
    }

    /// The index path beside a neighbour, once what is at `source` is taken out; beside itself it stays.
    private static func beside(_ neighbour: IndexPath, _ source: IndexPath, offset: Int) -> IndexPath {
        let row = neighbour.row + offset
        let isBehind = neighbour.section == source.section && row > source.row
        return IndexPath(section: neighbour.section, row: isBehind ? row - 1 : row)
    }

    private func neighbour(_ name: ItemReference, in section: Section, _ part: OperationPart) throws -> IndexPath {
        let path = try neighbour(name, part)
        guard path.section == section.index else {
            throw ListError(.referenceNotFound, "The item stands at \(path), not in section \(section.index).", at: .part(part))
        }
        return path
    }

    private func neighbour(_ name: ItemReference, _ part: OperationPart) throws -> IndexPath {
        if let item = try currentItem(name) { return item.indexPath }
        guard try names.number(of: name, in: edit) != nil else { throw ListError.itemGone(at: part) }
        throw ListError(.itemGone, "The neighbour was deleted before.", at: .part(part))
    }

    private func neighbour(_ name: SectionReference, _ part: OperationPart) throws -> Section {
        if let section = try currentSection(name) { return section }
        guard try names.number(of: name, in: edit) != nil else { throw ListError.sectionGone(at: part) }
        throw ListError(.sectionGone, "The neighbour was deleted before.", at: .part(part))
    }

    private func currentItem(_ name: ItemReference) throws -> Item? {
        if edit.isInPlace, let item = names.itemAtHead(name) { return edit.isUnchanged ? item : try edit.item(at: item.indexPath) }
        return try names.number(of: name, in: edit).flatMap { try edit.item(numbered: $0) }
    }

    private func currentSection(_ name: SectionReference) throws -> Section? {
        if edit.isUnchanged, let section = names.sectionAtHead(name) { return section }
        return try names.number(of: name, in: edit).flatMap { try edit.section(numbered: $0) }
    }

    private func check(_ position: Int, to last: Int, _ thing: String, _ part: OperationPart) throws {
        guard position < 0 || position > last else { return }
        let message = last < 0 ? "There is no \(thing) to name." : "The \(thing) \(position) is outside 0…\(last)."
        throw ListError(.indexOutOfRange, message, at: .part(part))
    }
}
