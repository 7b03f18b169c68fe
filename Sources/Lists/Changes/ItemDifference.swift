/// The changes of a list's items while its sections stay in the order of ``SectionOrder``.
///
/// Sections of both versions are compared tree by tree. An item lost by one of them may have gone to another section, or to an inserted
/// one. An item gained by one of them may have come from a deleted section.
struct ItemDifference {
    private(set) var deleted: [Item] = []
    private(set) var inserted: [Item] = []
    /// Each as it is afterwards, and its index path before.
    private(set) var moved: [(item: Item, from: IndexPath)] = []
    private(set) var updated: [Item] = []
    private let limit: Int
    /// Items that a section of both versions has lost, and gained, by their numbers.
    private var lost: [Number: Item] = [:]
    private var gained: [Number: Item] = [:]

    /// - Parameter limit: The most operations.
    init(limit: Int) {
        self.limit = limit
    }

    /// Compares the items of a section that both versions have.
    ///
    /// - Parameter section: The index of the section.
    mutating func compare(
        _ old: OrderedTree<ItemEntry>, in oldStorage: any NodeStorage, _ new: OrderedTree<ItemEntry>, in newStorage: any NodeStorage,
        at section: Int
    ) throws {
        guard old.root != new.root else { return }
        let difference = try TreeDifference(from: old, in: oldStorage, to: new, in: newStorage, limit: limit, changeLimit: limit)
        for change in difference.changed { updated.append(Self.item(change.new.element, section, change.new.index)) }
        for loss in difference.removed { lost[loss.element.number] = Self.item(loss.element, section, loss.index) }
        for gain in difference.added { gained[gain.element.number] = Self.item(gain.element, section, gain.index) }
        for run in difference.order().moving {
            guard run.count <= limit - moved.count else { throw TooManyChanges() }
            let entries = try new.elements(in: run.new..<(run.new + run.count), of: newStorage)
            for (offset, entry) in entries.enumerated() {
                moved.append((Self.item(entry, section, run.new + offset), IndexPath(section: section, row: run.old + offset)))
            }
        }
        // One section may have lost the item that another gained.
        guard max(lost.count, gained.count) + moved.count + updated.count <= limit else { throw TooManyChanges() }
    }

    /// Finds the targets of the items that sections of both versions have lost, and the sources of those that they gained.
    ///
    /// - Parameters:
    ///   - deleted: The sections of the old version alone.
    ///   - inserted: The sections of the new version alone.
    mutating func resolveMoves(deleted gone: SectionItems, inserted new: SectionItems) throws {
        let across = try gone.numbers(sharedWith: new, limit: limit)
        let left = try gone.items(of: across.union(gained.keys))
        let arrived = try new.items(of: across.union(lost.keys))
        lost.merge(left) { first, _ in first }
        gained.merge(arrived) { first, _ in first }
        for (number, item) in gained {
            guard let source = lost.removeValue(forKey: number) else {
                inserted.append(item)
                continue
            }
            moved.append((item, source.indexPath))
            if source.entry != item.entry { updated.append(item) }
        }
        deleted = lost.values.sorted { $0.indexPath < $1.indexPath }
        inserted.sort { $0.indexPath < $1.indexPath }
        moved.sort { $0.item.indexPath < $1.item.indexPath }
        updated.sort { $0.indexPath < $1.indexPath }
        guard operationCount <= limit else { throw TooManyChanges() }
    }

    var operationCount: Int { deleted.count + inserted.count + moved.count + updated.count }

    private static func item(_ entry: ItemEntry, _ section: Int, _ row: Int) -> Item {
        Item(entry: entry, indexPath: IndexPath(section: section, row: row), position: row)
    }
}
