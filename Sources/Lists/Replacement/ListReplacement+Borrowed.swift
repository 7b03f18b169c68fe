/// The items of a view: their revisions are the source's, so that the view neither makes one nor leaves one behind.
extension ListReplacement {
    /// The entries of a run of items.
    func borrowed(_ items: [ProposedItem]) throws -> [ItemEntry] {
        try items.map { item in
            guard let revision = item.borrowed else { throw TreeDefect("an item of a view has no revision") }
            let type = edit.number(of: item.type, keeping: 0)
            if let kept = item.kept { return ItemEntry(number: kept.entry.number, revision: revision, type: type) }
            let (number, _) = try identity(item.id, isLookedUp: mayKnowItems, edit.storage.number(ofItem:)) { id, number in
                try edit.finished.add { $0.itemNames.append((id, number)) }
            }
            return ItemEntry(number: number, revision: revision, type: type)
        }
    }

    /// Drops a run of items. Their ids go with the version before; where the source's revision is gone already, the id is kept.
    func dropBorrowed(_ items: [ItemEntry]) throws {
        for item in items {
            try edit.finished.setParent(of: item.number, to: 0)
            do {
                try edit.storage.readItems([item.revision]) { _, stored in
                    let id = Identifier(verbatim: String(decoding: stored.id, as: UTF8.self))
                    try edit.finished.add { $0.garbage.deletedNames.append(DeletedName(id: id, number: item.number)) }
                }
            } catch is MissingRecord {
                continue
            }
        }
    }
}
