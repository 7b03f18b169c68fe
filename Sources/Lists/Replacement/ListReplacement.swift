/// Replaces the whole content of a list by one that is matched with it.
struct ListReplacement {
    let edit: ListEdit
    /// Whether items may bring ids that the list knows.
    let mayKnowItems: Bool

    init(of edit: ListEdit, mayKnowItems: Bool) {
        self.edit = edit
        self.mayKnowItems = mayKnowItems
    }

    /// As ``ListEdit/replace(from:)``.
    func apply(_ source: some ReplacementSource) throws {
        if let properties = source.properties { edit.setProperties(properties) }
        let old = try edit.sections.elements(in: 0..<edit.sections.count, of: edit.storage)
        var origins: [Int?] = []
        var entries: [SectionEntry] = []
        for index in 0..<source.sectionCount {
            try edit.checkDeadline(at: index)
            let (draft, origin) = try source.section(at: index)
            origins.append(origin)
            entries.append(try continuation(of: origin.map { old[$0] }, draft))
        }
        let oldItems = try BaseNodes(old.lazy.map(\.items), in: edit.storage)
        for index in entries.indices {
            var items = TreeRebuild(over: oldItems, into: edit.finished)
            try source.readItems(ofSection: index) { run in
                try edit.checkDeadline()
                let made = try source.borrowsRevisions ? borrowed(run) : continuations(of: run)
                for (item, entry) in zip(run, made) {
                    try items.add(entry, from: item.kept?.position, isUnchanged: entry == item.kept?.entry)
                }
            }
            entries[index].items = try items.finish(owner: entries[index].number, oldRoot: origins[index].flatMap { old[$0].items.root })
        }
        try source.readDropped { run in
            try edit.checkDeadline()
            if source.borrowsRevisions { try dropBorrowed(run) } else { try run.forEach(drop) }
        }
        try oldItems.endOthers(in: edit.finished)
        try replaceSections(old, entries, origins)
    }

    private func replaceSections(_ old: [SectionEntry], _ entries: [SectionEntry], _ origins: [Int?]) throws {
        let baseNodes = try BaseNodes(CollectionOfOne(edit.sections), in: edit.storage)
        var rebuild = TreeRebuild(over: baseNodes, into: edit.finished)
        for (entry, origin) in zip(entries, origins) {
            try rebuild.add(entry, from: origin, isUnchanged: origin.map { old[$0] == entry } ?? false)
        }
        let kept = Set(origins.lazy.compactMap { $0 })
        for (index, section) in old.enumerated() where !kept.contains(index) { try drop(section) }
        edit.sections = try rebuild.finish(owner: edit.sections.owner, oldRoot: edit.sections.root)
        try baseNodes.endOthers(in: edit.finished)
    }

    private func drop(_ item: ItemEntry) throws {
        try edit.finished.setParent(of: item.number, to: 0)
        try edit.finished.add {
            $0.garbage.leave(itemRevision: item.revision)
            $0.garbage.deletedItems.append(item.number)
        }
    }

    private func drop(_ section: SectionEntry) throws {
        try edit.finished.setParent(of: section.number, to: 0)
        try edit.finished.add {
            $0.garbage.leave(sectionRevision: section.revision)
            $0.garbage.deletedSections.append(section.number)
        }
    }
}

extension ListEdit {
    /// Replaces the list's whole content by the smallest change that gets there (contract, section 3).
    ///
    /// O(n log n) in the size of both contents. An unchanged thing keeps its number, its id and its revision.
    ///
    /// - Throws: ``ListError`` `idRepeated`, `identityMissing`, with the position in the document.
    public func replace(with draft: ListDraft) throws {
        let new = try ProposedContents(draft.sections, identity: try (draft.properties ?? properties).identityPointer())
        try checkDeadline()
        let old = try StoredContents(sections, in: storage, withIDs: new.hasIDs)
        try checkDeadline()
        try replace(from: try MatchedContents(old, new, properties: draft.properties))
    }

    /// Replaces the list's whole content by one that is matched already. Properties aside, it is the only change of its edit.
    ///
    /// Reads the old inner nodes, and of the old leaves those that go. Memory grows with the number of sections, and with a few bytes for
    /// each item, where the edit is staged.
    ///
    /// - Throws: The errors of the source and of the storage.
    public func replace(from source: some ReplacementSource) throws {
        try ListReplacement(of: self, mayKnowItems: !isNew && !source.bringsOnlyNewIDs).apply(source)
    }
}
