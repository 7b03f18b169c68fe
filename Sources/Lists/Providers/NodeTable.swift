/// The nodes of one version, in memory.
struct NodeTable: NodeStorage, Sendable {
    private var itemNodes: [NodeKey: TreeNode<ItemEntry>] = [:]
    private var sectionNodes: [NodeKey: TreeNode<SectionEntry>] = [:]
    /// The last key that was given out.
    private(set) var counter: Number = 0

    func itemNode(_ key: NodeKey) throws -> TreeNode<ItemEntry> {
        guard let node = itemNodes[key] else { throw MissingRecord(key: key) }
        return node
    }

    func sectionNode(_ key: NodeKey) throws -> TreeNode<SectionEntry> {
        guard let node = sectionNodes[key] else { throw MissingRecord(key: key) }
        return node
    }

    /// Takes in what an edit made and drops what it left behind.
    mutating func absorb(_ editor: TreeEditor) {
        let changes = editor.changes()
        for node in changes.itemNodes { itemNodes[node.key] = node }
        for node in changes.sectionNodes { sectionNodes[node.key] = node }
        for key in changes.retiredItemNodes { itemNodes[key] = nil }
        for key in changes.retiredSectionNodes { sectionNodes[key] = nil }
        counter = editor.counter
    }
}
