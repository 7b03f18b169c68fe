#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    extension UITableView {
        /// Shows an update, and changes the data source with it, as ``UICollectionView/show(_:of:reuseIdentifier:supplementary:)`` does.
        ///
        /// - Parameters:
        ///   - animation: How rows and sections come and go.
        ///   - reuseIdentifier: What the view's data source dequeues for a row; nil is a row that is not loaded.
        ///   - header: Shows a section anew in its header, given the header's view and the section's index.
        ///   - footer: The same for its footer.
        public func show<Source: ListDataSource>(
            _ update: ListUpdate<Source.Item>, of source: Source, with animation: RowAnimation = .automatic,
            reuseIdentifier: (ListRow<Source.Item>?) -> String? = { $0?.cell },
            header: (UITableViewHeaderFooterView, Int) -> Void = { _, _ in },
            footer: (UITableViewHeaderFooterView, Int) -> Void = { _, _ in }
        ) {
            switch update {
            case .reload(let reload):
                reload.apply()
                reloadData()
                if let anchor = reload.anchor, anchor[0] < numberOfSections, anchor[1] < numberOfRows(inSection: anchor[0]) {
                    layoutIfNeeded()
                    scrollToRow(at: anchor, at: .top, animated: false)
                }
            case .stages(let stages, _) where window == nil:
                for stage in stages { stage.apply() }
                reloadData()
            case .stages(let stages, _):
                for stage in stages {
                    take(stage, with: animation)
                    renew(stage.updatedItems, of: source, reuseIdentifier)
                    for section in stage.updatedSections {
                        if let view = headerView(forSection: section) { header(view, section) }
                        if let view = footerView(forSection: section) { footer(view, section) }
                    }
                }
            case .reconfigure(let indexPaths): renew(indexPaths, of: source, reuseIdentifier)
            case .info: renew(indexPathsForVisibleRows ?? [], of: source, reuseIdentifier)
            case .state, .refused: break
            }
        }

        private func take<Item>(_ stage: ListStage<Item>, with animation: RowAnimation) {
            guard stage.changesPositions else { return stage.apply() }
            performBatchUpdates(
                { [self] in
                    stage.apply()
                    deleteSections(stage.deletedSections, with: animation)
                    insertSections(stage.insertedSections, with: animation)
                    for move in stage.movedSections { moveSection(move.from, toSection: move.to) }
                    deleteRows(at: stage.deletedItems, with: animation)
                    insertRows(at: stage.insertedItems, with: animation)
                    for move in stage.movedItems { moveRow(at: move.from, to: move.to) }
                }, completion: nil)
        }

        private func renew<Source: ListDataSource>(
            _ indexPaths: [IndexPath], of source: Source, _ reuseIdentifier: (ListRow<Source.Item>?) -> String?
        ) {
            guard window != nil else { return reloadData() }
            let same = indexPaths.filter { indexPath in
                guard let cell = cellForRow(at: indexPath) else { return false }
                return cell.reuseIdentifier == reuseIdentifier(source.row(at: indexPath))
            }
            reconfigureRows(at: same)
            let near = PreparedRows(around: indexPathsForVisibleRows ?? [], sections: numberOfSections) { numberOfRows(inSection: $0) }
            let others = Set(indexPaths).subtracting(same).filter(near.contains)
            if !others.isEmpty { reloadRows(at: others.sorted(), with: .none) }
        }
    }
#endif
