import Lists
import Synchronization

/// Decoded nodes by key, bounded in bytes.
///
/// What it holds never changes, so nothing is ever invalidated; nodes that were collected fall out in time. The node to go is found
/// by the clock algorithm (Corbató, "A paging experiment with the Multics system", 1968). Any thread may use it.
final class NodeCache: Sendable {
    private let shards: [Shard]

    /// - Parameter bytes: The bound, over all shards.
    init(bytes: Int) {
        let count = 16
        shards = (0..<count).map { _ in Shard(limit: bytes / count) }
    }

    subscript(_ key: NodeKey) -> CachedNode? {
        shard(key).contents.withLock { $0.find(key) }
    }

    func insert(_ node: CachedNode, for key: NodeKey) {
        shard(key).contents.withLock { $0.insert(node, for: key) }
    }

    /// Bytes held, about.
    var byteCount: Int {
        shards.reduce(0) { sum, shard in sum + shard.contents.withLock { $0.byteCount } }
    }

    private func shard(_ key: NodeKey) -> Shard {
        let mixed = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
        return shards[Int(mixed >> 60)]
    }

    private final class Shard: Sendable {
        let contents: Mutex<NodeClock>

        init(limit: Int) {
            contents = Mutex(NodeClock(limit: limit))
        }
    }
}

/// A node of either tree.
enum CachedNode: Sendable {
    case items(TreeNode<ItemEntry>)
    case sections(TreeNode<SectionEntry>)

    /// What the node costs a cache, its place there included.
    var byteCount: Int {
        switch self {
        case .items(let node): node.byteCount + 64
        case .sections(let node): node.byteCount + 64
        }
    }
}
