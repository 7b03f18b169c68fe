// Decoding a node of a known kind, compiled where the kind is known: a store in another module would run the generic code.

extension TreeNode where Element == ItemEntry {
    /// Reads what ``encoded()`` wrote of a node of items.
    public static func items(key: NodeKey, stored bytes: UnsafeRawBufferPointer) throws(NodeCorruption) -> TreeNode {
        try decode(key: key, bytes: bytes)
    }
}

extension TreeNode where Element == SectionEntry {
    /// Reads what ``encoded()`` wrote of a node of sections.
    public static func sections(key: NodeKey, stored bytes: UnsafeRawBufferPointer) throws(NodeCorruption) -> TreeNode {
        try decode(key: key, bytes: bytes)
    }
}
