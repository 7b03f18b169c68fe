import Foundations
import Lists

/// Nodes by key, within a bound of bytes: those in use and those that were just written decoded, and many more that were read in their stored
/// form, which takes a fifth of the room and is decoded in a microsecond. Any thread may use it.
final class NodeCache: Sendable {
    private let decoded: ClockCache<NodeKey, CachedNode>
    private let encoded: ClockCache<NodeKey, [UInt8]>
    /// A node decoded for one page of a long list is not kept: it would push out others, and cost more than decoding it again.
    private let admission = AdmissionFilter(size: 1 << 11)

    /// - Parameter bytes: The bound.
    init(bytes: Int) {
        decoded = ClockCache(limit: bytes / 4)
        encoded = ClockCache(limit: bytes - bytes / 4)
    }

    var counts: (decoded: CacheCounts, stored: CacheCounts) { (decoded.counts, encoded.counts) }

    /// A node that is decoded.
    subscript(_ key: NodeKey) -> CachedNode? { decoded[key] }

    /// The stored form of a node.
    func stored(_ key: NodeKey) -> [UInt8]? { encoded[key] }

    /// Keeps a node that was decoded for a reader, if it was offered before.
    func offer(_ node: CachedNode, for key: NodeKey) {
        // The lowest bits of the product depend on few bits of the key.
        if admission.admits(key.spread >> 32) { insert(node, for: key) }
    }

    /// Keeps a decoded node.
    func insert(_ node: CachedNode, for key: NodeKey) {
        decoded.insert(node, for: key, cost: node.byteCount + ClockCache<NodeKey, CachedNode>.entryBytes)
    }

    /// Keeps a node's stored form.
    func insert(stored bytes: [UInt8], for key: NodeKey) {
        encoded.insert(bytes, for: key, cost: bytes.count + 32 + ClockCache<NodeKey, [UInt8]>.entryBytes)
    }

    /// Takes the nodes of a batch that is committed. Those that they supersede in the head go: only readers of the past still ask for them.
    func take(_ batch: inout BatchNodes) {
        for key in batch.superseded {
            decoded.remove(key)
            encoded.remove(key)
        }
        for node in batch.made.values { insert(node, for: node.key) }
        batch.removeAll()
    }
}

/// A node of either tree.
enum CachedNode: Sendable {
    case items(TreeNode<ItemEntry>)
    case sections(TreeNode<SectionEntry>)

    var key: NodeKey {
        switch self {
        case .items(let node): node.key
        case .sections(let node): node.key
        }
    }

    /// Bytes that the node holds in memory, about.
    var byteCount: Int {
        switch self {
        case .items(let node): node.byteCount
        case .sections(let node): node.byteCount
        }
    }
}

/// The nodes of the running batch, which may still be rolled back, and those that its versions leave behind.
///
/// Confined to the writer's thread.
struct BatchNodes {
    /// The most nodes that are kept decoded; the rest are read again when they are needed.
    private static let limit = 4096

    fileprivate private(set) var made = KeyedRun<CachedNode>()
    fileprivate private(set) var superseded: [NodeKey] = []

    subscript(_ key: NodeKey) -> CachedNode? { made[key] }

    /// Takes in the nodes of a version.
    mutating func add(_ draft: VersionDraft) {
        leave(draft.rows.garbage.itemNodes)
        leave(draft.rows.garbage.sectionNodes)
        guard made.count < Self.limit else { return }
        for node in draft.rows.itemNodes.prefix(Self.limit) { made.set(.items(node), for: node.key) }
        for node in draft.rows.sectionNodes.prefix(Self.limit) { made.set(.sections(node), for: node.key) }
    }

    private mutating func leave(_ keys: [NodeKey]) {
        for key in keys.prefix(Self.limit) where made.remove(key) == nil && superseded.count < Self.limit { superseded.append(key) }
    }

    mutating func removeAll() {
        superseded = []
        made = KeyedRun()
    }
}
