import TestSupport
import Testing

@testable import SectionalClient

@Suite("Offsets of sections")
struct SectionOffsetsTests {
    @Test("are the sums of plain counts, also with empty sections", arguments: [0, 1, 2, 7, 64, 1_000])
    func random(sections: Int) {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        var counts = (0..<sections).map { _ in random.below(3) == 0 ? 0 : random.below(9) }
        var offsets = SectionOffsets(counts)
        for _ in 0..<50 {
            if sections > 0 {
                let section = random.below(sections)
                let difference = random.below(5) - min(2, counts[section])
                counts[section] += difference
                offsets.add(difference, to: section)
            }
            var positions: [RowPosition] = []
            for (section, count) in counts.enumerated() {
                #expect(offsets.offset(of: section) == positions.count, "seed \(seed)")
                positions += (0..<count).map { RowPosition(section, $0) }
            }
            #expect(offsets.total == positions.count, "seed \(seed)")
            #expect(positions.indices.map { offsets.position(at: $0) } == positions, "seed \(seed)")
            #expect(offsets.position(at: positions.count) == nil && offsets.position(at: -1) == nil)
        }
    }
}
