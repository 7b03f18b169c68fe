/// Where things stand as the edit has left them.
extension ListEdit {
    /// Whether all items and sections are where they were before.
    var isUnchanged: Bool { changeCount == 0 }

    /// The item of a number as it is now; `nil` if it is nowhere.
    func item(numbered number: Number) throws -> Item? {
        try ListSnapshot.place(ofItem: number, in: sections, ancestry, editor)
    }

    /// Items of the whole list before an index path.
    func position(of path: IndexPath) throws -> Int {
        try sections.elementWithItemsBefore(at: path.section, in: editor).itemsBefore + path.row
    }

    /// The section of a number as it is now; `nil` if it is nowhere.
    func section(numbered number: Number) throws -> Section? {
        try position(ofSection: number).map { try placed($0.element, at: $0.index) }
    }

    /// The section at an index.
    ///
    /// - Throws: ``ListError`` `sectionNotFound` when there is none.
    func section(at index: Int) throws -> Section {
        try placed(try sectionEntry(at: index), at: index)
    }

    /// An item's id and value as they are now.
    func revision(of item: Item) throws -> ItemRevision {
        try itemRevision(item.entry.revision)
    }

    /// The number that an item's id stands for, those of new and of deleted items included; `nil` if there is none.
    func number(ofItem id: Identifier) throws -> Number? {
        try names.items[id] ?? (isNew ? nil : storage.number(ofItem: id))
    }

    /// The number that a section's id stands for; as above.
    func number(ofSection id: Identifier) throws -> Number? {
        try names.sections[id] ?? (isNew ? nil : storage.number(ofSection: id))
    }

    func position(ofSection number: Number) throws -> TreePosition<SectionEntry>? {
        guard let path = try ancestry.path(to: number, from: sections.owner), let found = try sections.find(path, in: editor) else {
            return nil
        }
        return found.rest.isEmpty ? found : nil
    }
}
