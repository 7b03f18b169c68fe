/// The rows that this app has inserted or moved, between those of a version of the list, before the server's version has them there.
///
/// It maps index paths of the screen to positions in the server's version and back. It holds these rows alone, never the list: a look-up takes
/// O(log rows).
struct RowArrangement: Sendable, Equatable {
    struct Row: Sendable, Equatable {
        let id: ExactID
        /// The row of the server's version that it comes before; the section's count for its end.
        var gap: RowPosition
        /// Whether it belongs to the row before the gap, not to the one after it.
        var isAfter: Bool
        /// Its position in the server's version; nil of an item that the server does not have yet.
        var source: RowPosition?
    }

    /// The content of an index path of the screen.
    enum Content: Equatable {
        /// A row of the server's version that stays where it is.
        case server(RowPosition)
        /// The row of this index in ``rows``.
        case placed(Int)
    }

    /// In the order of the screen.
    private(set) var rows: [Row]
    /// Positions that nothing is shown at, since their rows are shown elsewhere; in order.
    private let sources: [RowPosition]
    private let indexes: [ExactID: Int]
    private let indexesBySource: [RowPosition: Int]

    /// - Parameter rows: Each item once, by their gaps in order.
    init(_ rows: [Row] = []) {
        self.rows = rows
        sources = rows.compactMap(\.source).sorted()
        indexes = Dictionary(rows.enumerated().map { ($1.id, $0) }) { $1 }
        indexesBySource = Dictionary(rows.enumerated().compactMap { index, row in row.source.map { ($0, index) } }) { $1 }
    }

    var isEmpty: Bool { rows.isEmpty }

    /// How many rows the screen has that the server's version does not have.
    var insertedCount: Int { rows.count - sources.count }

    /// The number of rows that a section has on the screen.
    ///
    /// - Parameter count: The number in the server's version.
    func count(of section: Int, from count: Int) -> Int {
        rows.isEmpty ? count : count - sourcesBefore(RowPosition(section, .max)).count + placed(in: section).count
    }

    func index(of id: ExactID) -> Int? { indexes[id] }

    func hasSource(at position: RowPosition) -> Bool { indexesBySource[position] != nil }

    /// The position on the screen of a row of the server's version.
    func position(of server: RowPosition) -> RowPosition {
        guard !rows.isEmpty else { return server }
        if let index = indexesBySource[server] { return position(ofPlaced: index) }
        let first = rows.partition { $0.gap < RowPosition(server.section, 0) }
        let added = rows.partition { $0.gap <= server } - first
        return RowPosition(server.section, server.row - sourcesBefore(server).count + added)
    }

    /// The position on the screen of the row of an index.
    func position(ofPlaced index: Int) -> RowPosition {
        let gap = rows[index].gap
        let first = rows.partition { $0.gap < RowPosition(gap.section, 0) }
        return RowPosition(gap.section, gap.row - sourcesBefore(gap).count + index - first)
    }

    /// The content of a position on the screen that is one.
    func content(at position: RowPosition) -> Content {
        guard !rows.isEmpty else { return .server(position) }
        let placed = placed(in: position.section)
        var (low, high) = (placed.lowerBound, placed.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if self.position(ofPlaced: middle) < position { low = middle + 1 } else { high = middle }
        }
        if low < placed.upperBound, self.position(ofPlaced: low) == position { return .placed(low) }
        let rank = position.row - (low - placed.lowerBound)
        return .server(RowPosition(position.section, rank + sourcesUpTo(rank, in: position.section)))
    }

    private func placed(in section: Int) -> Range<Int> {
        rows.partition { $0.gap < RowPosition(section, 0) }..<rows.partition { $0.gap < RowPosition(section + 1, 0) }
    }

    /// The sources of a position's section that come before it, as indexes.
    private func sourcesBefore(_ position: RowPosition) -> Range<Int> {
        sources.partition { $0 < RowPosition(position.section, 0) }..<sources.partition { $0 < position }
    }

    /// The number of sources before the row of a section that has `rank` others before it.
    private func sourcesUpTo(_ rank: Int, in section: Int) -> Int {
        let range = sourcesBefore(RowPosition(section, .max))
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if sources[middle].row - (middle - range.lowerBound) <= rank { low = middle + 1 } else { high = middle }
        }
        return low - range.lowerBound
    }
}

extension RowPosition {
    /// The gap after a stage: it stays beside the row that it belongs to, else before the next that is left in the section, else at its end.
    ///
    /// - Parameters:
    ///   - isAfter: Whether it belongs to the row before it.
    ///   - count: The counts of a section before the stage, and of one after it.
    /// - Returns: The gap, and whether it still belongs to the row before it; nil where the section is deleted.
    func gap(
        after positions: StagePositions, isAfter: Bool, count: (before: (Int) -> Int, after: (Int) -> Int)
    ) -> (gap: RowPosition, isAfter: Bool)? {
        guard let section = positions.section(section) else { return nil }
        if isAfter, row > 0, let neighbour = positions[RowPosition(self.section, row - 1)], neighbour.section == section {
            return (RowPosition(section, neighbour.row + 1), true)
        }
        for next in row..<max(row, count.before(self.section)) {
            guard let neighbour = positions[RowPosition(self.section, next)], neighbour.section == section else { continue }
            return (neighbour, false)
        }
        return (RowPosition(section, count.after(section)), false)
    }
}
