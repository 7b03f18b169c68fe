/// The rows that somebody looks at.
struct Sight {
    /// The row that was looked at last: what is near it is loaded first and forgotten last.
    var focus = RowPosition(0, 0)
    /// The rows on the screen, in order.
    var visible: [RowPosition] = []

    /// The flat offset of the row that was looked at last.
    func focusOffset<Item>(in model: ListModel<Item>) -> Int {
        guard !model.sections.isEmpty else { return 0 }
        return model.flatOffset(of: RowPosition(min(focus.section, model.sections.count - 1), focus.row))
    }

    /// The same in the server's version.
    func servedFocusOffset<Item>(in model: ListModel<Item>) -> Int {
        guard !model.sections.isEmpty else { return 0 }
        return model.servedOffset(of: RowPosition(min(focus.section, model.sections.count - 1), focus.row))
    }

    /// The windows of the flat list around what is visible, in order, none touching another. Sections that scroll side by side show the
    /// beginnings of several sections at once: each run of visible rows has a margin of its own.
    ///
    /// - Parameter screens: The margin on either side of a run of visible rows, as a multiple of it.
    func windows<Item>(in model: ListModel<Item>, screens: Int) -> [Range<Int>] {
        let offsets = visible.filter(model.contains).map(model.flatOffset)
        let windows = Self.joined(offsets.map { $0..<($0 + 1) }).map { run in
            let margin = run.count * max(0, min(100, screens))
            return max(0, run.lowerBound - margin)..<min(model.itemCount, run.upperBound + margin)
        }
        return Self.joined(windows.sorted { $0.lowerBound < $1.lowerBound })
    }

    /// - Parameter ranges: By their lower bounds.
    /// - Returns: The same numbers in as few ranges as they can be.
    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        ranges.reduce(into: []) { joined, range in
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
    }

    /// The ids of the first rows on the screen.
    func topRows<Item>(in model: ListModel<Item>) -> [String] {
        let positions = visible.isEmpty ? [focus] : visible
        return positions.lazy.filter(model.contains).compactMap { model.row(at: $0)?.id }.prefix(3).map { $0 }
    }

    /// Applies a stage, and finds again what is looked at. A row that is gone, or not loaded, leaves its index path to the one that follows.
    mutating func apply<Item>(_ stage: StageAnswer<Item>, to model: inout ListModel<Item>) {
        guard stage.movesRows else { return model.apply(stage) }
        let seen = visible.map { model.row(at: $0).map { ExactID($0.id) } }
        let focused = model.row(at: focus).map { ExactID($0.id) }
        model.apply(stage)
        let ids = Set(seen.compactMap { $0 } + [focused].compactMap { $0 })
        let found = model.positionsByID(ids)
        visible = Set(zip(visible, seen).map { $1.flatMap { found[$0] } ?? $0 }).filter(model.contains).sorted()
        if let focused, let position = found[focused] { focus = position }
    }
}
