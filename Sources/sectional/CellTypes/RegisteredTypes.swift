import CellTypes
import Ports
import Settings
import SQLiteStore

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
        // More than any registry has.
        let answer = try server.success(of: server.request("GET", path: "/cell-types", headers: []), limit: 256 << 20)
        guard let answer = CellTypesAnswer(answer.body) else {
            throw CommandFailure(message: "\(server.url): the answer is no list of cell types")
        }
        types = answer.types
        version = answer.version
    }
}
