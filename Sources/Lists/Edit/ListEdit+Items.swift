import JSON

extension ListEdit {
    /// The item of a number as it is now; `nil` if it is nowhere.
    func item(numbered number: Number) throws -> Item? {
        try ListSnapshot.item(numbered: number, in: sections, ancestry, editor)
    }

    /// The item at an index path, which is there.
    func item(at path: IndexPath) throws -> Item {
        let (section, before) = try sections.elementWithItemsBefore(at: path.section, in: editor)
        return Item(entry: try section.items.element(at: path.row, in: editor), indexPath: path, position: before + path.row)
    }

    /// Items of the whole list before an index path.
    func position(of path: IndexPath) throws -> Int {
        try sections.elementWithItemsBefore(at: path.section, in: editor).itemsBefore + path.row
    }

    /// An item's id and value as they are now.
    func revision(of item: Item) throws -> ItemRevision { try itemRevision(item.entry.revision) }

    /// One revision of an item: made by this edit or by an earlier one.
    func itemRevision(_ key: RevisionKey) throws -> ItemRevision {
        try itemRevisions[key] ?? storage.itemRevision(key)
    }

    /// Inserts items so that the first is at an index path afterwards and the others follow it in order.
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
        try checkCapacity(forItems: drafts.count, limits)
        let made = try makeItems(drafts)
        guard !made.isEmpty else { return [] }
        changeCount += 1
        try sections.update(at: path.section, in: editor) { section in
            try section.items.insert(contentsOf: made.map(\.entry), at: path.row, in: editor)
        }
        return made
    }

    func checkCapacity(forItems count: Int, _ limits: ContentLimits) throws {
        guard count <= limits.items - itemCount else {
            throw ListError(.limitExceeded, "A list has at most \(limits.items) items; this one has \(itemCount).")
        }
    }

    /// Gives items numbers and revisions, once it is sure that they can have their ids.
    func makeItems(_ drafts: [ItemDraft]) throws -> [(entry: ItemEntry, revision: ItemRevision)] {
        // Numbers first, then revisions: neighbours get revisions that follow each other and are read by one range scan.
        let items = try ids(of: drafts).map { try itemNames.add($0) }
        return try zip(items, drafts).enumerated().map { index, made in
            try checkDeadline(at: index)
            let (item, draft) = made
            let type = number(of: draft.type, keeping: 0)
            let entry =
                try restored(item.number, value: draft.value, type: type)
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
            if try itemNames.number(of: id).flatMap({ try item(numbered: $0) }) != nil {
                throw ListError(.idTaken, "The list has an item with the id “\(id)” already.", at: .item(path))
            }
            return id
        }
    }

    /// Gives an item another value, and another type where one is given; does nothing when value and type are what they were.
    ///
    /// - Parameters:
    ///   - entry: The item's entry.
    ///   - old: Its revision.
    ///   - path: Its position.
    /// - Returns: The item's entry and revision afterwards.
    func update(
        _ entry: ItemEntry, _ old: ItemRevision, at path: IndexPath, value: JSONText, type: TypeChoice
    ) throws -> (entry: ItemEntry, revision: ItemRevision) {
        let newType = number(of: type, keeping: entry.type)
        guard newType != entry.type || value != old.value else { return (entry, old) }
        itemRevisions.retire(entry.revision, bytes: Int64(old.id.text.utf8.count + old.value.text.utf8.count))
        let original = try editor.isNew(entry.revision) ? restored(entry.number, value: value, type: newType) : nil
        let changed =
            original ?? ItemEntry(number: entry.number, revision: addRevision(of: entry.number, id: old.id, value: value), type: newType)
        changeCount += 1
        valueChangeCount += 1
        try sections.update(at: path.section, in: editor) { section in
            try section.items.update(at: path.row, in: editor) { $0 = changed }
        }
        let revision = try itemRevision(changed.revision)
        if changeCount == 1 { firstUpdate = ItemUpdate(oldEntry: entry, old: old, newEntry: changed, new: revision) }
        return (changed, revision)
    }

    /// Gives an item another entry, of the same number.
    ///
    /// - Parameter makeEntry: Called where the item is there.
    /// - Returns: `false` where it is nowhere.
    func replaceItem(numbered number: Number, with makeEntry: () -> ItemEntry) throws -> Bool {
        guard let path = try ancestry.path(to: number, from: sections.owner) else { return false }
        return try sections.update(along: path, in: editor) { section, rest in
            try section.items.update(along: rest, in: editor) { item, rest in
                guard rest.isEmpty else { return false }
                item = makeEntry()
                return true
            }
        }
    }

    /// Makes a revision of an item in this edit's version.
    private func addRevision(of number: Number, id: Identifier, value: JSONText) -> RevisionKey {
        let key = editor.nextKey()
        itemRevisions.add(ItemRevision(key: key, number: number, version: version, id: id, value: value), key)
        return key
    }

    /// The entry that an item had before the edit, where value and type are again what they were then; its revision is kept.
    private func restored(_ number: Number, value: JSONText, type: Int32) throws -> ItemEntry? {
        guard !isNew, !editor.isNew(number), let original = try base.item(numbered: number), original.type == type,
            try storage.itemRevision(original.revision).value == value
        else { return nil }
        itemRevisions.restore(original.revision)
        return original
    }

    /// A type's number in the list; `current` where none was given.
    func number(of type: TypeChoice, keeping current: Int32) -> Int32 {
        switch type {
        case .unspecified: current
        case .none: 0
        case .named(let name): types.number(of: name)
        }
    }

    /// Moves an item to a target that is there, so that it is at `target` afterwards. Its revision stays.
    func move(_ entry: ItemEntry, from source: IndexPath, to target: IndexPath) throws {
        guard source != target else { return }
        changeCount += 1
        // Taken out before it is put in, so that one parent is given up before the other is noted.
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

    /// Deletes the item at an index path, where there is one.
    func delete(at path: IndexPath) throws {
        changeCount += 1
        try sections.update(at: path.section, in: editor) { section in
            noteDeleted(try section.items.remove(at: path.row, in: editor))
        }
    }

    /// Notes that an item that was taken out of its position is deleted.
    func noteDeleted(_ item: ItemEntry) {
        itemNames.delete(item.number, madeAs: itemRevisions[item.revision]?.id)
        itemRevisions.retire(item.revision, bytes: nil)
    }
}
