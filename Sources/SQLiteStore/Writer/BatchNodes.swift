import Lists

/// The nodes of the running batch, which may still be rolled back, and those that its versions leave behind.
///
/// Confined to the writer's thread.
struct BatchNodes {
    /// The most nodes that are kept decoded; the rest are read again when they are needed.
    private static let limit = 4096

    private var made: [NodeKey: CachedNode] = [:]
    private var superseded: [NodeKey] = []

    subscript(_ key: NodeKey) -> CachedNode? { made[key] }

    mutating func add(_ draft: VersionDraft) {
        for key in draft.rows.garbage.itemNodes.prefix(Self.limit) + draft.rows.garbage.sectionNodes.prefix(Self.limit)
        where made.removeValue(forKey: key) == nil && superseded.count < Self.limit {
            superseded.append(key)
        }
        guard made.count < Self.limit else { return }
        for node in draft.rows.itemNodes.prefix(Self.limit) { made[node.key] = .items(node) }
        for node in draft.rows.sectionNodes.prefix(Self.limit) { made[node.key] = .sections(node) }
    }

    /// The nodes of a batch that is committed, and the keys of those that they supersede; none are left.
    mutating func end() -> (made: [NodeKey: CachedNode], superseded: [NodeKey]) {
        defer { removeAll() }
        return (made, superseded)
    }

    mutating func removeAll() {
        superseded = []
        made = [:]
    }
}
