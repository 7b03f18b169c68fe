/// The positions after a stage of the rows and sections that were there before it.
///
/// Building takes O(operations log operations), each look-up O(log operations).
struct StagePositions: Sendable {
    private var deletedRows: Set<RowPosition> = []
    private var movedRows: [RowPosition: RowPosition] = [:]
    /// Deleted rows and those that move, before the stage, in order.
    private var leavingRows: [RowPosition] = []
    /// Inserted rows and those that move, after the stage, in order.
    private var arrivingRows: [RowPosition] = []
    private var deletedSections: Set<Int> = []
    private var movedSections: [Int: Int] = [:]
    private var leavingSections: [Int] = []
    private var arrivingSections: [Int] = []

    /// Nothing changes.
    init() {}

    init<Item>(_ stage: StageAnswer<Item>) {
        let (sections, items) = (stage.sections, stage.items)
        deletedRows = Set(items.deleted.map(\.indexPath))
        movedRows = Dictionary(items.moved.map { ($0.from, $0.to) }) { $1 }
        leavingRows = (items.deleted.map(\.indexPath) + items.moved.map(\.from)).sorted()
        arrivingRows = (items.inserted.map(\.indexPath) + items.moved.map(\.to)).sorted()
        deletedSections = Set(sections.deleted.map(\.index))
        movedSections = Dictionary(sections.moved.map { ($0.from, $0.to) }) { $1 }
        leavingSections = (sections.deleted.map(\.index) + sections.moved.map(\.from)).sorted()
        arrivingSections = (sections.inserted.map(\.index) + sections.moved.map(\.to)).sorted()
    }

    /// Nil of a section that is deleted.
    func section(_ index: Int) -> Int? {
        if let moved = movedSections[index] { return moved }
        guard !deletedSections.contains(index) else { return nil }
        let rank = index - leavingSections.partition { $0 < index }
        return rank + Self.arrivals(before: rank, in: arrivingSections[...]) { $0 }
    }

    /// Whether a section is moved.
    func isMoved(section index: Int) -> Bool { movedSections[index] != nil }

    /// Nil of a row that is deleted, by itself or with its section.
    subscript(position: RowPosition) -> RowPosition? {
        if let moved = movedRows[position] { return moved }
        guard !deletedRows.contains(position), let section = section(position.section) else { return nil }
        let first = RowPosition(position.section, 0)
        let leaving = leavingRows.partition { $0 < position } - leavingRows.partition { $0 < first }
        let rank = position.row - leaving
        let start = arrivingRows.partition { $0 < RowPosition(section, 0) }
        let end = arrivingRows.partition { $0 < RowPosition(section + 1, 0) }
        return RowPosition(section, rank + Self.arrivals(before: rank, in: arrivingRows[start..<end], \.row))
    }

    /// Of those that arrive, in order and each counted after the stage, the number that come before what would be at `rank` without them.
    private static func arrivals<Arrival>(before rank: Int, in sorted: ArraySlice<Arrival>, _ index: (Arrival) -> Int) -> Int {
        var (low, high) = (sorted.startIndex, sorted.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if index(sorted[middle]) - (middle - sorted.startIndex) <= rank { low = middle + 1 } else { high = middle }
        }
        return low - sorted.startIndex
    }
}

extension Array {
    /// The number of elements that come first, of an array that begins with all of them.
    func partition(_ isFirst: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isFirst(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
