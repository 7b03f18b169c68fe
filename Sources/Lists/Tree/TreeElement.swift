/// An element that an ``OrderedTree`` keeps in its leaves.
public protocol TreeElement: Sendable, Equatable {
    /// The number that stays with the element through moves and changes.
    var number: Number { get }
    /// How many items the element stands for: 1 for an item, its rows for a section.
    var itemCount: Int { get }
    /// The kind of tree, as its stored nodes name it.
    static var treeKind: TreeKind { get }
    /// Fetches a node of this kind of tree.
    static func node(_ key: NodeKey, in storage: any NodeStorage) throws -> TreeNode<Self>
    /// The nodes of this kind that a write has made so far.
    static func fresh(in editor: TreeEditor) -> FreshNodes<Self>
    /// Adds a node that a version has and its predecessor had not.
    static func add(_ node: TreeNode<Self>, to rows: inout VersionRows)
    /// Adds a node that a version leaves behind.
    static func leave(_ key: NodeKey, in garbage: inout VersionGarbage)
    /// Appends the element to a stored leaf, as a difference from the one before it.
    func encode(to encoder: inout NodeEncoder)
    /// Reads what ``encode(to:)`` wrote.
    static func decode(from decoder: inout NodeDecoder) throws(NodeCorruption) -> Self
}

/// The two trees of a list.
public enum TreeKind: UInt8, Sendable {
    case items = 0
    case sections = 1
}
