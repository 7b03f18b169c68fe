extension ListEdit {
    /// Gives the section at an index other content beside its items; does nothing when the content is what it was.
    ///
    /// - Returns: The section afterwards.
    /// - Throws: ``ListError`` `sectionNotFound` when there is no such section.
    @discardableResult
    public func updateSection(at index: Int, content: SectionContent) throws -> Section {
        try update(try section(at: index), content: content)
    }

    /// As above, for a section that was found already.
    func update(_ section: Section, content: SectionContent) throws -> Section {
        guard content != section.content else { return section }
        let changed = try revised(section, content: content)
        changeCount += 1
        try sections.update(at: section.index, in: editor) { $0 = changed }
        return Section(entry: changed, index: section.index, id: section.id, content: content)
    }

    /// The entry at an index, as this edit has left things.
    func sectionEntry(at index: Int) throws -> SectionEntry {
        guard index >= 0, index < sectionCount else {
            throw ListError(.sectionNotFound, "There is no section \(index); the list has \(sectionCount).")
        }
        return try sections.element(at: index, in: editor)
    }

    /// The entry at an index path, as this edit has left things.
    func itemEntry(at path: IndexPath) throws -> ItemEntry {
        guard path.section >= 0, path.section < sectionCount else {
            throw ListError(.itemNotFound, "There is no item \(path).")
        }
        let section = try sections.element(at: path.section, in: editor)
        guard path.row >= 0, path.row < section.itemCount else { throw ListError(.itemNotFound, "There is no item \(path).") }
        return try section.items.element(at: path.row, in: editor)
    }

    /// An entry with its place and what it shows.
    func placed(_ entry: SectionEntry, at index: Int) throws -> Section {
        let revision = try sectionRevision(entry.revision)
        return Section(entry: entry, index: index, id: revision.id, content: revision.content)
    }

    /// One revision of a section: made by this edit or by an earlier one.
    func sectionRevision(_ key: RevisionKey) throws -> SectionRevision {
        if let made = revisions.sections[key] { return made }
        guard let stored = try storage.sections([key]).first else { throw MissingRecord(key: key) }
        return stored
    }
}
