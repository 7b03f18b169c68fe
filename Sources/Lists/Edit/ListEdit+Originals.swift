import JSON

/// What the list had before the edit. An item or a section that several changes bring back to what it was is what it was, with its old
/// revision.
extension ListEdit {
    /// The entry that an item had before the edit, where value and type are again what they were then; its revision is kept.
    func restored(item number: Number, value: JSONValue, type: Int32) throws -> ItemEntry? {
        guard !isNew, !editor.isNew(number),
            let original = try ListSnapshot.place(ofItem: number, in: base.sections, originalAncestry, storage)?.entry,
            original.type == type, try storage.itemRevision(original.revision).value == value
        else { return nil }
        revisions.restoreItem(original.revision)
        return original
    }

    /// The revision that a section had before the edit, where it shows again what it did then; it is kept.
    func restored(section number: Number, content: SectionContent) throws -> RevisionKey? {
        guard !isNew, !editor.isNew(number), let path = try originalAncestry.path(to: number, from: base.sections.owner),
            let found = try base.sections.find(path, in: storage), found.rest.isEmpty,
            try sectionRevision(found.element.revision).content == content
        else { return nil }
        revisions.restoreSection(found.element.revision)
        return found.element.revision
    }

    /// Whether the sections and items are no longer what they were.
    ///
    /// One change is one. Where there were more, what is left of them is a new revision, a deletion, or a move: only where all that is left
    /// may be moves are the trees compared, as far as their nodes differ.
    func hasNewContent() throws -> Bool {
        guard sections != base.sections else { return false }
        guard changeCount > 1, !revisions.hasFresh, names.deletedItems.isEmpty, names.deletedSections.isEmpty else { return true }
        return try !sections.hasSameElements(as: base.sections, in: editor) { new, old in
            guard new.number == old.number, new.revision == old.revision else { return false }
            return try new.items.hasSameElements(as: old.items, in: editor) { $0 == $1 }
        }
    }

    private var originalAncestry: Ancestry {
        Ancestry { [storage, base] number in try storage.parent(of: number, at: base.version) }
    }
}
