public import CellTypes
import Synchronization

extension MemoryListStore {
    /// The cell types as they are registered now.
    public var cellTypes: CellTypeRegistry { registry.withLock { $0 } }

    /// Puts a registry in the place of the one that holds.
    package func setCellTypes(_ types: CellTypeRegistry) { registry.withLock { $0 = types } }
}
