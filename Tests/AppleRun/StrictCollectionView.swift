import UIKit

/// What UIKit throws for, or would show wrongly.
struct Violation: Error, CustomStringConvertible {
    let description: String
}

/// A cell that remembers what it was dequeued for, and what it was last told to show.
class StrictCell: UICollectionViewCell {
    let identifier: String
    var shown: String?

    required init(identifier: String) {
        self.identifier = identifier
        super.init(frame: .zero)
    }

    required init?(coder: NSCoder) { nil }

    override var reuseIdentifier: String? { identifier }
}

/// Cells of other classes, as an app has several.
final class OtherCell: StrictCell {}
final class RareCell: StrictCell {}

/// A collection view that holds its data source to UIKit's rules, and keeps its cells through the operations alone.
///
/// The first violation stays in ``violation``. Cells exist for the rows of ``window``, and for some rows beyond it that are prepared but not
/// visible, as UIKit prepares them.
final class StrictCollectionView: UICollectionView {
    private(set) var violation: Violation?
    private(set) var batches = 0
    private(set) var operations = 0
    private(set) var reconfigured = 0
    private(set) var reloaded = 0
    var snapshots = 0

    private var classes: [String: StrictCell.Type] = [:]
    private var rows: [[StrictCell?]] = []
    private var reconfigures: StrictCell?
    private var isUpdating = false
    private var deleted: (sections: IndexSet, items: [IndexPath]) = ([], [])
    private var inserted: (sections: IndexSet, items: [IndexPath]) = ([], [])
    private var moved: (sections: [(Int, Int)], items: [(IndexPath, IndexPath)]) = ([], [])
    private let stage = UIWindow(frame: .zero)

    /// The flat positions that are visible.
    private var window_: Range<Int> = 0..<15
    private static let prepared = 5

    override var window: UIWindow? { stage }

    func check(_ holds: Bool, _ text: @autoclosure () -> String) {
        if !holds, violation == nil { violation = Violation(description: text()) }
    }

    // MARK: Cells

    override func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
        classes[identifier] = (cellClass as? StrictCell.Type) ?? StrictCell.self
    }

    override func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath) -> UICollectionViewCell {
        if let cell = reconfigures {
            check(cell.identifier == identifier, "\(indexPath) is reconfigured from \(cell.identifier) to \(identifier)")
            return cell
        }
        check(classes[identifier] != nil, "no class is registered for \(identifier)")
        return (classes[identifier] ?? StrictCell.self).init(identifier: identifier)
    }

    override func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
        using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
    ) -> Cell {
        register(Cell.self, forCellWithReuseIdentifier: registration.identifier)
        guard let cell = dequeueReusableCell(withReuseIdentifier: registration.identifier, for: indexPath) as? Cell else {
            fatalError(violation?.description ?? "a cell is not of its registration's class")
        }
        if let item { registration.handler(cell, indexPath, item) }
        return cell
    }

    override func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
        check(rows.indices.contains(indexPath.section) && rows[indexPath.section].indices.contains(indexPath.item), "no row \(indexPath)")
        return window_.contains(flat(indexPath)) ? rows[indexPath.section][indexPath.item] : nil
    }

    override var indexPathsForVisibleItems: [IndexPath] { positions(in: window_) }

    override var numberOfSections: Int { rows.count }
    override func numberOfItems(inSection section: Int) -> Int { rows[section].count }

    override func scrollToItem(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
        check(rows.indices.contains(indexPath.section) && rows[indexPath.section].indices.contains(indexPath.item), "no row \(indexPath)")
        guard violation == nil else { return }
        scroll(to: min(flat(indexPath), max(0, count - 15)), count: 15)
    }

    /// Scrolls, and lets cells come and go.
    func scroll(to first: Int, count: Int) {
        window_ = first..<(first + count)
        layOut()
    }

    var count: Int { rows.reduce(0) { $0 + $1.count } }

    /// The cells that exist.
    var cells: [(IndexPath, StrictCell)] {
        rows.enumerated().flatMap { section, cells in
            cells.enumerated().compactMap { row, cell in cell.map { (IndexPath(item: row, section: section), $0) } }
        }
    }

    private func flat(_ indexPath: IndexPath) -> Int { rows[..<indexPath.section].reduce(0) { $0 + $1.count } + indexPath.item }

    private func positions(in range: Range<Int>) -> [IndexPath] {
        var first = 0
        return rows.enumerated().flatMap { section, cells -> [IndexPath] in
            defer { first += cells.count }
            let part = range.clamped(to: first..<(first + cells.count))
            return part.map { IndexPath(item: $0 - first, section: section) }
        }
    }

    private func layOut() {
        guard let dataSource else { return }
        let wanted = positions(in: window_.lowerBound..<(window_.upperBound + Self.prepared))
        for indexPath in wanted where rows[indexPath.section][indexPath.item] == nil {
            let cell = dataSource.collectionView(self, cellForItemAt: indexPath)
            rows[indexPath.section][indexPath.item] = cell as? StrictCell
            check(cell is StrictCell, "a cell of \(indexPath) was not dequeued")
            if window_.contains(flat(indexPath)) { delegate?.collectionView(self, willDisplay: cell, forItemAt: indexPath) }
        }
        let kept = Set(wanted)
        for section in rows.indices {
            for row in rows[section].indices where !kept.contains(IndexPath(item: row, section: section)) { rows[section][row] = nil }
        }
        prefetchDataSource?.collectionView(self, prefetchItemsAt: positions(in: window_.upperBound..<(window_.upperBound + 20)))
    }

    // MARK: Updates

    override func reloadData() {
        rows = countedRows.map { [StrictCell?](repeating: nil, count: $0) }
        layOut()
    }

    private var countedRows: [Int] {
        guard let dataSource else { return [] }
        return (0..<dataSource.numberOfSections(in: self)).map { dataSource.collectionView(self, numberOfItemsInSection: $0) }
    }

    override func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        batches += 1
        check(countedRows == rows.map(\.count), "the data source changed before the block")
        isUpdating = true
        updates?()
        isUpdating = false
        take()
        check(
            countedRows == rows.map(\.count),
            "Invalid update: \(countedRows) after, \(rows.map(\.count)) by the operations")
        guard violation == nil else { return }
        layOut()
    }

    /// Carries the cells by the operations: those of items count within the sections as they were, then as they will be.
    private func take() {
        operations += deleted.sections.count + inserted.sections.count + moved.sections.count
        operations += deleted.items.count + inserted.items.count + moved.items.count
        let sources = deleted.items + moved.items.map(\.0)
        let targets = inserted.items + moved.items.map(\.1)
        check(Set(sources).count == sources.count && Set(targets).count == targets.count, "an index path stands twice")
        var items: [IndexPath: StrictCell?] = [:]
        for indexPath in sources.sorted(by: >) {
            guard rows.indices.contains(indexPath.section), rows[indexPath.section].indices.contains(indexPath.item) else {
                return check(false, "no item to take from \(indexPath)")
            }
            items[indexPath] = rows[indexPath.section].remove(at: indexPath.item)
        }
        var sections: [Int: [StrictCell?]] = [:]
        for index in (deleted.sections + moved.sections.map(\.0)).sorted(by: >) {
            guard rows.indices.contains(index) else { return check(false, "no section \(index)") }
            sections[index] = rows.remove(at: index)
        }
        let empty = inserted.sections.map {
            ($0, [StrictCell?](repeating: nil, count: countedRows.indices.contains($0) ? countedRows[$0] : 0))
        }
        for (index, cells) in (empty + moved.sections.map { ($0.1, sections[$0.0] ?? []) }).sorted(by: { $0.0 < $1.0 }) {
            guard index <= rows.count else { return check(false, "section \(index) is past the end") }
            rows.insert(cells, at: index)
        }
        let arrivals = inserted.items.map { ($0, StrictCell?.none) } + moved.items.map { ($0.1, items[$0.0] ?? nil) }
        for (indexPath, cell) in arrivals.sorted(by: { $0.0 < $1.0 }) {
            guard rows.indices.contains(indexPath.section), indexPath.item <= rows[indexPath.section].count else {
                return check(false, "\(indexPath) is past the end")
            }
            rows[indexPath.section].insert(cell, at: indexPath.item)
        }
        (deleted, inserted, moved) = (([], []), ([], []), ([], []))
    }

    override func insertSections(_ sections: IndexSet) { note { inserted.sections.formUnion(sections) } }
    override func deleteSections(_ sections: IndexSet) { note { deleted.sections.formUnion(sections) } }
    override func moveSection(_ section: Int, toSection newSection: Int) { note { moved.sections.append((section, newSection)) } }
    override func insertItems(at indexPaths: [IndexPath]) { note { inserted.items += indexPaths } }
    override func deleteItems(at indexPaths: [IndexPath]) { note { deleted.items += indexPaths } }
    override func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) { note { moved.items.append((indexPath, newIndexPath)) } }

    private func note(_ body: () -> Void) {
        check(isUpdating, "an operation outside performBatchUpdates")
        body()
    }

    override func reconfigureItems(at indexPaths: [IndexPath]) {
        for indexPath in indexPaths {
            check(
                rows.indices.contains(indexPath.section) && rows[indexPath.section].indices.contains(indexPath.item), "no row \(indexPath)")
            guard violation == nil, let cell = rows[indexPath.section][indexPath.item] else { continue }
            reconfigured += 1
            reconfigures = cell
            _ = dataSource?.collectionView(self, cellForItemAt: indexPath)
            reconfigures = nil
        }
    }

    override func reloadItems(at indexPaths: [IndexPath]) {
        for indexPath in indexPaths {
            check(
                rows.indices.contains(indexPath.section) && rows[indexPath.section].indices.contains(indexPath.item), "no row \(indexPath)")
            guard violation == nil else { return }
            let distance = max(window_.lowerBound - flat(indexPath), flat(indexPath) - window_.upperBound)
            check(distance <= 15, "\(indexPath) is reloaded, \(distance) rows from the screen")
            reloaded += 1
            rows[indexPath.section][indexPath.item] = nil
        }
        layOut()
    }
}
