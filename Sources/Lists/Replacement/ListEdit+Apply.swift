extension ListEdit {
    /// Brings the trees from the old contents to the target sections.
    ///
    /// Everything is taken out before anything is put in, so that what moves between sections leaves its old place first.
    func apply(_ targets: [TargetSection], _ old: [SectionEntry], _ dropped: [ItemEntry]) throws {
        var entries = targets.map(\.entry)
        var edits: [RunEdit<ItemEntry>?] = []
        for (index, target) in targets.enumerated() {
            let oldItems = try target.oldIndex.map { try old[$0].items.elements(in: 0..<old[$0].itemCount, of: storage) } ?? []
            let edit = oldItems == target.items ? nil : RunEdit(from: oldItems, to: target.items)
            if let edit { try entries[index].items.removeOld(edit, in: editor) }
            edits.append(edit)
        }
        try dropUnmatched(old, Set(targets.compactMap(\.oldIndex)), dropped)
        for (index, edit) in edits.enumerated() {
            if let edit { try entries[index].items.insertNew(edit, from: targets[index].items, in: editor) }
        }
        guard old != entries else { return }
        let edit = RunEdit(from: old, to: entries)
        try sections.removeOld(edit, in: editor)
        try sections.insertNew(edit, from: entries, in: editor)
    }

    /// Takes out what no proposed section or item continues.
    private func dropUnmatched(_ old: [SectionEntry], _ kept: Set<Int>, _ dropped: [ItemEntry]) throws {
        for (index, section) in old.enumerated() where !kept.contains(index) {
            var items = section.items
            try items.removeAll(in: editor)
            names.deletedSections.insert(section.number)
            revisions.retireSection(section.revision)
        }
        for entry in dropped {
            names.deletedItems.insert(entry.number)
            revisions.retireItem(entry.revision)
        }
    }
}
