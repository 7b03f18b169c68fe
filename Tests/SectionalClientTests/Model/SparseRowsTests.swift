import TestSupport
import Testing

@testable import SectionalClient

@Suite("Rows of which some are known")
struct SparseRowsTests {
    private func elements(_ rows: SparseRows<Int>) -> [Int?] { (0..<rows.count).map { rows[$0] } }

    @Test("are what a plain array is, through 100,000 random operations", arguments: [8, 600, 4_000])
    func random(about size: Int) {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        var plain: [Int?] = Array(repeating: nil, count: size)
        var rows = SparseRows<Int>(count: size)
        for step in 0..<100_000 {
            // Around one row for a while, as a screen is.
            let around = step / 200 * 7_919 % max(1, plain.count)
            let row = min(max(0, around + random.below(40) - 20), plain.count)
            switch random.below(10) {
            case 0, 1:
                let element = random.below(3) == 0 ? nil : step
                plain.insert(element, at: row)
                rows.insert(element, at: row)
            case 2...3 where row < plain.count:
                let removed = (rows.remove(at: row), plain.remove(at: row))
                #expect(removed.0 == removed.1, "seed \(seed)")
            case 4 where row < plain.count:
                plain[row] = nil
                rows[row] = nil
            case 5...8 where row < plain.count:
                plain[row] = step
                rows[row] = step
            default: if row < plain.count { #expect(rows[row] == plain[row], "seed \(seed)") }
            }
            guard rows.count == plain.count else {
                Issue.record("\(rows.count) rows, not \(plain.count), at \(step), seed \(seed)")
                return
            }
            if step % 997 == 0 || step == 99_999 {
                guard elements(rows) == plain else {
                    Issue.record("other rows at \(step), seed \(seed)")
                    return
                }
                #expect(rows.knownCount == plain.count { $0 != nil }, "seed \(seed)")
            }
        }
        var known: [Int: Int] = [:]
        rows.forEachKnown { known[$0] = $1 }
        #expect(known == Dictionary(uniqueKeysWithValues: plain.enumerated().compactMap { row, element in element.map { (row, $0) } }))
        rows.updateKnown { row, element in row % 3 == 0 ? nil : element + 1 }
        let expected = plain.enumerated().map { row, element in row % 3 == 0 ? nil : element.map { $0 + 1 } }
        #expect(elements(rows) == expected, "seed \(seed)")
        #expect(rows.knownCount == expected.count { $0 != nil }, "seed \(seed)")
    }

    @Test("that are unknown take no memory, however many")
    func unknown() {
        var rows = SparseRows<Int>(count: .max - 1)
        rows[1 << 40] = 7
        rows.insert(nil, at: 3)
        #expect(rows[(1 << 40) + 1] == 7 && rows[1 << 40] == nil && rows.knownCount == 1)
    }
}
