import TestSupport
import Testing

@testable import Lists

@Suite("The heaviest increasing subsequence")
struct HeaviestIncreasingSubsequenceTests {
    @Test("is what trying all of them finds")
    func exhaustive() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let count = random.below(10)
            let values = (0..<count).map { $0 * 3 - 5 }.shuffled(using: &random)
            let weights = (0..<count).map { _ in 1 + random.below(9) }
            let indices = HeaviestIncreasingSubsequence.indices(of: values, weights: weights)
            #expect(zip(indices, indices.dropFirst()).allSatisfy { $0 < $1 && values[$0] < values[$1] }, "seed \(seed)")
            var heaviest = 0
            for choice in 0..<(1 << count) {
                let chosen = (0..<count).filter { choice >> $0 & 1 == 1 }
                guard zip(chosen, chosen.dropFirst()).allSatisfy({ values[$0] < values[$1] }) else { continue }
                heaviest = max(heaviest, chosen.reduce(0) { $0 + weights[$1] })
            }
            #expect(indices.reduce(0) { $0 + weights[$1] } == heaviest, "seed \(seed)")
        }
    }

    @Test("is as long as the longest one where all weigh the same")
    func equalWeights() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let values = (0..<2_000).shuffled(using: &random)
        let heaviest = HeaviestIncreasingSubsequence.indices(of: values, weights: values.map { _ in 1 })
        #expect(heaviest.count == LongestIncreasingSubsequence.indices(of: values).count, "seed \(seed)")
    }
}
