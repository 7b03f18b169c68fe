/// The value in a slot of a new node, and the slot that held it in the base version.
struct RebuiltSlot<Value> {
    let value: Value
    /// `nil` for what is new, or was a root.
    let origin: SlotOrigin?
    /// Whether the value is what it was.
    let isUnchanged: Bool
}

/// A slot of a node of the base version.
struct SlotOrigin: Equatable {
    /// The node's ordinal in ``BaseNodes``, among those of its height.
    let node: Int
    let index: Int
}
