import Foundation

/// Numbers for the rows on a screen: a row keeps its own while it loads and wherever it moves, and no other row gets it.
///
/// Rows that nothing has touched share a run, so a million of them take a few words. A look-up takes O(log runs of the section), a change
/// O(runs of the section).
struct RowNumbers {
    /// Rows of a section that follow each other, as do their numbers.
    private struct Run {
        /// The row of the first.
        var start: Int
        /// Its number.
        var first: Int
        var count: Int
    }

    private struct Section {
        var runs: [Run] = []
        var count: Int { runs.last.map { $0.start + $0.count } ?? 0 }

        /// The run of a row, or of the end.
        private func index(of row: Int) -> Int { runs.partition { $0.start + $0.count <= row } }

        func number(of row: Int) -> Int? {
            let index = index(of: row)
            guard row >= 0, index < runs.count else { return nil }
            return runs[index].first + row - runs[index].start
        }

        mutating func remove(at row: Int) -> Int? {
            guard let number = number(of: row) else { return nil }
            split(at: row)
            split(at: row + 1)
            runs.remove(at: index(of: row))
            shift(from: row, by: -1)
            return number
        }

        mutating func insert(_ number: Int, count new: Int = 1, at row: Int) {
            let row = max(0, min(row, count))
            split(at: row)
            let index = index(of: row)
            shift(from: row, by: new)
            runs.insert(Run(start: row, first: number, count: new), at: index)
        }

        mutating func append(_ number: Int, count new: Int) {
            if new > 0 { insert(number, count: new, at: count) }
        }

        mutating func cut(to count: Int) {
            split(at: count)
            runs.removeAll { $0.start >= count }
        }

        /// Lets a run begin at a row.
        private mutating func split(at row: Int) {
            let index = index(of: row)
            guard index < runs.count, runs[index].start < row else { return }
            let head = row - runs[index].start
            runs.insert(Run(start: row, first: runs[index].first + head, count: runs[index].count - head), at: index + 1)
            runs[index].count = head
        }

        private mutating func shift(from row: Int, by distance: Int) {
            let first = runs.partition { $0.start < row }
            for index in first..<runs.count { runs[index].start += distance }
        }
    }

    private var sections: [Section] = []
    private var next = 0

    /// Nil of a row that is not there.
    subscript(position: RowPosition) -> Int? {
        sections.indices.contains(position.section) ? sections[position.section].number(of: position.row) : nil
    }

    /// Takes the counts of a screen that is counted anew. Index paths that are still there keep their numbers: a screen stays where it is.
    mutating func count(_ counts: [Int]) {
        sections = counts.enumerated().map { index, count in
            var section = index < sections.count ? sections[index] : Section()
            let missing = count - section.count
            if missing < 0 { section.cut(to: count) } else { section.append(take(missing), count: missing) }
            return section
        }
    }

    /// Follows a stage that has been applied.
    ///
    /// - Parameter count: The number of rows that a section has after it.
    @MainActor
    mutating func apply<Item>(_ stage: ListStage<Item>, count: (Int) -> Int) {
        var moved: [RowPosition: Int] = [:]
        var leaving = stage.deletedItems.map { (position: RowPosition($0), target: RowPosition?.none) }
        leaving += stage.movedItems.map { (position: RowPosition($0.from), target: RowPosition($0.to)) }
        for row in leaving.sorted(by: { $0.position > $1.position }) where sections.indices.contains(row.position.section) {
            let number = sections[row.position.section].remove(at: row.position.row)
            if let target = row.target { moved[target] = number }
        }
        changeSections(stage)
        for position in (stage.insertedItems + stage.movedItems.map(\.to)).map(RowPosition.init).sorted()
        where sections.indices.contains(position.section) {
            sections[position.section].insert(moved[position] ?? take(1), at: position.row)
        }
        for index in stage.insertedSections where sections.indices.contains(index) {
            let count = count(index)
            sections[index].append(take(count), count: count)
        }
    }

    @MainActor
    private mutating func changeSections<Item>(_ stage: ListStage<Item>) {
        var arrivals = stage.insertedSections.map { (index: $0, section: Section()) }
        for move in stage.movedSections where sections.indices.contains(move.from) { arrivals.append((move.to, sections[move.from])) }
        for index in (Array(stage.deletedSections) + stage.movedSections.map(\.from)).sorted(by: >) where sections.indices.contains(index) {
            sections.remove(at: index)
        }
        for arrival in arrivals.sorted(by: { $0.index < $1.index }) {
            sections.insert(arrival.section, at: min(arrival.index, sections.count))
        }
    }

    private mutating func take(_ count: Int) -> Int {
        defer { next += count }
        return next
    }
}
