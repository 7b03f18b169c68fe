extension ListEdit {
    /// Deletes the item at an index path.
    ///
    /// - Throws: ``ListError`` `itemNotFound` when there is none.
    public func deleteItem(at path: IndexPath) throws {
        _ = try itemEntry(at: path)
        try delete(at: path)
    }

    /// Deletes an item that was found already.
    func delete(at path: IndexPath) throws {
        changeCount += 1
        try sections.update(at: path.section, in: editor) { section in
            forget(try section.items.remove(at: path.row, in: editor))
        }
    }

    /// Deletes the section at an index, with its items. O(items of the section).
    ///
    /// - Throws: ``ListError`` `sectionNotFound` when there is none.
    public func deleteSection(at index: Int) throws {
        try delete(try sectionEntry(at: index), at: index)
    }

    /// Deletes a section that was found already.
    func delete(_ entry: SectionEntry, at index: Int) throws {
        changeCount += 1
        try sections.remove(at: index, in: editor)
        var items = entry.items
        for (row, item) in try items.removeAll(in: editor).enumerated() {
            try checkDeadline(at: row)
            forget(item)
        }
        if editor.isNew(entry.number) {
            if let id = revisions.sections[entry.revision]?.id { names.sections[id] = nil }
        } else if editor.isDisplaced(entry.number) {
            names.deletedSections.insert(entry.number)
        }
        revisions.retireSection(entry.revision)
    }

    /// Notes that an item that was taken out of its place is deleted. One that this edit has made leaves no trace.
    private func forget(_ item: ItemEntry) {
        if editor.isNew(item.number) {
            if let id = revisions.items[item.revision]?.id { names.items[id] = nil }
        } else if editor.isDisplaced(item.number) {
            names.deletedItems.insert(item.number)
        }
        revisions.retireItem(item.revision)
    }
}
