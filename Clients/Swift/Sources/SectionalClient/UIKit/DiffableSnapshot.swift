#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    extension ListDataSource {
        /// The ids of all sections and rows, for a diffable data source; nil of more than 10,000 rows, which UIKit would compare one by one at
        /// each change: show stages there.
        ///
        /// A row that is not loaded has an id that no item has, and that stays the same while its neighbours do. Make a snapshot for each update,
        /// after it was applied: the index path that a cell provider is given is then that of this data source.
        ///
        /// - Parameter renewed: Items whose cells are configured again. Some may be gone by now.
        public func diffableSnapshot(reconfiguring renewed: [String] = []) -> NSDiffableDataSourceSnapshot<String, String>? {
            let counts = (0..<numberOfSections()).map { numberOfItems(in: $0) }
            guard counts.reduce(0, +) <= 10_000 else { return nil }
            var snapshot = NSDiffableDataSourceSnapshot<String, String>()
            var sections = DistinctIDs()
            var items = DistinctIDs()
            for (index, count) in counts.enumerated() {
                let section = section(at: index).id
                let own = sections.add(section)
                snapshot.appendSections([own])
                snapshot.appendItems(rowIDs(of: index, count: count, in: section).map { items.add($0) }, toSection: own)
            }
            snapshot.reconfigureItems(Array(items.all.intersection(renewed)))
            return snapshot
        }

        private func rowIDs(of section: Int, count: Int, in sectionID: String) -> [String] {
            var neighbour = ""
            var distance = 0
            return (0..<count).map { row in
                if let known = id(at: IndexPath(item: row, section: section)) {
                    (neighbour, distance) = (known, 0)
                    return known
                }
                distance += 1
                // No id has a control character.
                return "\u{0}\(sectionID)\u{0}\(neighbour)\u{0}\(distance)"
            }
        }
    }

    /// Ids that differ for Swift too. On the server two ids are the same when their bytes are, and a string of Swift's is the same as one
    /// that is written otherwise in Unicode.
    private struct DistinctIDs {
        private(set) var all: Set<String> = []

        mutating func add(_ id: String) -> String {
            var own = id
            while !all.insert(own).inserted { own = "\u{0}\(all.count)\u{0}\(own)" }
            return own
        }
    }
#endif
