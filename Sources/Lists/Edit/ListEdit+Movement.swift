extension ListEdit {
    /// Moves an item so that it stands at `target` afterwards. Its revision stays; a move to where it stands changes nothing.
    ///
    /// - Returns: The item's entry.
    /// - Throws: ``ListError`` `itemNotFound`; `indexOutOfRange` when there is no such place once the item is taken out.
    @discardableResult
    public func moveItem(from source: IndexPath, to target: IndexPath) throws -> ItemEntry {
        let entry = try itemEntry(at: source)
        guard target.section >= 0, target.section < sectionCount else {
            throw ListError(.indexOutOfRange, "The section \(target.section) is outside 0..<\(sectionCount).")
        }
        let count = try sectionEntry(at: target.section).itemCount
        let last = source.section == target.section ? count - 1 : count
        guard target.row >= 0, target.row <= last else {
            throw ListError(.indexOutOfRange, "The row \(target.row) is outside 0…\(last).")
        }
        try move(entry, from: source, to: target)
        return entry
    }

    /// Moves an item that was found already to a target that is there.
    func move(_ entry: ItemEntry, from source: IndexPath, to target: IndexPath) throws {
        guard source != target else { return }
        changeCount += 1
        // Taken out before it is put in, so that one place is given up before the other is noted.
        if source.section == target.section {
            try sections.update(at: source.section, in: editor) { section in
                try section.items.remove(at: source.row, in: editor)
                try section.items.insert(entry, at: target.row, in: editor)
            }
        } else {
            try sections.update(at: source.section, in: editor) { try $0.items.remove(at: source.row, in: editor) }
            try sections.update(at: target.section, in: editor) { try $0.items.insert(entry, at: target.row, in: editor) }
        }
    }

    /// Moves a section, with its items, so that it stands at `target` afterwards; a move to where it stands changes nothing.
    ///
    /// - Throws: ``ListError`` `sectionNotFound`; `indexOutOfRange` unless `0 ≤ target < sectionCount`.
    @discardableResult
    public func moveSection(from source: Int, to target: Int) throws -> Section {
        let section = try section(at: source)
        guard target >= 0, target < sectionCount else {
            throw ListError(.indexOutOfRange, "The place \(target) is outside 0..<\(sectionCount).")
        }
        return try move(section, to: target)
    }

    /// Moves a section that was found already to a target that is there.
    func move(_ section: Section, to target: Int) throws -> Section {
        guard section.index != target else { return section }
        changeCount += 1
        try sections.remove(at: section.index, in: editor)
        try sections.insert(section.entry, at: target, in: editor)
        return Section(entry: section.entry, index: target, id: section.id, content: section.content)
    }
}
