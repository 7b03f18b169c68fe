#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    extension UICollectionView {
        /// Shows an update, and changes the data source with it.
        ///
        /// Each stage is one `performBatchUpdates`, in whose block the data source changes. Nothing waits for an animation: the next update may
        /// come right after. Where the view is in no window, the stages are applied at once and all is loaded again.
        ///
        /// - Parameters:
        ///   - source: Where the update comes from, which is what the view's data source reads.
        ///   - reuseIdentifier: What the view's data source dequeues for a row; nil is a row that is not loaded. A cell of that identifier is
        ///     reconfigured; in any other's place comes a new one.
        ///   - supplementary: Shows a section anew in its header or footer, given the view, its kind and the section's index.
        public func show<Source: ListDataSource>(
            _ update: ListUpdate<Source.Item>, of source: Source,
            reuseIdentifier: (ListRow<Source.Item>?) -> String? = { $0?.cell },
            supplementary: (UICollectionReusableView, String, Int) -> Void = { _, _, _ in }
        ) {
            switch update {
            case .reload(let reload):
                reload.apply()
                reloadData()
                if let anchor = reload.anchor, anchor[0] < numberOfSections, anchor[1] < numberOfItems(inSection: anchor[0]) {
                    layoutIfNeeded()
                    scrollToItem(at: anchor, at: .top, animated: false)
                }
            case .stages(let stages, _) where window == nil:
                for stage in stages { stage.apply() }
                reloadData()
            case .stages(let stages, _):
                for stage in stages {
                    take(stage)
                    renew(stage.updatedItems, of: source, reuseIdentifier)
                    for kind in [Self.elementKindSectionHeader, Self.elementKindSectionFooter] {
                        for section in stage.updatedSections {
                            let view = supplementaryView(forElementKind: kind, at: IndexPath(item: 0, section: section))
                            if let view { supplementary(view, kind, section) }
                        }
                    }
                }
            case .reconfigure(let indexPaths): renew(indexPaths, of: source, reuseIdentifier)
            case .info: renew(indexPathsForVisibleItems, of: source, reuseIdentifier)
            case .state, .refused: break
            }
        }

        private func take<Item>(_ stage: ListStage<Item>) {
            guard stage.changesPositions else { return stage.apply() }
            performBatchUpdates(
                { [self] in
                    stage.apply()
                    deleteSections(stage.deletedSections)
                    insertSections(stage.insertedSections)
                    for move in stage.movedSections { moveSection(move.from, toSection: move.to) }
                    deleteItems(at: stage.deletedItems)
                    insertItems(at: stage.insertedItems)
                    for move in stage.movedItems { moveItem(at: move.from, to: move.to) }
                }, completion: nil)
        }

        /// UIKit throws where a cell that is reconfigured would become one of another identifier. Cells that are prepared ahead are not to be
        /// seen from here, so rows near the screen are made anew; a row far from it has no cell.
        private func renew<Source: ListDataSource>(
            _ indexPaths: [IndexPath], of source: Source, _ reuseIdentifier: (ListRow<Source.Item>?) -> String?
        ) {
            guard window != nil else { return reloadData() }
            let same = indexPaths.filter { indexPath in
                guard let cell = cellForItem(at: indexPath) else { return false }
                return cell.reuseIdentifier == reuseIdentifier(source.row(at: indexPath))
            }
            reconfigureItems(at: same)
            let near = PreparedRows(around: indexPathsForVisibleItems, sections: numberOfSections) { numberOfItems(inSection: $0) }
            let others = Set(indexPaths).subtracting(same).filter(near.contains)
            if !others.isEmpty { UIView.performWithoutAnimation { reloadItems(at: others.sorted()) } }
        }
    }

    extension ListStage {
        /// Whether there is anything that `performBatchUpdates` is for.
        var changesPositions: Bool {
            !deletedSections.isEmpty || !insertedSections.isEmpty || !movedSections.isEmpty || !deletedItems.isEmpty
                || !insertedItems.isEmpty
                || !movedItems.isEmpty
        }
    }
#endif
