extension ListEdit {
    /// Ends the edit.
    ///
    /// - Parameters:
    ///   - time: When the version is made, milliseconds since 1970, UTC; `nil` for when the edit began.
    ///   - author: The name of who makes the version; `nil` for none.
    ///   - origin: The origin of a view's version.
    /// - Returns: The version `base.version + 1`, ready to be stored; `nil` if everything is as it was, also where changes took each other back.
    public func finish(at time: Int64? = nil, by author: String? = nil, of origin: ViewOrigin? = nil) throws -> VersionDraft? {
        let old = base.head
        let hasNewProperties = isNew || (newProperties.map { $0 != old.properties } ?? false)
        guard try hasNewProperties || hasNewContent() else { return nil }
        let propertiesKey = hasNewProperties ? editor.nextKey() : old.propertiesKey
        let head = ListHead(
            id: old.id, number: old.number, base: old.base, version: version, sections: sections, properties: properties,
            propertiesKey: propertiesKey, types: types, createdAt: old.createdAt, updatedAt: time ?? now, counter: editor.counter)
        var rows = rows()
        if hasNewProperties, !isNew {
            rows.garbage.properties = [old.propertiesKey]
            rows.garbage.revisionBytes += old.properties.byteCount
        }
        let known = old.types.names.count
        let typeNames = zip(types.names[known...], (known + 1)...).map { (name: $0, number: Int32($1)) }
        let update = changeCount == 1 && !hasNewProperties ? firstUpdate : nil
        return VersionDraft(
            head: head, hasNewProperties: hasNewProperties, typeNames: typeNames, author: author, origin: origin, update: update, rows: rows
        )
    }

    /// Returns whether the sections and items are no longer what they were.
    ///
    /// A single change of the tree counts. Several changes leave a new revision, a deletion, or a move. The trees are compared only if all
    /// that is left may be moves, and only as far as their nodes differ.
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

    /// Returns the finished rows that have not gone out, with the rows of the editor, the revisions and the names.
    private func rows() -> VersionRows {
        let changes = editor.changes()
        var rows = finished.take()
        rows.itemNodes.join(changes.itemNodes)
        rows.sectionNodes.join(changes.sectionNodes)
        rows.placements.join(changes.placements)
        rows.itemRevisions.join(itemRevisions.made.values)
        rows.sectionRevisions.join(sectionRevisions.made.values)
        rows.itemNames.join(itemNames.made.map { (id: $0.key, number: $0.value) })
        rows.sectionNames.join(sectionNames.made.map { (id: $0.key, number: $0.value) })
        rows.garbage.itemNodes.join(changes.retiredItemNodes)
        rows.garbage.sectionNodes.join(changes.retiredSectionNodes)
        rows.garbage.nodeBytes += changes.retiredBytes
        for old in itemRevisions.retired { rows.garbage.leave(itemRevision: old.key, bytes: old.bytes) }
        for old in sectionRevisions.retired { rows.garbage.leave(sectionRevision: old.key, bytes: old.bytes) }
        rows.garbage.replacedPlacements.join(changes.endedNodes)
        rows.garbage.replacedPlacements.join(changes.placements.map(\.number).filter { !self.editor.isNew($0) })
        rows.garbage.deletedItems.join(Array(itemNames.deleted))
        rows.garbage.deletedSections.join(Array(sectionNames.deleted))
        rows.sort()
        return rows
    }
}

extension Array {
    /// Appends elements; an empty array takes theirs over as they lie.
    fileprivate mutating func join(_ others: [Element]) {
        if isEmpty { self = others } else { self += others }
    }
}
