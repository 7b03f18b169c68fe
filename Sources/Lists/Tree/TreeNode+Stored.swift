// Coding a node of a known kind, compiled where the kind is known: a store in another module would run the generic code.

extension TreeNode where Element == ItemEntry {
    /// Reads the stored form of a node of items.
    public static func items(key: NodeKey, stored bytes: UnsafeRawBufferPointer) throws(NodeCorruption) -> TreeNode {
        try decode(key: key, bytes: bytes)
    }

    /// Appends the stored form.
    public func store(to encoder: inout NodeEncoder) { write(to: &encoder) }
}

extension TreeNode where Element == SectionEntry {
    /// Reads the stored form of a node of sections.
    public static func sections(key: NodeKey, stored bytes: UnsafeRawBufferPointer) throws(NodeCorruption) -> TreeNode {
        try decode(key: key, bytes: bytes)
    }

    /// Appends the stored form.
    public func store(to encoder: inout NodeEncoder) { write(to: &encoder) }
}
