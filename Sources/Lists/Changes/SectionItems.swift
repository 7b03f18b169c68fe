/// The items of sections that are inserted or deleted as a whole, searched for those that the other version has in other sections.
struct SectionItems {
    /// Items that are read at a time.
    private static let portion = 1_024

    private let sections: [(index: Int, items: OrderedTree<ItemEntry>)]
    private let storage: any NodeStorage
    private let itemCount: Int

    /// - Parameter sections: Each with its index while items change.
    init(_ sections: [(index: Int, items: OrderedTree<ItemEntry>)], in storage: any NodeStorage) {
        self.sections = sections
        self.storage = storage
        itemCount = sections.reduce(0) { $0 + $1.items.count }
    }

    /// The numbers of the items that other sections have, too. Reads the leaves of both, unless one has no items; memory is eight
    /// bytes an item of the smaller.
    ///
    /// - Throws: ``TooManyChanges`` where there are more than `limit`.
    func numbers(sharedWith other: SectionItems, limit: Int) throws -> Set<Number> {
        let (few, many) = itemCount < other.itemCount ? (self, other) : (other, self)
        guard few.itemCount > 0 else { return [] }
        var numbers: [Number] = []
        numbers.reserveCapacity(few.itemCount)
        try few.visit { item in
            numbers.append(item.entry.number)
            return true
        }
        numbers.sort()
        var shared: Set<Number> = []
        try many.visit { item in
            if Self.isFound(item.entry.number, in: numbers) { shared.insert(item.entry.number) }
            guard shared.count <= limit else { throw TooManyChanges() }
            return true
        }
        return shared
    }

    /// Whether an ascending run of numbers has one.
    private static func isFound(_ number: Number, in numbers: [Number]) -> Bool {
        var low = 0
        var high = numbers.count
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < numbers.count && numbers[low] == number
    }

    /// The items of some numbers, as far as they are here. Reads leaves until all are found.
    func items(of numbers: Set<Number>) throws -> [Number: Item] {
        var found: [Number: Item] = [:]
        guard !numbers.isEmpty else { return found }
        try visit { item in
            if numbers.contains(item.entry.number) { found[item.entry.number] = item }
            return found.count < numbers.count
        }
        return found
    }

    /// Visits the items until `body` returns `false`.
    private func visit(_ body: (Item) throws -> Bool) throws {
        for section in sections {
            for start in stride(from: 0, to: section.items.count, by: Self.portion) {
                let entries = try section.items.elements(in: start..<(start + Self.portion), of: storage)
                for (row, entry) in zip(start..., entries) {
                    let path = IndexPath(section: section.index, row: row)
                    guard try body(Item(entry: entry, indexPath: path, position: row)) else { return }
                }
            }
        }
    }
}
