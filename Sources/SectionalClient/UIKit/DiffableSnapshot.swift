#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    extension ListDataSource {
        /// The ids of all sections and rows, for a diffable data source; nil of more than 10,000 rows, which UIKit would compare one by one at
        /// each change: show stages there.
        ///
        /// A row that is not loaded has an id of its own, which stays the same while its neighbours do, and which no item has. Apply a snapshot
        /// after each update was applied; the index path that a cell provider is given is then the data source's.
        ///
        /// - Parameter renewed: Rows whose content is another: those that updates and stages name.
        public func diffableSnapshot(renewing renewed: [IndexPath] = []) -> NSDiffableDataSourceSnapshot<String, String>? {
            let counts = (0..<numberOfSections()).map { numberOfItems(in: $0) }
            guard counts.reduce(0, +) <= 10_000 else { return nil }
            var snapshot = NSDiffableDataSourceSnapshot<String, String>()
            var ids: [[String]] = []
            for (index, count) in counts.enumerated() {
                let section = section(at: index).id
                ids.append(rowIDs(of: index, count: count, in: section))
                snapshot.appendSections([section])
                snapshot.appendItems(ids[index], toSection: section)
            }
            let known = renewed.filter { ids.indices.contains($0.section) && ids[$0.section].indices.contains($0.item) }
            snapshot.reconfigureItems(Set(known).map { ids[$0.section][$0.item] })
            return snapshot
        }

        private func rowIDs(of section: Int, count: Int, in sectionID: String) -> [String] {
            var previous = ""
            var distance = 0
            return (0..<count).map { row in
                if let known = id(at: IndexPath(item: row, section: section)) {
                    (previous, distance) = (known, 0)
                    return known
                }
                distance += 1
                // No id has a control character.
                return "\u{0}\(sectionID)\u{0}\(previous)\u{0}\(distance)"
            }
        }
    }
#endif
