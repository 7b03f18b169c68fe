import Foundation

/// The rows that a list view may have cells of: those on its screen, and those within a screen of them, which UIKit prepares before they come
/// and keeps for a while when they have gone. Nothing tells which of the latter have one.
struct PreparedRows {
    private var rows: [Int: Range<Int>] = [:]

    /// - Parameters:
    ///   - visible: The index paths of what is on the screen, in any order. Sections may scroll by themselves: each has its own rows.
    ///   - sections: How many sections there are.
    ///   - count: How many rows a section has.
    init(around visible: [IndexPath], sections: Int, count: (Int) -> Int) {
        let margin = max(10, visible.count)
        for (section, paths) in Dictionary(grouping: visible, by: { $0[0] }) where section < sections {
            let seen = paths.map { $0[1] }
            guard let first = seen.min(), let last = seen.max() else { continue }
            add((first - margin)..<(last + 1 + margin), to: section, of: count(section))
            var (left, neighbour) = (margin - first, section - 1)
            for _ in 0..<margin where left > 0 && neighbour >= 0 {
                let rows = count(neighbour)
                add((rows - left)..<rows, to: neighbour, of: rows)
                (left, neighbour) = (left - rows, neighbour - 1)
            }
            (left, neighbour) = (last + 1 + margin - count(section), section + 1)
            for _ in 0..<margin where left > 0 && neighbour < sections {
                let rows = count(neighbour)
                add(0..<left, to: neighbour, of: rows)
                (left, neighbour) = (left - rows, neighbour + 1)
            }
        }
    }

    func contains(_ indexPath: IndexPath) -> Bool { rows[indexPath[0]]?.contains(indexPath[1]) ?? false }

    private mutating func add(_ range: Range<Int>, to section: Int, of count: Int) {
        let part = range.clamped(to: 0..<count)
        guard !part.isEmpty else { return }
        let old = rows[section] ?? part
        rows[section] = min(old.lowerBound, part.lowerBound)..<max(old.upperBound, part.upperBound)
    }
}
