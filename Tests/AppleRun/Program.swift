import Foundation
import SectionalClient
import UIKit

struct Reading: Codable, Sendable {
    var text: String
}

/// Makes a snapshot after each update, and compares it with the list.
final class CheckedDataSource: RemoteCollectionDataSource<RemoteDataProvider<Reading>> {
    private(set) var snapshots = 0
    /// Shows the updates in the collection view's place.
    var table: StrictTableView?

    static func identifier(_ row: ListRow<Reading>?) -> String {
        guard let cell = row?.cell, ["PlainCell", "OtherCell"].contains(cell) else { return "sectional.placeholder" }
        return cell
    }

    private func show(_ update: ListUpdate<Reading>, in table: StrictTableView) {
        var (headers, footers) = (IndexSet(), IndexSet())
        table.show(
            update, of: source, reuseIdentifier: Self.identifier, header: { headers.insert($1) }, footer: { footers.insert($1) })
        guard case .stages(let stages, _) = update, let view = collectionView as? StrictCollectionView else { return }
        let updated = stages.reduce(into: IndexSet()) { $0.formUnion($1.updatedSections) }
        view.check(headers == updated && footers == updated, "headers \(headers) and footers \(footers) are shown anew, of \(updated)")
    }

    override func show(_ update: ListUpdate<Reading>) {
        if let table {
            show(update, in: table)
        } else {
            super.show(update)
        }
        guard let view = collectionView as? StrictCollectionView, let snapshot = source.diffableSnapshot(reconfiguring: ["gone"]) else {
            return
        }
        snapshots += 1
        view.check(snapshot.numberOfSections == source.numberOfSections(), "\(snapshot.numberOfSections) sections in the snapshot")
        for (index, section) in snapshot.sectionIdentifiers.enumerated() {
            let items = snapshot.itemIdentifiers(inSection: section)
            view.check(items.count == source.numberOfItems(in: index), "\(items.count) items in the snapshot's section \(section)")
            for (row, item) in items.enumerated() {
                let id = source.id(at: IndexPath(item: row, section: index))
                view.check(id == item || id == nil && item.hasPrefix("\0"), "the snapshot has \(item), and the list \(id ?? "-")")
            }
        }
    }
}

/// Shows a list of a server in a strict collection view while it is written to, and ends with 1 at the first violation of UIKit's rules, or where a
/// cell shows anything but what the list has.
///
///     program SERVER WRITES collection|table
@main
@MainActor
struct Program {
    let provider: RemoteDataProvider<Reading>
    let view = StrictCollectionView(frame: .zero, collectionViewLayout: UICollectionViewLayout())
    let dataSource: CheckedDataSource

    static func main() async throws {
        guard CommandLine.arguments.count == 4, let server = URL(string: CommandLine.arguments[1]),
            let writes = Int(CommandLine.arguments[2])
        else { exit(2) }
        let program = Program(server)
        if CommandLine.arguments[3] == "table" { program.dataSource.table = StrictTableView(program.view) }
        do {
            try await program.run(server, writes: writes)
        } catch {
            print(error)
            exit(1)
        }
    }

    init(_ server: URL) {
        var options = ListOptions()
        options.cache = nil
        options.pageSize = 10
        provider = RemoteDataProvider(SectionalService(server), list: "readings", options: options)
        dataSource = CheckedDataSource(provider, for: view)
        dataSource.registerPlaceholder(StrictCell.self) { $0.shown = nil }
        dataSource.register(StrictCell.self, for: "PlainCell") { cell, row in cell.shown = row.value?.text }
        dataSource.register(OtherCell.self, for: "OtherCell") { cell, row in cell.shown = row.value?.text }
    }

    func run(_ server: URL, writes: Int) async throws {
        var writer = Writer(server.appendingPathComponent("lists/readings"))
        var version = try await writer.write()
        let following = Task { await dataSource.follow() }
        provider.start()
        for write in 0..<writes {
            version = try await writer.write()
            try await Task.sleep(nanoseconds: UInt64.random(in: 0...8_000_000))
            if let violation = view.violation { throw violation }
            // Some rounds are seen to their end before a cell is made anew for a reason of its own.
            if write % 5 == 0 { try await settle(at: version) }
            if write % 3 == 0 { view.scroll(to: Int.random(in: 0...max(0, view.count - 10)), count: 15) }
        }
        try await settle(at: version)
        for first in stride(from: 0, to: view.count, by: 15) {
            view.scroll(to: first, count: 15)
            try await settle(at: version)
        }
        following.cancel()
        print(
            "version \(version), \(view.batches) batches, \(view.operations) operations, \(view.reconfigured) reconfigured, \(view.reloaded) reloaded, \(dataSource.snapshots) snapshots"
        )
    }

    /// Waits until the screen is at a version and its cells are loaded, and compares them.
    private func settle(at version: Int) async throws {
        for _ in 0..<20_000 {
            if let violation = view.violation { throw violation }
            let isLoaded = view.cells.allSatisfy {
                provider.row(at: $0.0) != nil && $0.1.identifier == CheckedDataSource.identifier(provider.row(at: $0.0))
            }
            if provider.version >= version, isLoaded { return try compare() }
            try await Task.sleep(nanoseconds: 2_000_000)
        }
        throw Violation(description: "the screen stays at \(provider.version) of \(version), or at rows that are not loaded")
    }

    private func compare() throws {
        for (indexPath, cell) in view.cells {
            let isKnown = cell.identifier != "sectional.placeholder"
            let text = isKnown ? provider.row(at: indexPath)?.value?.text : nil
            guard cell.shown == text else {
                throw Violation(description: "\(indexPath) shows \(cell.shown ?? "-"), the list has \(text ?? "-")")
            }
        }
    }
}
