/// The sections on the screen in order: those of the server's version, and those that this app has inserted, where this app has put them.
struct SectionArrangement: Sendable, Equatable {
    struct Entry: Sendable, Equatable {
        let id: ExactID
        /// The index in the server's version; nil of a section that the server does not have yet.
        let served: Int?
        /// The section that the server does not have yet.
        var inserted: ListSection?
    }

    /// In the order of the screen.
    private(set) var entries: [Entry]
    /// Whether a section is inserted or moved.
    private(set) var isPlaced = false

    /// The server's version as it is.
    init(_ ids: [ExactID]) { entries = ids.enumerated().map { Entry(id: $1, served: $0) } }

    init(_ entries: [Entry], isPlaced: Bool) { (self.entries, self.isPlaced) = (entries, isPlaced) }

    /// Inserts or moves a section, where its target is there. An insertion that the version has, and a move of what it does not have, do nothing.
    mutating func place(_ edit: SectionEdit) {
        let from = entries.firstIndex { $0.id == edit.id }
        guard let to = index(of: edit.spots) else { return }
        if case .insertion(let section) = edit.kind {
            guard from == nil else { return }
            entries.insert(Entry(id: edit.id, served: nil, inserted: section), at: to)
        } else {
            guard let from else { return }
            let target = from < to ? to - 1 : to
            guard target != from else { return }
            entries.insert(entries.remove(at: from), at: target)
        }
        isPlaced = true
    }

    /// The index that a section comes before, all counted; nil where no target is there.
    private func index(of spots: [WriteTarget.Spot]) -> Int? {
        for spot in spots {
            guard let id = spot.id else { return entries.count }
            guard let index = entries.firstIndex(where: { $0.id == id }) else { continue }
            if case .after = spot { return index + 1 }
            return index
        }
        return nil
    }
}

/// The indexes on the screen of the server's sections, and back, where this app has placed some.
struct PlacedOrder: Sendable, Equatable {
    /// By the index in the server's version.
    let shown: [Int]
    /// By the index on the screen; nil of a section that the server does not have yet.
    let served: [Int?]

    /// Nil where nothing is placed.
    init?(_ arrangement: SectionArrangement) {
        guard arrangement.isPlaced else { return nil }
        served = arrangement.entries.map(\.served)
        var shown = Array(repeating: 0, count: served.count { $0 != nil })
        for case (let index, let server?) in served.enumerated() { shown[server] = index }
        self.shown = shown
    }

    func shown(_ server: RowPosition) -> RowPosition { RowPosition(shown[server.section], server.row) }
}

extension SectionArrangement {
    /// The operations on sections that lead from this order to another.
    ///
    /// A section stays where those that keep their order stay; of an order the fewest move. One of this app becomes the server's where that has
    /// no items; else it goes, and the server's comes.
    ///
    /// - Parameter section: The section of an index of the other.
    func difference<Item>(to other: SectionArrangement, section: (Int) -> ListSection) -> StageAnswer<Item>.Sections {
        var old: [ExactID: Int] = [:]
        for (index, entry) in entries.enumerated() { old[entry.id] = index }
        var difference = StageAnswer<Item>.Sections()
        var kept: [(from: Int, to: Int)] = []
        var isKept = Array(repeating: false, count: entries.count)
        for (index, entry) in other.entries.enumerated() {
            guard let from = old[entry.id], !replaces(entries[from], entry, { section(index) }) else {
                difference.inserted.append(.init(index: index, section: entry.inserted ?? section(index)))
                continue
            }
            isKept[from] = true
            kept.append((from, index))
            if entries[from].served == nil, entry.served != nil {
                difference.updated.append(.init(index: index, section: section(index)))
            }
        }
        for (index, entry) in entries.enumerated() where !isKept[index] {
            difference.deleted.append(.init(id: entry.id.text, index: index))
        }
        let staying = Self.longestAscent(of: kept.map(\.from))
        for (rank, move) in kept.enumerated() where !staying.contains(rank) {
            difference.moved.append(.init(id: entries[move.from].id.text, from: move.from, to: move.to))
        }
        return difference
    }

    private func replaces(_ old: Entry, _ new: Entry, _ section: () -> ListSection) -> Bool {
        switch (old.served, new.served) {
        case (nil, _?): section().itemCount > 0
        case (_?, nil): true
        default: false
        }
    }

    /// The indexes of a longest ascending subsequence (Fredman 1975), in O(n log n).
    private static func longestAscent(of numbers: [Int]) -> Set<Int> {
        /// The indexes of the least last numbers of ascents, by length.
        var ends: [Int] = []
        var previous = Array(repeating: -1, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            let length = ends.partition { numbers[$0] < number }
            previous[index] = length > 0 ? ends[length - 1] : -1
            if length == ends.count { ends.append(index) } else { ends[length] = index }
        }
        var ascent: Set<Int> = []
        var index = ends.last ?? -1
        while index >= 0 {
            ascent.insert(index)
            index = previous[index]
        }
        return ascent
    }
}
