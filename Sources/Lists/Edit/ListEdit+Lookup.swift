/// Where things stand as the edit has left them.
extension ListEdit {
    /// Where the item of a number stands now; `nil` if it stands nowhere.
    public func place(ofItem number: Number) throws -> Item? {
        try ListSnapshot.place(ofItem: number, in: sections, ancestry, editor)
    }

    /// The section of a number as it is now; `nil` if it stands nowhere.
    public func place(ofSection number: Number) throws -> Section? {
        try position(ofSection: number).map { try placed($0.element, at: $0.index) }
    }

    /// The section at an index.
    ///
    /// - Throws: ``ListError`` `sectionNotFound` when there is none.
    public func section(at index: Int) throws -> Section {
        try placed(try sectionEntry(at: index), at: index)
    }

    /// An item's id and value as they are now.
    public func revision(of item: Item) throws -> ItemRevision {
        try itemRevision(item.entry.revision)
    }

    /// The number that an item's id stands for, those of new and of deleted items included; `nil` if there is none.
    public func number(ofItem id: Identifier) throws -> Number? {
        try names.items[id] ?? (isNew ? nil : storage.number(ofItem: id))
    }

    /// The number that a section's id stands for; as above.
    public func number(ofSection id: Identifier) throws -> Number? {
        try names.sections[id] ?? (isNew ? nil : storage.number(ofSection: id))
    }

    func position(ofSection number: Number) throws -> TreePosition<SectionEntry>? {
        guard let path = try ancestry.path(to: number, from: sections.owner), let found = try sections.find(path, in: editor) else {
            return nil
        }
        return found.rest.isEmpty ? found : nil
    }
}
