extension TreeEditor {
    /// What a write adds to the nodes of a list and what it leaves behind.
    struct Changes {
        let itemNodes: [TreeNode<ItemEntry>]
        let sectionNodes: [TreeNode<SectionEntry>]
        let retiredItemNodes: [NodeKey]
        let retiredSectionNodes: [NodeKey]
        /// Bytes of the stored forms of the nodes that were left behind.
        let retiredBytes: Int64
        /// Where things stand that stood elsewhere before, in ascending order of their numbers; 0 for what stands nowhere any more.
        let placements: [(number: Number, parent: Number)]
        /// Logical nodes that were there before and are no more.
        let endedNodes: [Number]
    }

    /// Everything that differs from the storage below, in ascending order of keys, so that it is written in the order of the table.
    func changes() -> Changes {
        Changes(
            itemNodes: items.nodes.values.sorted { $0.key < $1.key },
            sectionNodes: sections.nodes.values.sorted { $0.key < $1.key },
            retiredItemNodes: items.retired.sorted(),
            retiredSectionNodes: sections.retired.sorted(),
            retiredBytes: items.retiredBytes + sections.retiredBytes,
            placements: placements.filter { $0.value.original != $0.value.current && !endedNodes.contains($0.key) }
                .map { (number: $0.key, parent: $0.value.current) }.sorted { $0.number < $1.number },
            endedNodes: endedNodes.filter { !isNew($0) }.sorted()
        )
    }
}
