/// A store of immutable nodes, found by their keys.
///
/// A read of a node collected with its versions throws ``MissingRecord``; the caller then looks whether its version is still readable.
public protocol NodeStorage {
    func itemNode(_ key: NodeKey) throws -> TreeNode<ItemEntry>
    func sectionNode(_ key: NodeKey) throws -> TreeNode<SectionEntry>
}

/// A node or revision is not in the store, most often because its version has been collected.
public struct MissingRecord: Error, Equatable {
    public let key: Number

    public init(key: Number) {
        self.key = key
    }
}

/// Bytes of a stored node that are no node.
public struct NodeCorruption: Error, Equatable {
    public init() {}
}
