import CellTypes
import Commands
import ListAPI
import Lists
import Ports
import SQLiteStore
import Settings

/// Writes one version of a list out of a database, a chunk at a time.
struct DatabaseExport {
    let list: ListID
    let version: Int64?
    let settings: Settings

    func run(to target: OutputTarget, _ bar: ProgressBar) throws(CommandFailure) {
        let store = try SQLiteListStore.openReadOnly(settings.store.path)
        defer { store.close() }
        do {
            let snapshot = try store.snapshot(of: list, at: version)
            let cells = CellPresentation(naming: settings.api.naming, registry: store.cellTypes)
            var lines = ExportLines(of: snapshot, cells: cells)
            var chunk: [UInt8] = []
            var lineCount = 0
            bar.total = 1 + snapshot.head.sectionCount + snapshot.head.itemCount
            while true {
                chunk.removeAll(keepingCapacity: true)
                try lines.append(to: &chunk)
                guard !chunk.isEmpty else { return }
                try chunk.withUnsafeBytes { try target.write($0) }
                guard bar.isShown else { continue }
                lineCount += chunk.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
                bar.show(lineCount)
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch let error as ListError {
            throw CommandFailure(message: "\(settings.store.path): \(error.message)")
        } catch is MissingRecord {
            // Nothing outside of the server that collects old versions can keep one.
            throw CommandFailure(
                message: "the version left the history while it was read; with --server URL the server keeps it until it is written")
        } catch {
            throw CommandFailure(opening: settings.store.path, error)
        }
    }
}
