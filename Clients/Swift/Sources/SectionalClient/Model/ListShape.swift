/// The counts of a list's sections: enough to say whether stages fit before a screen is told of them.
///
/// Counts from a network may be wrong, and a list view with wrong counts traps.
struct ListShape {
    /// The most rows that a list may have: far more than any view shows, and sums of a few such counts do not overflow.
    static let mostRows = most(Int.self)

    /// A watch has integers of 32 bits.
    static func most<Number: FixedWidthInteger>(_: Number.Type) -> Number { min(Number(clamping: Int64(1) << 40), .max / 4) }

    private(set) var counts: [Int]

    init(_ counts: [Int]) { self.counts = counts }

    /// Whether counts are not negative and their sum is one that can be worked with.
    static func isSound(_ counts: some Sequence<Int>) -> Bool {
        var left = mostRows
        for count in counts {
            guard count >= 0, count <= left else { return false }
            left -= count
        }
        return true
    }

    /// Takes a stage.
    ///
    /// - Returns: False where the stage does not fit; the shape is of no use then.
    mutating func accept<Item>(_ stage: StageAnswer<Item>) -> Bool {
        takeRowsOut(stage.items) && changeSections(stage.sections) && putRowsIn(stage.items) && holdsUpdates(stage)
    }

    private mutating func takeRowsOut<Item>(_ items: StageAnswer<Item>.Items) -> Bool {
        let leaving = items.deleted.map(\.indexPath) + items.moved.map(\.from)
        guard Set(leaving).count == leaving.count, leaving.allSatisfy(contains) else { return false }
        for position in leaving { counts[position.section] -= 1 }
        return true
    }

    private mutating func changeSections<Item>(_ sections: StageAnswer<Item>.Sections) -> Bool {
        let leaving = sections.deleted.map(\.index) + sections.moved.map(\.from)
        guard Set(leaving).count == leaving.count, leaving.allSatisfy(counts.indices.contains) else { return false }
        var arrivals = sections.inserted.map { (index: $0.index, count: $0.section.itemCount) }
        arrivals += sections.moved.map { (index: $0.to, count: counts[$0.from]) }
        guard !(arrivals.isEmpty && leaving.isEmpty) else { return true }
        guard Set(arrivals.map(\.index)).count == arrivals.count else { return false }
        for index in leaving.sorted(by: >) { counts.remove(at: index) }
        for arrival in arrivals.sorted(by: { $0.index < $1.index }) {
            guard arrival.index >= 0, arrival.index <= counts.count else { return false }
            counts.insert(arrival.count, at: arrival.index)
        }
        return Self.isSound(counts)
    }

    private mutating func putRowsIn<Item>(_ items: StageAnswer<Item>.Items) -> Bool {
        let arrivals = (items.inserted.map(\.indexPath) + items.moved.map(\.to)).sorted()
        for position in arrivals {
            guard counts.indices.contains(position.section), position.row >= 0, position.row <= counts[position.section] else {
                return false
            }
            counts[position.section] += 1
        }
        return Set(arrivals).count == arrivals.count
    }

    private func holdsUpdates<Item>(_ stage: StageAnswer<Item>) -> Bool {
        stage.sections.updated.allSatisfy { counts.indices.contains($0.index) && counts[$0.index] == $0.section.itemCount }
            && stage.items.updated.allSatisfy { contains($0.indexPath) }
    }

    private func contains(_ position: RowPosition) -> Bool {
        counts.indices.contains(position.section) && position.row >= 0 && position.row < counts[position.section]
    }
}
