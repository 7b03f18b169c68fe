import Lists

/// The way from any thread to what is stored: through the cache of nodes, then over a connection.
///
/// On the writer's thread it reads over the writer's own connection, and so sees what the running batch has written.
final class Records: Sendable {
    let pool: ReadPool
    let nodes: NodeCache
    private let desk: WriterDesk?

    /// - Parameter desk: The writer's side; `nil` for a store that only reads.
    init(pool: ReadPool, nodes: NodeCache, desk: WriterDesk?) {
        self.pool = pool
        self.nodes = nodes
        self.desk = desk
    }

    /// Runs `body` with a reader for the calling thread.
    func withReader<Value>(_ body: (RecordReader) throws -> Value) throws -> Value {
        guard let desk, desk.isCurrentThread else { return try pool.withReader(body) }
        return try body(try desk.reader())
    }

    func itemNode(_ key: NodeKey) throws -> TreeNode<ItemEntry> {
        if case .items(let node) = cached(key) { return node }
        let node = try withReader { reader in
            try reader.node(key) { try TreeNode<ItemEntry>.decode(key: key, bytes: $0) }
        }
        keep(.items(node), for: key)
        return node
    }

    func sectionNode(_ key: NodeKey) throws -> TreeNode<SectionEntry> {
        if case .sections(let node) = cached(key) { return node }
        let node = try withReader { reader in
            try reader.node(key) { try TreeNode<SectionEntry>.decode(key: key, bytes: $0) }
        }
        keep(.sections(node), for: key)
        return node
    }

    private func cached(_ key: NodeKey) -> CachedNode? {
        if let desk, desk.isCurrentThread, let fresh = desk.freshNode(key) { return fresh }
        return nodes[key]
    }

    private func keep(_ node: CachedNode, for key: NodeKey) {
        if let desk, desk.isCurrentThread, !desk.isCommitted(key) { return }
        nodes.insert(node, for: key)
    }
}
