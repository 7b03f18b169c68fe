import Synchronization

/// The newest and the oldest readable version of one incarnation of a list, kept current by the store's writer.
///
/// A cache asks it whether what it holds is still true; asking costs two atomic loads. Once the list is deleted or the store forgets the
/// watch, it says so and never becomes true again: the cache asks the store for a new one.
public final class ListWatch: Sendable {
    /// The list's number.
    public let list: Int64
    private let head: Atomic<Int64>
    private let oldestVersion: Atomic<Int64>

    public init(list: Int64, head: Int64, oldest: Int64) {
        self.list = list
        self.head = Atomic(head)
        oldestVersion = Atomic(oldest)
    }

    /// The newest version; `nil` once the watch has ended.
    public var newest: Int64? {
        let version = head.load(ordering: .acquiring)
        return version > 0 ? version : nil
    }

    /// The oldest version that can be read.
    public var oldest: Int64 { oldestVersion.load(ordering: .acquiring) }

    /// Called by the store after a commit, before the write is acknowledged.
    public func advance(to version: Int64) { head.store(version, ordering: .releasing) }

    /// Called by the store before the versions below are collected.
    public func raiseOldest(to version: Int64) { oldestVersion.store(version, ordering: .releasing) }

    /// Called by the store when the list is deleted or the watch is forgotten.
    public func end() { head.store(0, ordering: .releasing) }
}
