extension ListEdit {
    /// The entry at an index, as this edit has left things.
    func sectionEntry(at index: Int) throws -> SectionEntry {
        guard index >= 0, index < sectionCount else {
            throw ListError(.sectionNotFound, "There is no section \(index); the list has \(sectionCount).")
        }
        return try sections.element(at: index, in: editor)
    }

    /// The section of a number as it is now; `nil` if it is nowhere.
    func section(numbered number: Number) throws -> Section? {
        try position(ofSection: number).map { try section($0.element, at: $0.index) }
    }

    private func position(ofSection number: Number) throws -> TreePosition<SectionEntry>? {
        guard let path = try ancestry.path(to: number, from: sections.owner), let found = try sections.find(path, in: editor) else {
            return nil
        }
        return found.rest.isEmpty ? found : nil
    }

    /// An entry with its index and what it shows.
    func section(_ entry: SectionEntry, at index: Int) throws -> Section {
        let key = entry.revision
        guard let revision = try sectionRevisions[key] ?? storage.sections([key]).first else { throw MissingRecord(key: key) }
        return Section(entry: entry, index: index, id: revision.id, content: revision.content)
    }

    /// Inserts a section with its items so that it is at `index` afterwards.
    ///
    /// - Throws: ``ListError`` `indexOutOfRange`, `limitExceeded`; `idTaken` with the section or one of its items as the subject, and for
    ///   items as ``insertItems(_:at:limits:)`` does.
    @discardableResult
    public func insertSection(_ draft: SectionDraft, at index: Int, limits: ContentLimits = ContentLimits()) throws -> Section {
        guard index >= 0, index <= sectionCount else {
            throw ListError(.indexOutOfRange, "The index \(index) is outside 0…\(sectionCount).")
        }
        guard sectionCount < limits.sections else {
            throw ListError(.limitExceeded, "A list has at most \(limits.sections) sections.", at: .section(0))
        }
        try checkCapacity(forItems: draft.items.count, limits)
        if let id = draft.id, try sectionNames.number(of: id).flatMap({ try position(ofSection: $0) }) != nil {
            throw ListError(.idTaken, "The list has a section with the id “\(id)” already.", at: .section(0))
        }
        changeCount += 1
        let items = try makeItems(draft.items)
        let content = SectionContent(header: draft.header, footer: draft.footer, metadata: draft.metadata)
        let (number, id) = try sectionNames.add(draft.id)
        let revision = try restored(number, content: content) ?? addRevision(of: number, id: id, content: content)
        let entry = SectionEntry(
            number: number, revision: revision, items: OrderedTree(building: items.map(\.entry), owner: number, in: editor))
        try sections.insert(entry, at: index, in: editor)
        return Section(entry: entry, index: index, id: id, content: content)
    }

    /// Gives a section other content beside its items; does nothing when the content is what it was.
    ///
    /// - Returns: The section afterwards.
    func update(_ section: Section, content: SectionContent) throws -> Section {
        guard content != section.content else { return section }
        var changed = section.entry
        sectionRevisions.retire(changed.revision, bytes: Int64(section.content.byteCount + section.id.text.utf8.count))
        let original = try editor.isNew(changed.revision) ? restored(changed.number, content: content) : nil
        changed.revision = original ?? addRevision(of: changed.number, id: section.id, content: content)
        changeCount += 1
        try sections.update(at: section.index, in: editor) { $0 = changed }
        return Section(entry: changed, index: section.index, id: section.id, content: content)
    }

    private func addRevision(of number: Number, id: Identifier, content: SectionContent) -> RevisionKey {
        let key = editor.nextKey()
        sectionRevisions.add(SectionRevision(key: key, number: number, id: id, content: content), key)
        return key
    }

    /// The revision that a section had before the edit, where it shows again what it did then; it is kept.
    private func restored(_ number: Number, content: SectionContent) throws -> RevisionKey? {
        guard !isNew, !editor.isNew(number), let original = try base.section(numbered: number),
            try storage.sections([original.revision]).first?.content == content
        else { return nil }
        sectionRevisions.restore(original.revision)
        return original.revision
    }

    /// Moves a section, with its items, to a target that is there.
    func move(_ section: Section, to target: Int) throws -> Section {
        guard section.index != target else { return section }
        changeCount += 1
        try sections.remove(at: section.index, in: editor)
        try sections.insert(section.entry, at: target, in: editor)
        return Section(entry: section.entry, index: target, id: section.id, content: section.content)
    }

    /// Deletes the section of an entry, with its items. O(items of the section).
    func delete(_ entry: SectionEntry, at index: Int) throws {
        changeCount += 1
        try sections.remove(at: index, in: editor)
        var items = entry.items
        for (row, item) in try items.removeAll(in: editor).enumerated() {
            try checkDeadline(at: row)
            noteDeleted(item)
        }
        sectionNames.delete(entry.number, madeAs: sectionRevisions[entry.revision]?.id)
        sectionRevisions.retire(entry.revision, bytes: nil)
    }
}
