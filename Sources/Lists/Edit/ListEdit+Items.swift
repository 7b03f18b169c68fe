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
        guard path.section >= 0, path.section < sectionCount else {
            throw ListError(.itemNotFound, "There is no item \(path).")
        }
        let section = try sections.element(at: path.section, in: editor)
        guard path.row >= 0, path.row < section.itemCount else { throw ListError(.itemNotFound, "There is no item \(path).") }
        let entry = try section.items.element(at: path.row, in: editor)
        let old = if let known, known.key == entry.revision { known } else { try itemRevision(entry.revision) }
        let changed = revised(entry, id: old.id, value: value, type: type, isSameValue: old.value == value)
        guard changed != entry else { return (entry, old) }
        try sections.update(at: path.section, in: editor) { section in
            try section.items.update(at: path.row, in: editor) { $0 = changed }
        }
        return (changed, try itemRevision(changed.revision))
    }

    /// An entry with another value or type; the same entry when both are what they were.
    func revised(_ entry: ItemEntry, id: Identifier, value: JSONValue, type: TypeChoice, isSameValue: Bool) -> ItemEntry {
        let newType = number(of: type, keeping: entry.type)
        guard !isSameValue || newType != entry.type else { return entry }
        revisions.retireItem(entry.revision)
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
