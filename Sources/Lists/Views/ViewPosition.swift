/// The position of an item in a view: its section, and its order there.
struct ViewPosition: Sendable {
    /// The group that is its section; `nil` where sections are no groups.
    let group: ViewGroup?
    /// The order among the items of its section; `nil` for the source's order.
    let key: SortKey?
}

/// Bytes that are ordered as that what they were made of.
struct SortKey: Sendable, Hashable, Comparable {
    let bytes: [UInt8]

    static func < (left: SortKey, right: SortKey) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}
