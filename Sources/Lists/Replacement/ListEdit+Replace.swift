extension ListEdit {
    /// Replaces the list's whole content by the smallest change that gets there (contract, section 3).
    ///
    /// O(n log n) in the size of both contents. What is the same keeps its number, its id and its revision.
    ///
    /// - Throws: ``ListError`` `idRepeated`, `identityMissing`, with the place in the document.
    public func replace(with draft: ListDraft) throws {
        if let properties = draft.properties { setProperties(properties) }
        let new = try ProposedContents(draft.sections, identity: try properties.identityPointer())
        let old = try StoredContents(sections, in: storage, withIDs: new.hasIDs)
        let match = ContentMatch(old, new)
        let targets = try targetSections(old, new, match)
        try apply(targets, old, match)
    }

    /// Replaces the list's whole content by one that is in memory.
    ///
    /// - Throws: As ``replace(with:)``, with the line in an upload.
    public func replace(with content: ListContent) throws {
        switch content {
        case .draft(let draft): try replace(with: draft)
        case .upload(let upload):
            guard let upload = upload as? MemoryUpload else { throw ListError(.unavailable, "The upload is another store's.") }
            do { try replace(with: upload.draft) } catch let error as ListError { throw upload.located(error) }
        }
    }

    /// The sections as they shall be, with their items as a run; the trees come later.
    private func targetSections(_ old: StoredContents, _ new: ProposedContents, _ match: ContentMatch) throws -> [TargetSection] {
        try new.sections.indices.map { index in
            let draft = new.sections[index]
            let content = SectionContent(header: draft.header, footer: draft.footer, metadata: draft.metadata)
            let entry: SectionEntry
            if let place = match.sections[index] {
                entry = revised(old.sections[place], old.sectionRevisions[place], content: content)
            } else {
                entry = try newSection(id: draft.id, content: content)
            }
            let items = try targetItems(ofSection: index, old, new, match)
            return TargetSection(entry: entry, items: items, oldIndex: match.sections[index])
        }
    }

    private func targetItems(
        ofSection section: Int, _ old: StoredContents, _ new: ProposedContents, _ match: ContentMatch
    ) throws -> [ItemEntry] {
        let range = new.ranges[section]
        // Numbers first, then revisions: neighbours get revisions that follow each other and are read by one range scan.
        let sources: [ItemSource] = try range.map { index in
            if let place = match.items[index] { return .kept(place) }
            let made = try newItem(id: new.ids[index])
            return .made(made.number, made.id)
        }
        return try zip(range, sources).map { index, source in
            let draft = new.item(index, ofSection: section)
            switch source {
            case .made(let number, let id):
                let revision = addRevision(of: number, id: id, value: draft.value)
                return ItemEntry(number: number, revision: revision, type: self.number(of: draft.type, keeping: 0))
            case .kept(let place):
                // An item that brings its id brings its type; one that is recognised by its value or its identity keeps it.
                let type = if case .unspecified = draft.type, draft.id != nil { TypeChoice.none } else { draft.type }
                let entry = old.items[place]
                let isSame = old.digests[place] == new.digests[index]
                if isSame, number(of: type, keeping: entry.type) == entry.type { return entry }
                let id = try new.ids[index] ?? itemRevision(entry.revision).id
                return revised(entry, id: id, value: draft.value, type: type, isSameValue: isSame)
            }
        }
    }

    /// Where a proposed item comes from.
    private enum ItemSource {
        /// The index of the old item that it continues.
        case kept(Int)
        case made(Number, Identifier)
    }
}
