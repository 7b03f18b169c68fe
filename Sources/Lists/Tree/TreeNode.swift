import Synchronization

/// An immutable node of an ``OrderedTree``.
///
/// Nodes are shared by all versions that reach them, and between threads.
public final class TreeNode<Element: TreeElement>: Sendable {
    /// The key of this very node; a rewritten node has another.
    public let key: NodeKey
    /// The number of the logical node, kept through its rewrites.
    public let number: Number
    /// Steps down to the leaves: 0 for a leaf.
    public let height: Int
    public let content: Content
    /// Elements at and below this node.
    public let count: Int
    /// Items at and below this node.
    public let itemCount: Int
    /// Bytes of the stored form, once they are known; before, 0.
    let measure = Atomic<Int>(0)

    public enum Content: Sendable {
        case leaf([Element])
        case inner([TreeBranch])
    }

    public init(key: NodeKey, number: Number, height: Int, content: Content) {
        self.key = key
        self.number = number
        self.height = height
        self.content = content
        switch content {
        case .leaf(let elements):
            count = elements.count
            itemCount = elements.reduce(0) { $0 + $1.itemCount }
        case .inner(let branches):
            count = branches.reduce(0) { $0 + $1.count }
            itemCount = branches.reduce(0) { $0 + $1.itemCount }
        }
    }

    /// Elements of a leaf or branches of an inner node.
    public var slotCount: Int {
        switch content {
        case .leaf(let elements): elements.count
        case .inner(let branches): branches.count
        }
    }

    /// The node as its parent refers to it.
    public var branch: TreeBranch {
        TreeBranch(key: key, number: number, count: count, itemCount: itemCount)
    }

    /// Bytes that the node holds in memory, about: for caches that are bounded in bytes.
    public var byteCount: Int {
        switch content {
        case .leaf(let elements): 112 + elements.count * MemoryLayout<Element>.stride
        case .inner(let branches): 112 + branches.count * MemoryLayout<TreeBranch>.stride
        }
    }
}

/// How an inner node, a section or a version refers to a node: with its summary, so that counting never descends.
public struct TreeBranch: Sendable, Equatable {
    public let key: NodeKey
    public let number: Number
    /// Elements below.
    public let count: Int
    /// Items below.
    public let itemCount: Int

    public init(key: NodeKey, number: Number, count: Int, itemCount: Int) {
        self.key = key
        self.number = number
        self.count = count
        self.itemCount = itemCount
    }
}
