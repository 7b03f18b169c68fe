import UIKit

/// A table that holds its updates to the same rules: it has its rows and cells from a strict collection view, whose data source it is.
final class StrictTableView: UITableView {
    private let rows: StrictCollectionView
    private let bridge = Bridge()

    init(_ rows: StrictCollectionView) {
        self.rows = rows
        super.init(frame: .zero, style: .plain)
        bridge.table = self
        rows.dataSource = bridge
        rows.delegate = bridge
        rows.prefetchDataSource = bridge
    }

    required init?(coder: NSCoder) { nil }

    override var window: UIWindow? { rows.window }

    override var numberOfSections: Int { rows.numberOfSections }
    override func numberOfRows(inSection section: Int) -> Int { rows.numberOfItems(inSection: section) }
    override var indexPathsForVisibleRows: [IndexPath]? { rows.indexPathsForVisibleItems }
    override func headerView(forSection section: Int) -> UITableViewHeaderFooterView? { StrictHeader(frame: .zero) }
    override func footerView(forSection section: Int) -> UITableViewHeaderFooterView? { StrictFooter(frame: .zero) }

    override func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
        rows.scrollToItem(at: indexPath, at: .top, animated: animated)
    }

    override func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
        rows.register(StrictCell.self, forCellWithReuseIdentifier: identifier)
    }

    override func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        StrictTableCell(rows.dequeueReusableCell(withReuseIdentifier: identifier, for: indexPath) as? StrictCell)
    }

    override func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
        (rows.cellForItem(at: indexPath) as? StrictCell).map(StrictTableCell.init)
    }

    override func reloadData() { rows.reloadData() }

    override func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        rows.performBatchUpdates(updates, completion: completion)
    }

    override func insertSections(_ sections: IndexSet, with animation: RowAnimation) { rows.insertSections(sections) }
    override func deleteSections(_ sections: IndexSet, with animation: RowAnimation) { rows.deleteSections(sections) }
    override func moveSection(_ section: Int, toSection newSection: Int) { rows.moveSection(section, toSection: newSection) }
    override func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) { rows.insertItems(at: indexPaths) }
    override func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) { rows.deleteItems(at: indexPaths) }
    override func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) { rows.moveItem(at: indexPath, to: newIndexPath) }
    override func reconfigureRows(at indexPaths: [IndexPath]) { rows.reconfigureItems(at: indexPaths) }
    override func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) { rows.reloadItems(at: indexPaths) }
}

/// The cell of a collection view as one of a table.
final class StrictTableCell: UITableViewCell {
    let cell: StrictCell

    init(_ cell: StrictCell?) {
        self.cell = cell ?? StrictCell(identifier: "")
        super.init(frame: .zero)
    }

    required init?(coder: NSCoder) { nil }

    override var reuseIdentifier: String? { cell.identifier }
}

final class StrictHeader: UITableViewHeaderFooterView {}
final class StrictFooter: UITableViewHeaderFooterView {}

/// Asks the table's data source and delegate for the collection view.
private final class Bridge: NSObject, UICollectionViewDataSource, UICollectionViewDelegate, UICollectionViewDataSourcePrefetching {
    weak var table: StrictTableView?

    func numberOfSections(in collectionView: UICollectionView) -> Int {
        table.flatMap { $0.dataSource?.numberOfSections(in: $0) } ?? 0
    }

    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        table.flatMap { $0.dataSource?.tableView($0, numberOfRowsInSection: section) } ?? 0
    }

    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
        let cell = table.flatMap { $0.dataSource?.tableView($0, cellForRowAt: indexPath) } as? StrictTableCell
        return cell?.cell ?? UICollectionViewCell(frame: .zero)
    }

    func collectionView(_ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath) {
        guard let table else { return }
        table.delegate?.tableView(table, willDisplay: StrictTableCell(cell as? StrictCell), forRowAt: indexPath)
    }

    func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
        guard let table else { return }
        table.prefetchDataSource?.tableView(table, prefetchRowsAt: indexPaths)
    }
}
