import Foundation
import SectionalClient
import UIKit

struct Reading: Codable, Sendable {
    var text: String
}

/// Makes a snapshot after each update, and compares it with the list.
final class CheckedDataSource: RemoteCollectionDataSource<RemoteDataProvider<Reading>> {
    override func show(_ update: ListUpdate<Reading>) {
        super.show(update)
        (collectionView as? StrictCollectionView)?.checkSnapshot(of: source)
    }
}

/// Compares the sections that are shown anew with those of the update.
final class CheckedTableDataSource: RemoteTableDataSource<RemoteDataProvider<Reading>> {
    var rows: StrictCollectionView?
    var shownAnew: (headers: Set<String>, footers: Set<String>) = ([], [])

    override func show(_ update: ListUpdate<Reading>) {
        shownAnew = ([], [])
        super.show(update)
        if case .stages(let stages, _) = update {
            // By the last stage's order: an update of a section comes in one stage.
            let updated = Set(stages.flatMap(\.updatedSections).map { source.section(at: $0).id })
            let text = "headers \(shownAnew.headers) and footers \(shownAnew.footers) are shown anew, of \(updated)"
            rows?.check(shownAnew.headers.count == updated.count && shownAnew.footers == shownAnew.headers, text)
        }
        rows?.checkSnapshot(of: source)
    }
}

extension StrictCollectionView {
    func checkSnapshot(of source: RemoteDataProvider<Reading>) {
        guard let snapshot = source.diffableSnapshot(reconfiguring: ["gone"]) else { return }
        snapshots += 1
        check(snapshot.numberOfSections == source.numberOfSections(), "\(snapshot.numberOfSections) sections in the snapshot")
        for (index, section) in snapshot.sectionIdentifiers.enumerated() {
            let items = snapshot.itemIdentifiers(inSection: section)
            check(items.count == source.numberOfItems(in: index), "\(items.count) items in the snapshot's section \(section)")
            for (row, item) in items.enumerated() {
                let id = source.id(at: IndexPath(item: row, section: index))
                check(id == item || id == nil && item.hasPrefix("\0"), "the snapshot has \(item), and the list \(id ?? "-")")
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
    /// One of them shows the list.
    let collection: CheckedDataSource?
    let table: CheckedTableDataSource?
    private let tableView: StrictTableView?
    private let other = UICollectionView.CellRegistration<OtherCell, ListRow<Reading>> { cell, _, row in cell.shown = row.value?.text }
    private let rare = UICollectionView.CellRegistration<RareCell, ListRow<Reading>> { cell, _, row in cell.shown = row.value?.text }

    static func main() async throws {
        guard CommandLine.arguments.count == 4, let server = URL(string: CommandLine.arguments[1]),
            let writes = Int(CommandLine.arguments[2])
        else { exit(2) }
        let program = Program(server, isTable: CommandLine.arguments[3] == "table")
        do {
            try await program.run(server, writes: writes)
        } catch {
            print(error)
            exit(1)
        }
    }

    init(_ server: URL, isTable: Bool) {
        var options = ListOptions()
        options.cache = nil
        options.pageSize = 10
        options.loadsHeights = true
        provider = RemoteDataProvider(SectionalService(server), list: "readings", options: options)
        guard isTable else {
            let source = CheckedDataSource(provider, for: view)
            source.registerPlaceholder(StrictCell.self) { $0.shown = nil }
            source.register(StrictCell.self, for: "PlainCell") { cell, row in cell.shown = row.value?.text }
            source.register(other)
            source.register(rare)
            (collection, table, tableView) = (source, nil, nil)
            return
        }
        let tableView = StrictTableView(view)
        let source = CheckedTableDataSource(provider, for: tableView)
        source.rows = view
        source.registerPlaceholder(StrictTableCell.self) { $0.cell.shown = nil }
        for cell in ["PlainCell", "OtherCell", "RareCell"] {
            source.register(StrictTableCell.self, for: cell) { cell, row in cell.cell.shown = row.value?.text }
        }
        source.registerHeader(StrictHeader.self) { [unowned source] in source.shownAnew.headers.insert($1.id) }
        source.registerFooter(StrictFooter.self) { [unowned source] in source.shownAnew.footers.insert($1.id) }
        (collection, table, self.tableView) = (nil, source, tableView)
    }

    private static let heights = ["PlainItem": 40.0, "OtherItem": 60.0, "RareItem": 100.0]

    /// Compares the estimates of all rows with the heights of the cells: that of a loaded row is its own.
    private func compareHeights() throws {
        for section in 0..<provider.numberOfSections() {
            for item in 0..<provider.numberOfItems(in: section) {
                let indexPath = IndexPath(item: item, section: section)
                let height = table?.tableView(tableView ?? UITableView(frame: .zero, style: .plain), estimatedHeightForRowAt: indexPath)
                let known = provider.loadedRow(at: indexPath)?.type.flatMap { Self.heights[$0] }
                guard let height = height.map(Double.init) ?? provider.estimatedHeight(at: indexPath),
                    known.map({ $0 == height }) ?? (40...100).contains(height)
                else { throw Violation(description: "\(indexPath) is expected to be \(String(describing: known)) high") }
            }
        }
    }

    /// What a row's cell is dequeued by.
    private func identifier(_ row: ListRow<Reading>?) -> String {
        switch row?.cell {
        case "PlainCell"?: "PlainCell"
        case "OtherCell"?: table == nil ? other.identifier : "OtherCell"
        case "RareCell"?: table == nil ? rare.identifier : "RareCell"
        default: "sectional.placeholder"
        }
    }

    private func follow() async {
        await collection?.follow()
        await table?.follow()
    }

    func run(_ server: URL, writes: Int) async throws {
        var writer = Writer(server.appendingPathComponent("lists/readings"))
        for (type, height) in Self.heights { try await writer.register(type, height: height, on: server) }
        var version = try await writer.write()
        let following = Task { await follow() }
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
            "version \(version), \(view.batches) batches, \(view.operations) operations, \(view.reconfigured) reconfigured, \(view.reloaded) reloaded, \(view.snapshots) snapshots"
        )
    }

    /// Waits until the screen is at a version and its cells are loaded, and compares them.
    private func settle(at version: Int) async throws {
        for _ in 0..<20_000 {
            if let violation = view.violation { throw violation }
            let isLoaded = view.cells.allSatisfy {
                provider.row(at: $0.0) != nil && $0.1.identifier == identifier(provider.row(at: $0.0))
            }
            if provider.version >= version, isLoaded { return try compare() }
            try await Task.sleep(nanoseconds: 2_000_000)
        }
        throw Violation(description: "the screen stays at \(provider.version) of \(version), or at rows that are not loaded")
    }

    private func compare() throws {
        try compareHeights()
        for (indexPath, cell) in view.cells {
            let isKnown = cell.identifier != "sectional.placeholder"
            let text = isKnown ? provider.row(at: indexPath)?.value?.text : nil
            guard cell.shown == text else {
                throw Violation(description: "\(indexPath) shows \(cell.shown ?? "-"), the list has \(text ?? "-")")
            }
        }
    }
}
