/// An item in a leaf: small numbers only, so that a write copies little. The id and the value are in the revision.
public struct ItemEntry: TreeElement {
    public let number: Number
    public var revision: RevisionKey
    /// The type's number in the list's ``TypeNames``; 0 for an item without a type.
    public var type: Int32

    public init(number: Number, revision: RevisionKey, type: Int32) {
        self.number = number
        self.revision = revision
        self.type = type
    }

    public var itemCount: Int { 1 }

    public static var treeKind: TreeKind { .items }

    public static func node(_ key: NodeKey, in storage: any NodeStorage) throws -> TreeNode<Self> {
        try storage.itemNode(key)
    }

    public static func fresh(in editor: TreeEditor) -> FreshNodes<Self> { editor.items }

    public static func add(_ node: TreeNode<Self>, to rows: inout VersionRows) { rows.itemNodes.append(node) }

    public static func leave(_ key: NodeKey, in garbage: inout VersionGarbage) { garbage.itemNodes.append(key) }

    public func encode(to encoder: inout NodeEncoder) {
        encoder.appendNumber(number)
        encoder.appendRevision(revision)
        encoder.appendCount(Int64(type))
    }

    public static func decode(from decoder: inout NodeDecoder) throws(NodeCorruption) -> Self {
        let number = try decoder.number()
        let revision = try decoder.revision()
        guard let type = Int32(exactly: try decoder.count()) else { throw NodeCorruption() }
        return Self(number: number, revision: revision, type: type)
    }
}
