extension ListEdit {
    /// The number and the id of an item that is not in the list. An id that the history still knows keeps its number: deleted, then
    /// inserted again, is the same item.
    ///
    /// - Parameter id: The id, which no item of the list has; `nil` to make one.
    func newItem(id: Identifier?) throws -> (number: Number, id: Identifier) {
        guard let id else {
            let made = identifiers.next()
            let number = editor.nextKey()
            names.items[made] = number
            return (number, made)
        }
        if let number = try number(ofItem: id) {
            names.deletedItems.remove(number)
            return (number, id)
        }
        let number = editor.nextKey()
        names.items[id] = number
        return (number, id)
    }

    /// As ``newItem(id:)``, for a section.
    func newSection(id: Identifier?, content: SectionContent) throws -> SectionEntry {
        let id = id ?? identifiers.next()
        let number: Number
        if let known = try self.number(ofSection: id) {
            names.deletedSections.remove(known)
            number = known
        } else {
            number = editor.nextKey()
            names.sections[id] = number
        }
        let key = try restored(section: number, content: content) ?? addRevision(ofSection: number, id: id, content: content)
        return SectionEntry(number: number, revision: key, items: OrderedTree(owner: number))
    }

    /// A section's entry with other content.
    func revised(_ section: Section, content: SectionContent) throws -> SectionEntry {
        var changed = section.entry
        revisions.retireSection(changed.revision)
        let isAgain = editor.isNew(changed.revision)
        changed.revision =
            try (isAgain ? restored(section: changed.number, content: content) : nil)
            ?? addRevision(ofSection: changed.number, id: section.id, content: content)
        return changed
    }

    private func addRevision(ofSection number: Number, id: Identifier, content: SectionContent) -> RevisionKey {
        let key = editor.nextKey()
        revisions.add(SectionRevision(key: key, number: number, id: id, content: content))
        return key
    }
}
