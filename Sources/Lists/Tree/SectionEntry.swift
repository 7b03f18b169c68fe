/// A section in a leaf, with the tree of its items.
public struct SectionEntry: TreeElement {
    public let number: Number
    public var revision: RevisionKey
    public var items: OrderedTree<ItemEntry>

    public init(number: Number, revision: RevisionKey, items: OrderedTree<ItemEntry>) {
        self.number = number
        self.revision = revision
        self.items = items
    }

    public var itemCount: Int { items.count }

    public static var treeKind: TreeKind { .sections }

    public static func node(_ key: NodeKey, in storage: any NodeStorage) throws -> TreeNode<Self> {
        try storage.sectionNode(key)
    }

    public static func fresh(in editor: TreeEditor) -> FreshNodes<Self> { editor.sections }

    public static func add(_ node: TreeNode<Self>, to rows: inout VersionRows) { rows.sectionNodes.append(node) }

    public static func leave(_ key: NodeKey, in garbage: inout VersionGarbage) { garbage.sectionNodes.append(key) }

    public func encode(to encoder: inout NodeEncoder) {
        encoder.appendNumber(number)
        encoder.appendRevision(revision)
        encoder.appendCount(Int64(items.count))
        guard let root = items.root else { return }
        encoder.appendRelative(root.key, to: number)
        encoder.appendRelative(root.number, to: number)
    }

    public static func decode(from decoder: inout NodeDecoder) throws(NodeCorruption) -> Self {
        let number = try decoder.number()
        let revision = try decoder.revision()
        let count = try decoder.elementCount()
        var root: TreeBranch?
        if count > 0 {
            let key = try decoder.relative(to: number)
            let rootNumber = try decoder.relative(to: number)
            root = TreeBranch(key: key, number: rootNumber, count: count, itemCount: count)
        }
        return Self(number: number, revision: revision, items: OrderedTree(root: root, owner: number))
    }
}
