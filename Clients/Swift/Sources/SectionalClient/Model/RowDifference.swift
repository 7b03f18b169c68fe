/// The rows that come, go and move on the screen in one stage: those of the server's stage, and those that this app has placed between them.
struct RowDifference: Equatable {
    struct Move: Equatable {
        let from: RowPosition
        let to: RowPosition
    }

    /// Positions on the screen before the stage.
    private(set) var deleted: [RowPosition] = []
    /// Positions on the screen after the stage, as all that follow.
    private(set) var inserted: [RowPosition] = []
    private(set) var moved: [Move] = []
    private(set) var updated: [RowPosition] = []

    var isEmpty: Bool { deleted.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty }

    /// The rows of a stage between which this app has placed none.
    init<Item>(_ stage: StageAnswer<Item>) {
        deleted = stage.items.deleted.map(\.indexPath)
        inserted = stage.items.inserted.map(\.indexPath)
        moved = stage.items.moved.map { Move(from: $0.from, to: $0.to) }
        updated = stage.items.updated.map(\.indexPath)
    }

    /// - Parameters:
    ///   - old: The arrangement before the stage.
    ///   - new: The arrangement after it; after a stage that changes something, of no item that `old` does not have.
    ///   - stage: The server's stage.
    ///   - positions: Those of the stage.
    init<Item>(from old: RowArrangement, to new: RowArrangement, through stage: StageAnswer<Item>, _ positions: StagePositions) {
        deleted = stage.items.deleted.map { old.position(of: $0.indexPath) }
        deleted += old.rows.indices.lazy.filter { index in
            let row = old.rows[index]
            return row.source == nil && new.index(of: row.id) == nil && positions.section(row.gap.section) != nil
        }.map(old.position(ofPlaced:))
        inserted = stage.items.inserted.lazy.map(\.indexPath).filter { !new.hasSource(at: $0) }.map(new.position(of:))
        inserted += new.rows.indices.lazy.filter { new.rows[$0].source == nil && old.index(of: new.rows[$0].id) == nil }
            .map(new.position(ofPlaced:))
        let placed = Self.placed(from: old, to: new, positions)
        moved = stage.items.moved.lazy.filter { !old.hasSource(at: $0.from) && !new.hasSource(at: $0.to) }
            .map { Move(from: old.position(of: $0.from), to: new.position(of: $0.to)) }
        moved += moves(of: placed, positions)
        deleted.sort()
        inserted.sort()
        moved.sort { $0.to < $1.to }
        updated = stage.items.updated.map { new.position(of: $0.indexPath) }
        // The server has such a row by now, as it has made it.
        updated += stage.items.inserted.lazy.map(\.indexPath).filter(new.hasSource).map(new.position(of:))
        updated.sort()
    }

    /// The rows that this app has placed before the stage or after it, and that are on the screen before and after it.
    private static func placed(from old: RowArrangement, to new: RowArrangement, _ positions: StagePositions) -> [Move] {
        var placed: [Move] = []
        for (index, row) in old.rows.enumerated() {
            let start = old.position(ofPlaced: index)
            if let end = new.index(of: row.id) {
                placed.append(Move(from: start, to: new.position(ofPlaced: end)))
            } else if let end = row.source.flatMap({ positions[$0] }) {
                placed.append(Move(from: start, to: new.position(of: end)))
            }
        }
        for (index, row) in new.rows.enumerated() where old.index(of: row.id) == nil {
            // Only where the server's version stays the same, so the source is that of before too.
            if let source = row.source { placed.append(Move(from: old.position(of: source), to: new.position(ofPlaced: index))) }
        }
        return placed.sorted { $0.from < $1.from }
    }

    /// The rows of this app that come to stand between other rows than before. All the others keep their order, and need no move.
    private func moves(of placed: [Move], _ positions: StagePositions) -> [Move] {
        let leaving = (deleted + moved.map(\.from) + placed.map(\.from)).sorted()
        let arriving = (inserted + moved.map(\.to) + placed.map(\.to)).sorted()
        var last: [Int: RowPosition] = [:]
        return placed.filter { row in
            let isInOrder = last[row.to.section].map { $0 < row.to } ?? true
            guard isInOrder, positions.section(row.from.section) == row.to.section,
                Self.rank(of: row.from, among: leaving) == Self.rank(of: row.to, among: arriving)
            else { return true }
            last[row.to.section] = row.to
            return false
        }
    }

    /// The number of rows before a position in its section that are not in the list.
    private static func rank(of position: RowPosition, among others: [RowPosition]) -> Int {
        position.row - (others.partition { $0 < position } - others.partition { $0 < RowPosition(position.section, 0) })
    }
}

extension RowArrangement {
    /// The arrangement before a stage that takes a section away: without the rows that would have to leave their section, or come to another,
    /// in the same stage. No stage may have both.
    func withdrawn(from positions: StagePositions) -> RowArrangement {
        RowArrangement(
            rows.filter { row in
                guard let source = row.source else { return true }
                guard source.section != row.gap.section else { return true }
                let isLeft = positions.section(source.section) != nil && positions.section(row.gap.section) != nil
                return isLeft && !(positions[source] == nil && positions.isMoved(section: row.gap.section))
            })
    }

    /// The arrangement after a stage. An item that it inserts is one of this app's where it has its id: it stays where it was put.
    ///
    /// - Parameter count: The counts of a section before the stage, and of one after it.
    func after<Item>(
        _ stage: StageAnswer<Item>, _ positions: StagePositions, count: (before: (Int) -> Int, after: (Int) -> Int)
    ) -> RowArrangement {
        let arrived = isEmpty ? [:] : Dictionary(stage.items.inserted.map { (ExactID($0.item.id), $0.indexPath) }) { $1 }
        return RowArrangement(
            rows.compactMap { row -> Row? in
                guard let (gap, isAfter) = row.gap.gap(after: positions, isAfter: row.isAfter, count: count) else { return nil }
                let source = row.source.map { positions[$0] } ?? arrived[row.id]
                guard source != nil || row.source == nil else { return nil }
                return Row(id: row.id, gap: gap, isAfter: isAfter, source: source)
            }.inOrder)
    }
}

extension [RowArrangement.Row] {
    /// By their gaps, and beside one gap as they were.
    var inOrder: [RowArrangement.Row] {
        enumerated().sorted { a, b in
            (a.element.gap, a.element.isAfter ? 0 : 1, a.offset) < (b.element.gap, b.element.isAfter ? 0 : 1, b.offset)
        }.map(\.element)
    }
}
