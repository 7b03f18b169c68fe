import TestSupport
import Testing

@testable import Commands

@Suite("Where lines that were sent come from")
struct LineOriginsTests {
    @Test(
        "a line's origin is what was given for it",
        arguments: [[], [0], [7], [2, 2, 3, 4], [2, 2, 4, 6, 8, 9, 30, 31], [5, 3, 1, 0, 0, 9, 9, 9]])
    func origins(lines: [Int]) {
        var origins = LineOrigins()
        for line in lines { origins.append(line) }
        for (index, line) in lines.enumerated() { #expect(origins.line(of: index + 1) == (line == 0 ? nil : line)) }
        #expect(origins.line(of: lines.count + 1) == nil)
        #expect(origins.line(of: 0) == nil)
    }

    @Test("random lines have their origins too", arguments: 0..<20)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let lines = (0..<200).map { _ in Int.random(in: 1...4, using: &random) }
        origins(lines: lines)
    }
}
