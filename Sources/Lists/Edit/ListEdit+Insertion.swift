extension ListEdit {
    /// Inserts items so that the first stands at an index path afterwards and the others follow it in order.
    ///
    /// An item that brings no id takes the one that the list's `identity` finds in its value; without an `identity` it gets a new one. An
    /// id that was deleted, and that the history still knows, is the same item again.
    ///
    /// - Returns: The items' entries and revisions, in order.
    /// - Throws: ``ListError`` `sectionNotFound`, `indexOutOfRange`, `limitExceeded`; `idTaken`, `idRepeated` and `identityMissing` with
    ///   the item as the subject: section 0, its row counted among `drafts`.
    @discardableResult
    public func insertItems(
        _ drafts: [ItemDraft], at path: IndexPath, limits: ContentLimits = ContentLimits()
    ) throws -> [(entry: ItemEntry, revision: ItemRevision)] {
        let count = try sectionEntry(at: path.section).itemCount
        guard path.row >= 0, path.row <= count else {
            throw ListError(.indexOutOfRange, "The row \(path.row) is outside 0…\(count).")
        }
        try checkRoom(forItems: drafts.count, limits)
        let made = try makeItems(drafts)
        guard !made.isEmpty else { return [] }
        changeCount += 1
        try sections.update(at: path.section, in: editor) { section in
            try section.items.insert(contentsOf: made.map(\.entry), at: path.row, in: editor)
        }
        return made
    }

    /// Inserts a section with its items so that it stands at `index` afterwards.
    ///
    /// - Throws: ``ListError`` `indexOutOfRange`, `limitExceeded`; `idTaken` with the section or one of its items as the subject, and for
    ///   items as ``insertItems(_:at:limits:)`` does.
    @discardableResult
    public func insertSection(_ draft: SectionDraft, at index: Int, limits: ContentLimits = ContentLimits()) throws -> Section {
        guard index >= 0, index <= sectionCount else {
            throw ListError(.indexOutOfRange, "The place \(index) is outside 0…\(sectionCount).")
        }
        guard sectionCount < limits.sections else {
            throw ListError(.limitExceeded, "A list has at most \(limits.sections) sections.", at: .section(0))
        }
        try checkRoom(forItems: draft.items.count, limits)
        if let id = draft.id, try isInUse(sectionID: id) {
            throw ListError(.idTaken, "The list has a section with the id “\(id)” already.", at: .section(0))
        }
        changeCount += 1
        let items = try makeItems(draft.items)
        let content = SectionContent(header: draft.header, footer: draft.footer, metadata: draft.metadata)
        var entry = try newSection(id: draft.id, content: content)
        entry.items = OrderedTree(building: items.map(\.entry), owner: entry.number, in: editor)
        try sections.insert(entry, at: index, in: editor)
        return try placed(entry, at: index)
    }

    private func checkRoom(forItems count: Int, _ limits: ContentLimits) throws {
        guard count <= limits.items - itemCount else {
            throw ListError(.limitExceeded, "A list has at most \(limits.items) items; this one has \(itemCount).")
        }
    }

    /// Gives items numbers and revisions, once it is sure that they can have their ids.
    private func makeItems(_ drafts: [ItemDraft]) throws -> [(entry: ItemEntry, revision: ItemRevision)] {
        // Numbers first, then revisions: neighbours get revisions that follow each other and are read by one range scan.
        let items = try ids(of: drafts).map { try newItem(id: $0) }
        return try zip(items, drafts).enumerated().map { index, made in
            try checkDeadline(at: index)
            let (item, draft) = made
            let type = number(of: draft.type, keeping: 0)
            let entry =
                try restored(item: item.number, value: draft.value, type: type)
                ?? ItemEntry(number: item.number, revision: addRevision(of: item.number, id: item.id, value: draft.value), type: type)
            return (entry, try itemRevision(entry.revision))
        }
    }

    /// The ids that items bring, or that `identity` finds in them.
    private func ids(of drafts: [ItemDraft]) throws -> [Identifier?] {
        let identity = try properties.identityPointer()
        var seen: Set<Identifier> = []
        return try drafts.enumerated().map { row, draft in
            try checkDeadline(at: row)
            let path = IndexPath(section: 0, row: row)
            guard let id = try draft.id ?? identity.map({ try Identifier(identifying: draft.value, at: $0, .item(path)) }) else {
                return nil
            }
            guard seen.insert(id).inserted else { throw ListError(.idRepeated, "The item id “\(id)” stands twice.", at: .item(path)) }
            if try isInUse(itemID: id) {
                throw ListError(.idTaken, "The list has an item with the id “\(id)” already.", at: .item(path))
            }
            return id
        }
    }

    private func isInUse(itemID id: Identifier) throws -> Bool {
        try number(ofItem: id).flatMap { try item(numbered: $0) } != nil
    }

    private func isInUse(sectionID id: Identifier) throws -> Bool {
        try number(ofSection: id).flatMap { try position(ofSection: $0) } != nil
    }
}
