extension ListEdit {
    /// Ends the edit.
    ///
    /// - Returns: The version `base.version + 1`, ready to be stored; `nil` if everything is as it was, also where changes took each other back.
    public func finish() throws -> VersionDraft? {
        let hasNewProperties = isNew || properties != base.head.properties
        guard try hasNewProperties || hasNewContent() else { return nil }
        var head = base.head
        head.version = version
        head.sections = sections
        head.types = types
        head.updatedAt = now
        if hasNewProperties {
            head.properties = properties
            head.propertiesKey = editor.nextKey()
        }
        head.counter = editor.counter
        var draft = VersionDraft(head: head)
        draft.hasNewProperties = hasNewProperties
        draft.typeNames = types.names.enumerated().dropFirst(base.head.types.names.count).map {
            (name: $0.element, number: Int32($0.offset + 1))
        }
        draft.rows = rows()
        if hasNewProperties, !isNew {
            draft.rows.garbage.properties = [base.head.propertiesKey]
            draft.rows.garbage.revisionBytes += base.head.properties.byteCount
        }
        return draft
    }

    /// Whether the sections and items are no longer what they were.
    ///
    /// One change is one. Where there were more, what is left of them is a new revision, a deletion, or a move: only where all that is left
    /// may be moves are the trees compared, as far as their nodes differ.
    private func hasNewContent() throws -> Bool {
        let old = base.head.sections
        guard sections != old else { return false }
        let hasRevisions = !itemRevisions.made.isEmpty || !sectionRevisions.made.isEmpty
        guard changeCount > 1, !hasRevisions, itemNames.deleted.isEmpty, sectionNames.deleted.isEmpty else { return true }
        return try !sections.hasSameElements(as: old, in: editor) { new, old in
            guard new.number == old.number, new.revision == old.revision else { return false }
            return try new.items.hasSameElements(as: old.items, in: editor) { $0 == $1 }
        }
    }

    /// What is finished already and has not gone out, and what the editor, the revisions and the names have.
    private func rows() -> VersionRows {
        let changes = editor.changes()
        var rows = finished.take()
        rows.itemNodes += changes.itemNodes
        rows.sectionNodes += changes.sectionNodes
        rows.placements += changes.placements
        rows.itemRevisions += itemRevisions.made.values
        rows.sectionRevisions += sectionRevisions.made.values
        rows.itemNames += itemNames.made.lazy.map { (id: $0.key, number: $0.value) }
        rows.sectionNames += sectionNames.made.lazy.map { (id: $0.key, number: $0.value) }
        rows.garbage.itemNodes += changes.retiredItemNodes
        rows.garbage.sectionNodes += changes.retiredSectionNodes
        rows.garbage.nodeBytes += changes.retiredBytes
        for old in itemRevisions.retired { rows.garbage.leave(itemRevision: old.key, bytes: old.bytes) }
        for old in sectionRevisions.retired { rows.garbage.leave(sectionRevision: old.key, bytes: old.bytes) }
        rows.garbage.replacedPlacements += changes.endedNodes
        rows.garbage.replacedPlacements += changes.placements.lazy.map(\.number).filter { !self.editor.isNew($0) }
        rows.garbage.deletedItems += itemNames.deleted
        rows.garbage.deletedSections += sectionNames.deleted
        rows.sort()
        return rows
    }
}
