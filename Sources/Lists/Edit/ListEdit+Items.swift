public import JSON

extension ListEdit {
    /// Gives the item at an index path another value, and another type where one is given. Never inserts; does nothing when value and
    /// type are what they were.
    ///
    /// - Parameter known: The item's revision, where the caller has read it already.
    /// - Returns: The item's entry and revision afterwards.
    /// - Throws: ``ListError`` `itemNotFound` when there is no such item.
    @discardableResult
    public func updateItem(
        at path: IndexPath, value: JSONValue, type: TypeChoice = .unspecified, known: ItemRevision? = nil
    ) throws -> (entry: ItemEntry, revision: ItemRevision) {
        let entry = try itemEntry(at: path)
        let old = if let known, known.key == entry.revision { known } else { try itemRevision(entry.revision) }
        let changed = try revised(entry, id: old.id, value: value, type: type, isSameValue: old.value == value)
        guard changed != entry else { return (entry, old) }
        changeCount += 1
        try sections.update(at: path.section, in: editor) { section in
            try section.items.update(at: path.row, in: editor) { $0 = changed }
        }
        return (changed, try itemRevision(changed.revision))
    }

    /// An entry with another value or type; the same entry when both are what they were.
    func revised(_ entry: ItemEntry, id: Identifier, value: JSONValue, type: TypeChoice, isSameValue: Bool) throws -> ItemEntry {
        let newType = number(of: type, keeping: entry.type)
        guard !isSameValue || newType != entry.type else { return entry }
        revisions.retireItem(entry.revision)
        if editor.isNew(entry.revision), let original = try restored(item: entry.number, value: value, type: newType) { return original }
        return ItemEntry(number: entry.number, revision: addRevision(of: entry.number, id: id, value: value), type: newType)
    }

    /// Makes a revision of an item in this edit's version.
    func addRevision(of number: Number, id: Identifier, value: JSONValue) -> RevisionKey {
        let key = editor.nextKey()
        revisions.add(ItemRevision(key: key, number: number, version: version, id: id, value: value))
        return key
    }

    /// A type's number in the list; `current` where none was given.
    func number(of type: TypeChoice, keeping current: Int32) -> Int32 {
        switch type {
        case .unspecified: current
        case .none: 0
        case .named(let name): types.number(of: name)
        }
    }
}
