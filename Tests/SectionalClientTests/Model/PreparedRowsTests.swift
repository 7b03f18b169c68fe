import Foundation
import Testing

@testable import SectionalClient

@Suite("Rows that may have cells")
struct PreparedRowsTests {
    private func rows(_ counts: [Int], visible: [IndexPath]) -> [IndexPath] {
        let prepared = PreparedRows(around: visible, sections: counts.count) { counts[$0] }
        return counts.indices.flatMap { section in (0..<counts[section]).map { IndexPath(indexes: [section, $0]) } }.filter(
            prepared.contains)
    }

    @Test("are those on the screen and a screen around it, over the ends of sections")
    func around() {
        let found = rows([5, 20, 0, 3, 500], visible: (2..<14).map { [1, $0] })
        let expected: [IndexPath] =
            (0..<5).map { [0, $0] } + (0..<20).map { [1, $0] } + (0..<3).map { [3, $0] } + (0..<3).map { [4, $0] }
        #expect(found == expected)
    }

    @Test("are near each section that shows some, where sections scroll side by side")
    func sideBySide() {
        let found = rows([1_000, 1_000, 1_000], visible: [[0, 500], [0, 501], [2, 300]])
        #expect(found == (490..<512).map { [0, $0] } + (290..<311).map { [2, $0] })
    }

    @Test("are none where nothing is on the screen, or what is was of another list")
    func none() {
        #expect(rows([100], visible: []) == [] && rows([100], visible: [[3, 0]]) == [] && rows([0], visible: [[0, 7]]) == [])
    }
}
