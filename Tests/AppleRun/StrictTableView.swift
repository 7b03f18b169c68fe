import UIKit

/// A table that holds its updates to the same rules: it has its rows, cells and data source from a strict collection view.
final class StrictTableView: UITableView {
    private let rows: StrictCollectionView

    init(_ rows: StrictCollectionView) {
        self.rows = rows
        super.init(frame: .zero, style: .plain)
    }

    required init?(coder: NSCoder) { nil }

    override var window: UIWindow? { rows.window }

    override var numberOfSections: Int { rows.numberOfSections }
    override func numberOfRows(inSection section: Int) -> Int { rows.numberOfItems(inSection: section) }
    override var indexPathsForVisibleRows: [IndexPath]? { rows.indexPathsForVisibleItems }
    override func headerView(forSection section: Int) -> UITableViewHeaderFooterView? { UITableViewHeaderFooterView(frame: .zero) }
    override func footerView(forSection section: Int) -> UITableViewHeaderFooterView? { UITableViewHeaderFooterView(frame: .zero) }

    override func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
        rows.scrollToItem(at: indexPath, at: .top, animated: animated)
    }

    override func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
        (rows.cellForItem(at: indexPath)?.reuseIdentifier).map(StrictTableCell.init)
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

private final class StrictTableCell: UITableViewCell {
    private let identifier: String

    init(identifier: String) {
        self.identifier = identifier
        super.init(frame: .zero)
    }

    required init?(coder: NSCoder) { nil }

    override var reuseIdentifier: String? { identifier }
}
