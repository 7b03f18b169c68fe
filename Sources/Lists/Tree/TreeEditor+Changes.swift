extension TreeEditor {
    /// The nodes that a write adds to a list and those that it retires.
    struct Changes {
        let itemNodes: [TreeNode<ItemEntry>]
        let sectionNodes: [TreeNode<SectionEntry>]
        let retiredItemNodes: [NodeKey]
        let retiredSectionNodes: [NodeKey]
        /// Bytes of the stored forms of the retired nodes.
        let retiredBytes: Int64
        /// New parents, in ascending order of number; 0 for what has none any more.
        let placements: [(number: Number, parent: Number)]
        /// Logical nodes that were there before and are no more.
        let endedNodes: [Number]
    }

    /// Everything that differs from the storage below, in ascending order of keys, so that it is written in the order of the table.
    func changes() -> Changes {
        Changes(
            itemNodes: items.made,
            sectionNodes: sections.made,
            retiredItemNodes: items.retired.sorted(),
            retiredSectionNodes: sections.retired.sorted(),
            retiredBytes: items.retiredBytes + sections.retiredBytes,
            placements: placements.isEmpty ? [] : changedPlacements,
            endedNodes: endedNodes.isEmpty ? [] : endedNodes.filter { !isNew($0) }.sorted()
        )
    }

    private var changedPlacements: [(number: Number, parent: Number)] {
        placements.filter { $0.value.original != $0.value.current && !endedNodes.contains($0.key) }
            .map { (number: $0.key, parent: $0.value.current) }.sorted { $0.number < $1.number }
    }
}
