/// Keeps the words of leaves. A leaf never changes, so its words hold in every version that has it. Any thread may use it.
public protocol LeafWordsCache: Sendable {
    /// The words of a leaf's items in some fields; `nil` where they are not kept.
    func words(ofLeaf key: NodeKey, in fields: SearchFields) -> LeafWords?
    /// Keeps the words of a leaf, where there is room.
    func keep(_ words: LeafWords, ofLeaf key: NodeKey, in fields: SearchFields)
}
