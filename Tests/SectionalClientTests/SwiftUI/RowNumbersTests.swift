import Foundation
import TestSupport
import Testing

@testable import SectionalClient

@Suite("The numbers of rows")
@MainActor
struct RowNumbersTests {
    private func all(_ numbers: RowNumbers, _ counts: [Int]) -> [[Int?]] {
        counts.enumerated().map { section, count in (0..<count).map { numbers[RowPosition(section, $0)] } }
    }

    @Test("stay with their rows through stages, as plain arrays of items' ids have them", arguments: 0..<20)
    func random(run: Int) throws {
        let list = VersionedList()
        try list.scribble(UInt64(run) + 1, edits: 12)
        var numbers = RowNumbers()
        var version = try list.version(try list.head)
        numbers.count(version.rows.map(\.count))
        // Each item's number, by its id.
        var known: [String: Int] = [:]
        for round in 0..<15 {
            for (section, rows) in version.rows.enumerated() {
                for (row, item) in rows.enumerated() {
                    let number = try #require(numbers[RowPosition(section, row)])
                    #expect(known[item.id] ?? number == number, "run \(run), round \(round): \(item.id) has another number")
                    known[item.id] = number
                }
                #expect(numbers[RowPosition(section, rows.count)] == nil)
            }
            #expect(Set(known.values).count == known.count, "run \(run), round \(round): two items have one number")
            let old = try list.head
            try list.scribble(UInt64(run * 100 + round) + 1_000, edits: 1 + round)
            let next = try list.version(try list.head)
            for answer in try list.stages(from: old, to: try list.head) {
                let stage = ListStage<Int>(answer.sections, RowDifference(answer)) {}
                numbers.apply(stage) { index in
                    // Rows come to an inserted section in later stages too; its own stand in the stage.
                    answer.sections.inserted.first { $0.index == index }?.section.itemCount ?? 0
                }
            }
            // An item that goes and comes again is another row.
            let ids = Set(next.rows.joined().map(\.id))
            known = known.filter { ids.contains($0.key) }
            version = next
        }
    }

    @Test("of a million rows take a run a section, and stay at their index paths through a reload")
    func reload() {
        var numbers = RowNumbers()
        numbers.count([1_000_000, 3])
        #expect(numbers[RowPosition(0, 999_999)] == 999_999 && numbers[RowPosition(1, 0)] == 1_000_000)
        numbers.count([2, 5, 1])
        #expect(all(numbers, [2, 5, 1]) == [[0, 1], [1_000_000, 1_000_001, 1_000_002, 1_000_003, 1_000_004], [1_000_005]])
        numbers.count([0, 1])
        #expect(all(numbers, [1, 2]) == [[nil], [1_000_000, nil]] && numbers[RowPosition(2, 0)] == nil)
        numbers.count([1, 1])
        #expect(numbers[RowPosition(0, 0)] == 1_000_006 && numbers[RowPosition(-1, 0)] == nil && numbers[RowPosition(0, -1)] == nil)
    }
}
