import CellTypes
import Synchronization

/// The cell types of the newest commit, for any thread: who asks for them runs no statement.
final class PublishedCellTypes: Sendable {
    private let content: Mutex<CellTypeRegistry>
    /// The version of the content, for requests that need no more: they take no lock.
    private let contentVersion: Atomic<Int64>

    init(_ registry: CellTypeRegistry) {
        content = Mutex(registry)
        contentVersion = Atomic(registry.version)
    }

    var version: Int64 { contentVersion.load(ordering: .acquiring) }

    var registry: CellTypeRegistry { content.withLock { $0 } }

    func set(_ registry: CellTypeRegistry) {
        // The replaced value is released outside the lock.
        let old = content.withLock { content in
            defer { content = registry }
            return content
        }
        contentVersion.store(registry.version, ordering: .releasing)
        _ = consume old
    }
}
