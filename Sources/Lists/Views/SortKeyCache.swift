import Foundations

/// The sort keys of items that views were ordered by, bounded in bytes. A revision never changes, so its key in a view holds as long as the
/// view's definition.
///
/// It is emptied where a definition changes, and where revisions that are not committed go: their keys come again.
package final class SortKeyCache: Sendable {
    private struct Sorted: CacheKey {
        let view: Int64
        let revision: RevisionKey

        var spread: UInt64 { (revision &+ view).spread }
    }

    private let keys: ClockCache<Sorted, SortKey>

    /// - Parameter bytes: The bound.
    package init(bytes: Int) {
        keys = ClockCache(limit: bytes)
    }

    /// - Parameter view: The view's number.
    func key(of revision: RevisionKey, in view: Int64) -> SortKey? { keys[Sorted(view: view, revision: revision)] }

    func insert(_ key: SortKey, of revision: RevisionKey, in view: Int64) {
        let cost = ClockCache<Sorted, SortKey>.entryBytes + 32 + key.bytes.count
        keys.insert(key, for: Sorted(view: view, revision: revision), cost: cost)
    }

    package func removeAll() { keys.removeAll() }
}
