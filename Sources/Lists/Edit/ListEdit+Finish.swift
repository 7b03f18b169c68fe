extension ListEdit {
    /// Ends the edit.
    ///
    /// - Returns: The version `base.version + 1`, ready to be stored; `nil` if everything is as it was, also where changes took each other back.
    public func finish() throws -> VersionDraft? {
        let hasNewProperties = isNew || properties != base.properties
        guard try hasNewProperties || hasNewContent() else { return nil }
        var head = base
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
        draft.typeNames = types.names.enumerated().dropFirst(base.types.names.count).map {
            (name: $0.element, number: Int32($0.offset + 1))
        }
        draft.rows = rows()
        if hasNewProperties, !isNew { draft.rows.garbage.properties = [base.propertiesKey] }
        return draft
    }

    /// What is finished already and has not gone out, and what the editor, the revisions and the names have.
    private func rows() -> VersionRows {
        let changes = editor.changes()
        var rows = finished.take()
        rows.itemNodes += changes.itemNodes
        rows.sectionNodes += changes.sectionNodes
        rows.placements += changes.placements
        rows.itemRevisions += revisions.items.values
        rows.sectionRevisions += revisions.sections.values
        rows.itemNames += names.items.lazy.map { (id: $0.key, number: $0.value) }
        rows.sectionNames += names.sections.lazy.map { (id: $0.key, number: $0.value) }
        rows.garbage.itemNodes += changes.retiredItemNodes
        rows.garbage.sectionNodes += changes.retiredSectionNodes
        rows.garbage.nodeBytes += changes.retiredBytes
        rows.garbage.itemRevisions += revisions.retiredItems
        rows.garbage.sectionRevisions += revisions.retiredSections
        rows.garbage.replacedPlacements += changes.endedNodes
        rows.garbage.replacedPlacements += changes.placements.lazy.map(\.number).filter { !self.editor.isNew($0) }
        rows.garbage.deletedItems += names.deletedItems
        rows.garbage.deletedSections += names.deletedSections
        rows.sort()
        return rows
    }
}
