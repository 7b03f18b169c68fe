/// The items of both sides of a replacement that have no match yet: in memory, or in a scratch database where they may be many.
///
/// Positions count the items of a side across its sections.
package protocol UnmatchedItems {
    /// Returns the next item; `nil` at the end, after which it is not asked again.
    typealias Next = () throws -> UnmatchedItem?

    /// The most items on either side of a section, equal ends aside, whose longest common order is found.
    var exactLimit: Int { get }
    /// Reads the unmatched items of two ranges side by side. Those that `body` matches may have been read already, and come once.
    func read(_ ranges: UnmatchedRanges, _ order: UnmatchedOrder, _ body: (_ new: Next, _ old: Next) throws -> Void) throws
    /// Notes that a proposed item continues an old one.
    func pair(new: Int, old: Int) throws
    /// Keeps the unmatched items of two ranges for ``readLeft(_:)``.
    func leave(_ ranges: UnmatchedRanges) throws
    /// Reads the items that were left, by value.
    func readLeft(_ body: (_ new: Next, _ old: Next) throws -> Void) throws
}

/// An item that has no match yet.
package struct UnmatchedItem {
    package let position: Int
    /// The digest of its value.
    package let digest: ContentDigest

    package init(position: Int, digest: ContentDigest) {
        self.position = position
        self.digest = digest
    }

    /// Whether it comes before another by value, and among equal values by position.
    package static func precedes(_ left: UnmatchedItem, _ right: UnmatchedItem) -> Bool {
        left.digest == right.digest ? left.position < right.position : left.digest < right.digest
    }
}

/// Positions of proposed items, and of old ones.
package struct UnmatchedRanges {
    package let new: Range<Int>
    package let old: Range<Int>
}

/// The order in which unmatched items are read.
package enum UnmatchedOrder: Int, CaseIterable {
    case forwards, backwards
    /// By the digests of their values, then by position.
    case byValue
}
