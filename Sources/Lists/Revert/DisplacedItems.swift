/// The items in leaves of a list's head that another version has not: which of them that version has elsewhere is found by their numbers.
final class DisplacedItems {
    private struct Place {
        let number: Number
        /// Among the items of these leaves.
        let ordinal: Int
    }

    private struct Leaf {
        let branch: TreeBranch
        /// The ordinal of its first item.
        let first: Int
        /// The position of its first item in the list.
        let position: Int
    }

    private let storage: any NodeStorage
    private var leaves: [Leaf] = []
    private var places: [Place] = []
    /// By ordinal, whether the other version has the item.
    private var isKept: [Bool] = []

    init(of storage: any NodeStorage) {
        self.storage = storage
    }

    /// Adds the leaf that comes next in the list.
    ///
    /// - Parameter position: The position of its first item.
    func add(_ branch: TreeBranch, at position: Int) throws {
        leaves.append(Leaf(branch: branch, first: places.count, position: position))
        for entry in try entries(of: branch) { places.append(Place(number: entry.number, ordinal: places.count)) }
    }

    /// Ends the adding.
    func sort() {
        places.sort { $0.number < $1.number }
        isKept = Array(repeating: false, count: places.count)
    }

    /// The item of a number, from now on kept; `nil` where there is none. Its value counts as the same until it is compared.
    func keep(_ number: Number) throws -> KeptItem? {
        guard let ordinal = ordinal(of: number) else { return nil }
        isKept[ordinal] = true
        let leaf = leaves[leaves.partitioningIndex { $0.first > ordinal } - 1]
        let entries = try entries(of: leaf.branch)
        let index = ordinal - leaf.first
        guard entries.indices.contains(index) else { throw NodeCorruption() }
        return KeptItem(position: leaf.position + index, entry: entries[index], isSameValue: true)
    }

    private func ordinal(of number: Number) -> Int? {
        let index = places.partitioningIndex { $0.number >= number }
        return index < places.count && places[index].number == number ? places[index].ordinal : nil
    }

    private func entries(of branch: TreeBranch) throws -> [ItemEntry] {
        try OrderedTree<ItemEntry>.elements(ofLeaf: branch, in: storage)
    }

    /// Hands out the items that were not kept, in the order of the list.
    func readDropped(_ body: ([ItemEntry]) throws -> Void) throws {
        for leaf in leaves {
            let dropped = try zip(leaf.first..., entries(of: leaf.branch)).filter { !isKept[$0.0] }.map(\.1)
            if !dropped.isEmpty { try body(dropped) }
        }
    }
}

extension Array {
    /// The index of the first element of which a condition holds that holds of all behind it.
    fileprivate func partitioningIndex(where belongsToSecond: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if belongsToSecond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
