/// What a slot of a new node holds, and where that stood in the version before.
struct RebuiltSlot<Value> {
    let value: Value
    /// `nil` for what stood nowhere, or right below an owner.
    let origin: SlotOrigin?
    /// Whether the value is what it was.
    let isUnchanged: Bool
}

/// A slot of a node of the version before.
struct SlotOrigin: Equatable {
    /// The node's ordinal in ``BaseNodes``, among those of its height.
    let node: Int
    let index: Int
}
