import JSON

/// The entries of a replacement's sections and items: their numbers, names and revisions go out as soon as they are made.
extension ListReplacement {
    /// The entry of a proposed section, still with its old items.
    func continuation(of old: SectionEntry?, _ draft: SectionDraft) throws -> SectionEntry {
        let content = SectionContent(header: draft.header, footer: draft.footer, metadata: draft.metadata)
        guard let old else {
            let (number, id) = try identity(draft.id, isLookedUp: !edit.isNew, edit.storage.number(ofSection:)) { id, number in
                try edit.finished.add { $0.sectionNames.append((id, number)) }
            }
            let revision = try addFinishedRevision(ofSection: number, id: id, content: content)
            return SectionEntry(number: number, revision: revision, items: OrderedTree(owner: number))
        }
        guard let revision = try edit.storage.sections([old.revision]).first else { throw MissingRecord(key: old.revision) }
        guard content != revision.content else { return old }
        try edit.finished.add { $0.garbage.leave(sectionRevision: old.revision) }
        let key = try addFinishedRevision(ofSection: old.number, id: revision.id, content: content)
        return SectionEntry(number: old.number, revision: key, items: old.items)
    }

    private func addFinishedRevision(ofSection number: Number, id: Identifier, content: SectionContent) throws -> RevisionKey {
        let revision = SectionRevision(key: edit.editor.nextKey(), number: number, id: id, content: content)
        let bytes = content.header.text.utf8.count + content.footer.text.utf8.count + content.metadata.text.utf8.count
        try edit.finished.add(bytes: bytes) { $0.sectionRevisions.append(revision) }
        return revision.key
    }

    /// The entries of a run of items.
    ///
    /// - Throws: ``ItemRuleError`` where an item is not what the edit's rules say.
    func continuations(of items: [ProposedItem]) throws -> [ItemEntry] {
        let types = items.map { item in
            // An item that brings its id brings its type; one that is recognised by its value or its identity keeps it.
            let choice = if case .unspecified = item.type, item.bringsID { TypeChoice.none } else { item.type }
            return edit.number(of: choice, keeping: item.kept?.entry.type ?? 0)
        }
        try check(items, types)
        let ids = try keptIDs(items, types)
        // Numbers first, then revisions: neighbours get revisions that follow each other and are read by one range scan.
        let steps: [Step] = try items.indices.map { index in
            if let kept = items[index].kept { return ids[index].map { .revise(kept.entry, $0) } ?? .keep(kept.entry) }
            let (number, id) = try identity(items[index].id, isLookedUp: mayKnowItems, edit.storage.number(ofItem:)) { id, number in
                try edit.finished.add { $0.itemNames.append((id, number)) }
            }
            return .make(number, id)
        }
        return try items.indices.map { index in
            let number: Number
            let id: Identifier
            switch steps[index] {
            case .keep(let entry): return entry
            case .make(let madeNumber, let madeID): (number, id) = (madeNumber, madeID)
            case .revise(let entry, let kept):
                (number, id) = (entry.number, kept)
                try edit.finished.add { $0.garbage.leave(itemRevision: entry.revision) }
            }
            let revision = ItemRevision(
                key: edit.editor.nextKey(), number: number, version: edit.version, id: id, value: items[index].value)
            try edit.finished.add(bytes: revision.value.text.utf8.count) { $0.itemRevisions.append(revision) }
            return ItemEntry(number: number, revision: revision.key, type: types[index])
        }
    }

    /// Holds the items of a run to the rules: those that name their type, and of the others those that get another value or type.
    ///
    /// - Throws: ``ItemRuleError``.
    private func check(_ items: [ProposedItem], _ types: [Int32]) throws {
        var error = ItemRuleError()
        for (item, number) in zip(items, types) where error.remaining > 0 {
            guard number != 0, item.namesType || item.kept.map({ !$0.isSameValue || $0.entry.type != number }) ?? true else { continue }
            edit.hasTypedItems = true
            guard let type = edit.types[number], !(edit.isChecked && item.namesType) else { continue }
            edit.rules?.check(item.value, type: type, at: item.subject, into: &error)
        }
        try error.throwIfAny()
    }

    /// The step of a replacement for one item: keep it, revise it, or make it.
    private enum Step {
        case keep(ItemEntry)
        case revise(ItemEntry, Identifier)
        case make(Number, Identifier)
    }

    /// The ids of the kept items that get another revision; `nil` for all others.
    private func keptIDs(_ items: [ProposedItem], _ types: [Int32]) throws -> [Identifier?] {
        var ids = [Identifier?](repeating: nil, count: items.count)
        var unknown: [(index: Int, key: RevisionKey)] = []
        for (index, item) in items.enumerated() {
            guard let kept = item.kept, !kept.isSameValue || types[index] != kept.entry.type else { continue }
            ids[index] = item.id
            if item.id == nil { unknown.append((index, kept.entry.revision)) }
        }
        if !unknown.isEmpty {
            try edit.storage.readItems(unknown.map(\.key)) { position, item in
                ids[unknown[position].index] = Identifier(verbatim: String(decoding: item.id, as: UTF8.self))
            }
        }
        return ids
    }

    /// The number and the id of something that the list has not. An id that the history still knows keeps its number.
    func identity(
        _ id: Identifier?, isLookedUp: Bool, _ known: (Identifier) throws -> Number?, name: (Identifier, Number) throws -> Void
    ) throws -> (number: Number, id: Identifier) {
        if let id, isLookedUp, let number = try known(id) { return (number, id) }
        let id = id ?? edit.identifiers.next()
        let number = edit.editor.nextKey()
        try name(id, number)
        return (number, id)
    }
}
