extension ListSnapshot {
    /// Visits the items of a type whose value or type was written after a moment, in list order. It reads the nodes that were made since
    /// then, and no values.
    ///
    /// Keys go up with each write, and whatever a write makes has the nodes above it made anew: a node that is not newer holds nothing new.
    ///
    /// - Parameters:
    ///   - type: The number of the type in the list's ``TypeNames``.
    ///   - key: The last key that was given out at that moment (``ListHead/counter``); 0 for all items.
    ///   - visit: Called before each node that is read; what it throws ends the visit.
    public func forEachItem(
        ofType type: Int32, newerThan key: Number, visit: () throws -> Void, _ body: (ItemEntry) throws -> Void
    ) throws {
        try head.sections.forEach(newerThan: key, of: storage, visit) { section in
            try section.items.forEach(newerThan: key, of: storage, visit) { item in
                if item.type == type, item.revision > key { try body(item) }
            }
        }
    }

    /// Hands out what the store holds of some items, in their order.
    public func readStored(_ entries: [ItemEntry], _ body: (_ index: Int, _ item: StoredItem) throws -> Void) throws {
        guard !entries.isEmpty else { return }
        try storage.readItems(entries.map(\.revision), body)
    }
}
