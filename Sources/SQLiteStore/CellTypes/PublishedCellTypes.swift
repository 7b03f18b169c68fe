import CellTypes
import Synchronization

/// The cell types of the newest commit, for any thread: who asks for them runs no statement.
final class PublishedCellTypes: Sendable {
    private let content: Mutex<CellTypeRegistry>

    init(_ registry: CellTypeRegistry) {
        content = Mutex(registry)
    }

    var registry: CellTypeRegistry { content.withLock { $0 } }

    func set(_ registry: CellTypeRegistry) {
        // What is replaced is released outside the lock.
        let old = content.withLock { content in
            defer { content = registry }
            return content
        }
        _ = consume old
    }
}
