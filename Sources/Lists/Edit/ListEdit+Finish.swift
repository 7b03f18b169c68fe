extension ListEdit {
    /// Ends the edit.
    ///
    /// - Returns: The version `base.version + 1`, ready to be stored; `nil` if nothing changed.
    public func finish() throws -> VersionDraft? {
        let hasNewProperties = isNew || properties != base.properties
        guard hasNewProperties || sections != base.sections else { return nil }
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
        if hasNewProperties, !isNew { draft.rows.garbage.properties = [base.propertiesKey] }
        fill(&draft)
        return draft
    }

    private func fill(_ draft: inout VersionDraft) {
        let changes = editor.changes()
        draft.rows.itemNodes = changes.itemNodes
        draft.rows.sectionNodes = changes.sectionNodes
        draft.rows.placements = changes.placements
        draft.rows.itemRevisions = revisions.items.values.sorted { $0.key < $1.key }
        draft.rows.sectionRevisions = revisions.sections.values.sorted { $0.key < $1.key }
        draft.rows.itemNames = names.items.map { (id: $0.key, number: $0.value) }.sorted { $0.id < $1.id }
        draft.rows.sectionNames = names.sections.map { (id: $0.key, number: $0.value) }.sorted { $0.id < $1.id }
        draft.typeNames = types.names.enumerated().dropFirst(base.types.names.count).map {
            (name: $0.element, number: Int32($0.offset + 1))
        }
        draft.rows.garbage.itemNodes = changes.retiredItemNodes
        draft.rows.garbage.sectionNodes = changes.retiredSectionNodes
        draft.rows.garbage.nodeBytes = changes.retiredBytes
        draft.rows.garbage.itemRevisions = revisions.retiredItems.sorted()
        draft.rows.garbage.sectionRevisions = revisions.retiredSections.sorted()
        let replaced = changes.placements.lazy.map(\.number).filter { !self.editor.isNew($0) }
        draft.rows.garbage.replacedPlacements = (changes.endedNodes + replaced).sorted()
        draft.rows.garbage.deletedItems = names.deletedItems.sorted()
        draft.rows.garbage.deletedSections = names.deletedSections.sorted()
    }
}
