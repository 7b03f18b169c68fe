extension ListEdit {
    /// Replaces the list's whole content by the smallest change that gets there (contract, section 3).
    ///
    /// O(n log n) in the size of both contents. What is the same keeps its number, its id and its revision.
    ///
    /// - Throws: ``ListError`` `idRepeated`, `identityMissing`, with the place in the document.
    public func replace(with draft: ListDraft) throws {
        let new = try ProposedContents(draft.sections, identity: try (draft.properties ?? properties).identityPointer())
        let old = try StoredContents(sections, in: storage, withIDs: new.hasIDs)
        try replace(from: MatchedContents(old, new, properties: draft.properties))
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

    /// Replaces the list's whole content by one that is matched already. It is the first change of its edit.
    ///
    /// - Throws: What the source throws, and what the storage does.
    public func replace(from source: some ReplacementSource) throws {
        if let properties = source.properties { setProperties(properties) }
        let old = try sections.elements(in: 0..<sections.count, of: storage)
        let revisions = try storage.sections(old.map(\.revision))
        var targets: [TargetSection] = []
        for index in 0..<source.sectionCount {
            let (draft, place) = try source.section(at: index)
            let content = SectionContent(header: draft.header, footer: draft.footer, metadata: draft.metadata)
            let entry =
                if let place { revised(old[place], revisions[place], content: content) } else {
                    try newSection(id: draft.id, content: content)
                }
            var items: [ItemEntry] = []
            try source.readItems(ofSection: index) { items += try entries(of: $0) }
            targets.append(TargetSection(entry: entry, items: items, oldIndex: place))
        }
        var dropped: [ItemEntry] = []
        try source.readDropped { dropped += $0 }
        try apply(targets, old, dropped)
    }

    private func entries(of items: [ProposedItem]) throws -> [ItemEntry] {
        // Numbers first, then revisions: neighbours get revisions that follow each other and are read by one range scan.
        let made = try items.map { $0.kept == nil ? try newItem(id: $0.id) : nil }
        return try zip(items, made).map { item, made in
            if let made {
                let revision = addRevision(of: made.number, id: made.id, value: item.value)
                return ItemEntry(number: made.number, revision: revision, type: number(of: item.type, keeping: 0))
            }
            guard let kept = item.kept else { throw NodeCorruption() }
            // An item that brings its id brings its type; one that is recognised by its value or its identity keeps it.
            let type = if case .unspecified = item.type, item.bringsID { TypeChoice.none } else { item.type }
            if kept.isSameValue, number(of: type, keeping: kept.entry.type) == kept.entry.type { return kept.entry }
            let id = try item.id ?? itemRevision(kept.entry.revision).id
            return revised(kept.entry, id: id, value: item.value, type: type, isSameValue: kept.isSameValue)
        }
    }
}
