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
        if hasNewProperties, !isNew { draft.garbage.properties = [base.propertiesKey] }
        fill(&draft)
        return draft
    }

    private func fill(_ draft: inout VersionDraft) {
        let changes = editor.changes()
        draft.itemNodes = changes.itemNodes
        draft.sectionNodes = changes.sectionNodes
        draft.placements = changes.placements
        draft.itemRevisions = revisions.items.values.sorted { $0.key < $1.key }
        draft.sectionRevisions = revisions.sections.values.sorted { $0.key < $1.key }
        draft.itemNames = names.items.map { (id: $0.key, number: $0.value) }.sorted { $0.id < $1.id }
        draft.sectionNames = names.sections.map { (id: $0.key, number: $0.value) }.sorted { $0.id < $1.id }
        draft.typeNames = types.names.enumerated().dropFirst(base.types.names.count).map {
            (name: $0.element, number: Int32($0.offset + 1))
        }
        draft.garbage.itemNodes = changes.retiredItemNodes
        draft.garbage.sectionNodes = changes.retiredSectionNodes
        draft.garbage.nodeBytes = changes.retiredBytes
        draft.garbage.itemRevisions = revisions.retiredItems.sorted()
        draft.garbage.sectionRevisions = revisions.retiredSections.sorted()
        let replaced = changes.placements.lazy.map(\.number).filter { !self.editor.isNew($0) }
        draft.garbage.replacedPlacements = (changes.endedNodes + replaced).sorted()
        draft.garbage.deletedItems = names.deletedItems.sorted()
        draft.garbage.deletedSections = names.deletedSections.sorted()
    }
}
