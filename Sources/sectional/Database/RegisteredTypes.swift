import CellTypes
import Commands
import Ports
import SQLiteStore
import Settings

/// The cell types that a command works on, as a database or a running server has them.
struct RegisteredTypes {
    /// By name.
    let types: [CellType]
    /// The version of the registry; `nil` where a server does not say it.
    let version: Int64?

    /// Reads them out of a database, beside a server that has it.
    init(database path: String) throws(CommandFailure) {
        let store = try SQLiteListStore.openReadOnly(path)
        defer { store.close() }
        let registry = store.cellTypes
        types = registry.all.map(\.type)
        version = registry.version
    }

    /// Asks a running server for them.
    init(server: ServerAddress) throws(CommandFailure) {
        let registry = try ServerCellTypes(server: server)
        types = registry.types
        version = registry.version
    }
}
