import Lists

/// The nodes of the running batch, which may still be rolled back, and those that its versions leave behind.
///
/// Confined to the writer's thread.
struct BatchNodes {
    /// The most nodes that are kept decoded; the rest are read again when they are needed.
    private static let limit = 4096

    private var made: [NodeKey: (node: CachedNode, stored: [UInt8])] = [:]
    private var superseded: [NodeKey] = []

    subscript(_ key: NodeKey) -> CachedNode? { made[key]?.node }

    /// Takes in the nodes of a version.
    ///
    /// - Parameter stored: Their stored forms: of those of items, then of those of sections.
    mutating func add(_ draft: VersionDraft, stored: [[UInt8]]) {
        for key in draft.rows.garbage.itemNodes.prefix(Self.limit) + draft.rows.garbage.sectionNodes.prefix(Self.limit)
        where made.removeValue(forKey: key) == nil && superseded.count < Self.limit {
            superseded.append(key)
        }
        guard made.count < Self.limit else { return }
        for (node, bytes) in zip(draft.rows.itemNodes.prefix(Self.limit), stored) { made[node.key] = (.items(node), bytes) }
        for (node, bytes) in zip(draft.rows.sectionNodes.prefix(Self.limit), stored.dropFirst(draft.rows.itemNodes.count)) {
            made[node.key] = (.sections(node), bytes)
        }
    }

    /// The nodes of a batch that is committed, and the keys of those that they supersede; none are left.
    mutating func end() -> (made: [NodeKey: (node: CachedNode, stored: [UInt8])], superseded: [NodeKey]) {
        defer { removeAll() }
        return (made, superseded)
    }

    mutating func removeAll() {
        superseded = []
        made = [:]
    }
}
