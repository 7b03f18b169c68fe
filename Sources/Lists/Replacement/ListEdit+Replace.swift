extension ListEdit {
    /// Replaces the list's whole content by the smallest change that gets there (contract, section 3).
    ///
    /// O(n log n) in the size of both contents. What is the same keeps its number, its id and its revision.
    ///
    /// - Throws: ``ListError`` `idRepeated`, `identityMissing`, with the place in the document.
    public func replace(with draft: ListDraft) throws {
        let new = try ProposedContents(draft.sections, identity: try (draft.properties ?? properties).identityPointer())
        try checkDeadline()
        let old = try StoredContents(sections, in: storage, withIDs: new.hasIDs)
        try checkDeadline()
        try replace(from: MatchedContents(old, new, properties: draft.properties))
    }

    /// Replaces the list's whole content by one that is matched already. Properties aside, it is the only change of its edit.
    ///
    /// Reads the old inner nodes, and of the old leaves those that go. Memory grows with the number of sections, and with a few bytes for
    /// each item, where the edit is staged.
    ///
    /// - Throws: What the source throws, and what the storage does.
    public func replace(from source: some ReplacementSource) throws {
        if let properties = source.properties { setProperties(properties) }
        let old = try sections.elements(in: 0..<sections.count, of: storage)
        var places: [Int?] = []
        var entries: [SectionEntry] = []
        for index in 0..<source.sectionCount {
            try checkDeadline(at: index)
            let (draft, place) = try source.section(at: index)
            places.append(place)
            entries.append(try continuation(of: place.map { old[$0] }, draft))
        }
        let oldItems = try OldNodes(old.lazy.map(\.items), in: storage)
        for index in entries.indices {
            var items = TreeSuccessor(over: oldItems, into: finished)
            try source.readItems(ofSection: index) { run in
                try checkDeadline()
                for (item, entry) in zip(run, try continuations(of: run)) {
                    try items.add(entry, from: item.kept?.position, isUnchanged: entry == item.kept?.entry)
                }
            }
            entries[index].items = try items.finish(owner: entries[index].number, oldRoot: places[index].flatMap { old[$0].items.root })
        }
        try source.readDropped { run in
            try checkDeadline()
            try run.forEach(drop)
        }
        try oldItems.endOthers(in: finished)
        try replaceSections(old, entries, places)
    }

    private func replaceSections(_ old: [SectionEntry], _ entries: [SectionEntry], _ places: [Int?]) throws {
        let oldNodes = try OldNodes(CollectionOfOne(sections), in: storage)
        var successor = TreeSuccessor(over: oldNodes, into: finished)
        for (entry, place) in zip(entries, places) {
            try successor.add(entry, from: place, isUnchanged: place.map { old[$0] == entry } ?? false)
        }
        let kept = Set(places.lazy.compactMap { $0 })
        for (place, section) in old.enumerated() where !kept.contains(place) { try drop(section) }
        sections = try successor.finish(owner: sections.owner, oldRoot: sections.root)
        try oldNodes.endOthers(in: finished)
    }

    private func drop(_ item: ItemEntry) throws {
        try finished.place(item.number, under: 0)
        try finished.add {
            $0.garbage.itemRevisions.append(item.revision)
            $0.garbage.deletedItems.append(item.number)
        }
    }

    private func drop(_ section: SectionEntry) throws {
        try finished.place(section.number, under: 0)
        try finished.add {
            $0.garbage.sectionRevisions.append(section.revision)
            $0.garbage.deletedSections.append(section.number)
        }
    }
}
