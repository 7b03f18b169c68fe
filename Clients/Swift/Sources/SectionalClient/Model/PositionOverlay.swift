/// Items that this app has inserted or moved, and the server's version on the screen does not have there yet.
///
/// The screen shows each item at its last target whose place is known; a refused one leaves those before. Targets stay beside their rows
/// through the server's stages.
struct PositionOverlay<Item: Codable & Sendable>: Sendable {
    /// An insertion or a move, as it was asked for.
    struct Change: Sendable {
        /// The content of an item that the server does not have yet.
        struct Insertion: Sendable {
            let type: String?
            let value: Item?
        }

        /// The key of its write.
        let key: String
        let id: ExactID
        /// Nil of a move.
        let insertion: Insertion?
        /// The section's id; nil for that of the row that it comes beside.
        let section: String?
        /// The first that the screen knows is taken.
        let spots: [WriteTarget.Spot]
        /// The version of index paths in `spots`.
        var version: ListVersion?
    }

    private struct Target: Sendable {
        let change: Change
        /// Counts up: of an item's targets the last that has a gap is shown.
        let number: Int
        /// Nil while nobody knows the row that it comes beside.
        var gap: RowPosition?
        var isAfter = false
        /// The version that has it; nil until the server has answered.
        var version: ListVersion?
    }

    /// In the order of the screen; those without a gap come last.
    private var targets: [Target] = []
    /// The positions of the items in the server's version, as far as they are known.
    private var sources: [ExactID: RowPosition] = [:]
    /// The reuse identifiers of inserted items, as far as rows of their types are loaded.
    private var cells: [String?: String] = [:]
    private var count = 0

    var isEmpty: Bool { targets.isEmpty }

    func hasTargets(on id: ExactID) -> Bool { targets.contains { $0.change.id == id } }

    /// The inserted row, before any later value; nil of an item that is only moved.
    func row(of id: ExactID) -> ListRow<Item>? {
        guard let insertion = targets.first(where: { $0.change.id == id && $0.change.insertion != nil })?.change.insertion else {
            return nil
        }
        let cell = cells[insertion.type] ?? insertion.type ?? ""
        return ListRow(id: id.text, type: insertion.type, cell: cell, revision: 0, value: insertion.value)
    }

    /// The rows shown between those of the server's version.
    var arrangement: RowArrangement {
        guard !targets.isEmpty else { return RowArrangement() }
        let last = Dictionary(targets.lazy.filter { $0.gap != nil }.map { ($0.change.id, $0.number) }, uniquingKeysWith: max)
        let inserted = Set(targets.lazy.filter { $0.change.insertion != nil }.map(\.change.id))
        return RowArrangement(
            targets.compactMap { target in
                let id = target.change.id
                guard let gap = target.gap, target.number == last[id] else { return nil }
                let source = sources[id]
                guard source != nil || inserted.contains(id) else { return nil }
                return RowArrangement.Row(id: id, gap: gap, isAfter: target.isAfter, source: source)
            })
    }

    /// Positions in the server's version of rows that it depends on.
    var neighbours: Set<RowPosition> {
        var rows = Set(sources.values)
        for gap in targets.compactMap(\.gap) { rows.formUnion([gap, RowPosition(gap.section, gap.row - 1)]) }
        return rows
    }

    // MARK: Answers

    /// The server has it from `version` on. It stays on the screen as it is until the screen has got there.
    mutating func answered(key: String, version: ListVersion) {
        for index in targets.indices where targets[index].change.key == key { targets[index].version = version }
    }

    /// - Returns: The ids of its items.
    mutating func refused(key: String) -> [ExactID] { remove { $0.change.key == key } }

    /// Takes off what a version of the list has.
    ///
    /// - Returns: The ids of the items that are the server's now.
    mutating func settle(at version: ListVersion) -> [ExactID] { remove { $0.version.map { $0 <= version } ?? false } }

    /// Takes off what another list of this id has had.
    mutating func forgetAnswered() { _ = remove { $0.version != nil } }

    private mutating func remove(_ isSettled: (Target) -> Bool) -> [ExactID] {
        let removed = targets.lazy.filter(isSettled).map(\.change.id)
        guard !removed.isEmpty else { return [] }
        let ids = Set(removed)
        targets.removeAll(where: isSettled)
        for id in ids where !hasTargets(on: id) { sources[id] = nil }
        return ids.sorted()
    }

    // MARK: Positions

    /// - Parameter version: The version that has it, of a write that was answered in an earlier run.
    mutating func add(_ change: Change, version: ListVersion? = nil, in model: ListModel<Item>) {
        guard !targets.contains(where: { $0.change.key == change.key && $0.change.id == change.id }) else { return }
        targets.append(Target(change: change, number: count, version: version))
        count += 1
        resolve(in: model)
    }

    /// Forgets where things are: the model is another.
    mutating func forgetPositions() {
        sources = [:]
        for index in targets.indices { targets[index].gap = nil }
    }

    /// Follows a stage of the server.
    mutating func apply(
        _ stage: StageAnswer<Item>, _ positions: StagePositions, count: (before: (Int) -> Int, after: (Int) -> Int)
    ) {
        guard !targets.isEmpty else { return }
        for index in targets.indices {
            guard let gap = targets[index].gap else { continue }
            let next = gap.gap(after: positions, isAfter: targets[index].isAfter, count: count)
            (targets[index].gap, targets[index].isAfter) = (next?.gap, next?.isAfter ?? false)
        }
        sources = sources.compactMapValues { positions[$0] }
        let ids = Set(targets.map(\.change.id))
        for item in stage.items.inserted where ids.contains(ExactID(item.item.id)) { sources[ExactID(item.item.id)] = item.indexPath }
        let end = RowPosition(.max, .max)
        targets = targets.enumerated().sorted { a, b in
            (a.element.gap ?? end, a.element.isAfter ? 0 : 1, a.offset) < (b.element.gap ?? end, b.element.isAfter ? 0 : 1, b.offset)
        }.map(\.element)
    }

    /// Looks for the rows that are not known yet, among those that are loaded.
    mutating func resolve(in model: ListModel<Item>) {
        let unresolved = targets.filter { $0.gap == nil }.sorted { $0.number < $1.number }
        var wanted = Set(targets.map(\.change.id)).filter { sources[$0] == nil }
        for target in unresolved { wanted.formUnion(target.change.spots.compactMap(\.id)) }
        let known = model.positionsByID(wanted)
        for id in Set(targets.map(\.change.id)) where sources[id] == nil { sources[id] = known[id] }
        learnCells(of: model)
        for target in unresolved {
            guard let (index, gap, isAfter) = position(of: target, known, model) else { continue }
            var resolved = target
            (resolved.gap, resolved.isAfter) = (gap, isAfter)
            targets.insert(resolved, at: index)
            targets.removeAll { $0.number == target.number && $0.gap == nil }
        }
    }

    private mutating func learnCells(of model: ListModel<Item>) {
        var missing = Set(targets.lazy.compactMap(\.change.insertion).map(\.type)).subtracting(cells.keys)
        guard !missing.isEmpty else { return }
        model.forEachKnown { _, slot in
            if case .row(let row) = slot, missing.remove(row.type) != nil { cells[row.type] = row.cell }
        }
    }

    /// The gap of a target that has none, and its index among the targets.
    private func position(
        of target: Target, _ known: [ExactID: RowPosition], _ model: ListModel<Item>
    ) -> (index: Int, gap: RowPosition, isAfter: Bool)? {
        let change = target.change
        let section = change.section.flatMap { id in model.sections.firstIndex { ExactID($0.info.section.id) == ExactID(id) } }
        guard section != nil || change.section == nil else { return nil }
        for spot in change.spots {
            let isAfter = if case .after = spot { true } else { false }
            if let id = spot.id, let index = lastTarget(of: id, before: target.number), let gap = targets[index].gap {
                if gap.section == section ?? gap.section { return (index + (isAfter ? 1 : 0), gap, targets[index].isAfter) }
            } else if let row = spot.id.flatMap({ known[$0] }) ?? position(of: spot, change.version, model),
                row.section == section ?? row.section
            {
                let gap = RowPosition(row.section, row.row + (isAfter ? 1 : 0))
                return (end(of: gap, isAfter), gap, isAfter)
            }
        }
        guard let section else { return nil }
        let rows = model.sections[section].rows
        // Of rows that are not loaded nobody knows whether they are there.
        guard change.spots.first?.isEnd ?? true || rows.knownCount == rows.count else { return nil }
        let gap = RowPosition(section, rows.count)
        return (end(of: gap, false), gap, false)
    }

    /// The target at which an item was shown when a later target was added.
    private func lastTarget(of id: ExactID, before number: Int) -> Int? {
        targets.indices.lazy.filter { targets[$0].change.id == id && targets[$0].gap != nil && targets[$0].number < number }
            .max { targets[$0].number < targets[$1].number }
    }

    /// The row of an index path that means something in the version of the model.
    private func position(of spot: WriteTarget.Spot, _ version: ListVersion?, _ model: ListModel<Item>) -> RowPosition? {
        guard spot.isIndexPath, version == model.version, let name = spot.name else { return nil }
        let numbers = name.split(separator: "-").compactMap { Int($0) }
        guard numbers.count == 2 else { return nil }
        return model.modelled(RowPosition(numbers[0], numbers[1])).flatMap { model.contains($0) ? $0 : nil }
    }

    /// The index of a new target beside a gap: right after its row, or right before it.
    private func end(of gap: RowPosition, _ isAfter: Bool) -> Int {
        targets.partition { target in target.gap.map { isAfter ? $0 < gap : $0 <= gap } ?? false }
    }
}

extension WriteTarget.Spot {
    /// Whether it is the end of a section.
    fileprivate var isEnd: Bool { name == nil }
}
