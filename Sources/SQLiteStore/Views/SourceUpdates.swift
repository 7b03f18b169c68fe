import Lists

/// The versions that a batch has made of a list, where each is the change of one item.
struct SourceUpdates {
    /// The version before the first, and the last one.
    let old: ListHead
    let new: ListHead
    private(set) var updates: [ItemUpdate] = []

    /// - Parameters:
    ///   - earlier: Those that the version before ends, if there are any.
    ///   - before: The version before.
    ///   - update: The change that the next version consists of.
    init(_ earlier: SourceUpdates?, _ before: ListHead, _ update: ItemUpdate, _ head: ListHead) {
        if let earlier, earlier.new === before {
            (old, updates) = (earlier.old, earlier.updates)
        } else {
            old = before
        }
        new = head
        updates.append(update)
    }
}
