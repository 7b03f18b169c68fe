extension ListEdit {
    /// Brings the trees from the old contents to the target sections.
    ///
    /// Everything is taken out before anything is put in, so that what moves between sections leaves its old place first.
    func apply(_ targets: [TargetSection], _ old: StoredContents, _ match: ContentMatch) throws {
        var entries = targets.map(\.entry)
        var edits: [RunEdit<ItemEntry>?] = []
        for (index, target) in targets.enumerated() {
            let oldItems = target.oldIndex.map { Array(old.items[old.ranges[$0]]) } ?? []
            let edit = oldItems == target.items ? nil : RunEdit(from: oldItems, to: target.items)
            if let edit { try entries[index].items.removeOld(edit, in: editor) }
            edits.append(edit)
        }
        try dropUnmatched(old, match)
        for (index, edit) in edits.enumerated() {
            if let edit { try entries[index].items.insertNew(edit, from: targets[index].items, in: editor) }
        }
        guard old.sections != entries else { return }
        let edit = RunEdit(from: old.sections, to: entries)
        try sections.removeOld(edit, in: editor)
        try sections.insertNew(edit, from: entries, in: editor)
    }

    /// Takes out what no proposed section or item continues.
    private func dropUnmatched(_ old: StoredContents, _ match: ContentMatch) throws {
        let keptSections = Set(match.sections.compactMap { $0 })
        for (index, section) in old.sections.enumerated() where !keptSections.contains(index) {
            var items = section.items
            try items.removeAll(in: editor)
            names.deletedSections.insert(section.number)
            revisions.retireSection(section.revision)
        }
        var isKept = [Bool](repeating: false, count: old.items.count)
        for case let place? in match.items { isKept[place] = true }
        for (index, entry) in old.items.enumerated() where !isKept[index] {
            names.deletedItems.insert(entry.number)
            revisions.retireItem(entry.revision)
        }
    }
}
