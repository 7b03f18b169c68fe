import Lists

/// The nodes of the running batch, which may still be rolled back, and those that its versions leave behind.
///
/// Confined to the writer's thread.
struct BatchNodes {
    /// The most nodes that are kept decoded; the rest are read again when they are needed.
    private static let limit = 4096

    private var made = KeyedRun<CachedNode>()
    private var superseded: [NodeKey] = []

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

    /// The nodes of a batch that is committed, and the keys of those that they supersede; none are left.
    mutating func end() -> (made: [CachedNode], superseded: [NodeKey]) {
        defer { removeAll() }
        return (made.values, superseded)
    }

    mutating func removeAll() {
        superseded = []
        made = KeyedRun()
    }
}
