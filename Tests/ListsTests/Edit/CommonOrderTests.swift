import TestSupport
import Testing

@testable import Lists

@Suite("The longest common order of two runs of keys")
struct CommonOrderTests {
    @Test("finds the longest common order of short runs, as trying all of them does")
    func commonOrder() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<3_000 {
            let old = (0..<random.below(9)).map { _ in random.below(3) }
            let new = (0..<random.below(9)).map { _ in random.below(3) }
            let length = Self.commonLength(old, new)
            #expect(Self.length(of: CommonOrder.pairs(old, new), old, new) == length, "\(old) \(new)")
            var steps = 10_000
            let script = ShortestEditScript.pairs(old, new, budget: &steps)
            #expect(script.map { Self.length(of: $0, old, new) } == length, "\(old) \(new)")
        }
    }

    @Test("finds the longest common order where values repeat so often that their pairs are many times the items")
    func repeatedValues() {
        var random = SeededGenerator(seed: 5)
        let (old, new) = ((0..<2_000).map { _ in random.below(3) }, (0..<2_000).map { _ in random.below(3) })
        #expect(Self.length(of: CommonOrder.pairs(old, new), old, new) == Self.commonLength(old, new))
    }

    @Test("pairs equal values in some order where the longest one takes more steps than there are")
    func stepsRunOut() {
        var random = SeededGenerator(seed: 6)
        let (old, new) = ((0..<2_000).map { _ in random.below(3) }, (0..<2_000).map { _ in random.below(3) })
        var budget = CommonOrder.Budget()
        budget.steps = 1_000
        let length = Self.length(of: CommonOrder.pairs(old, new, &budget), old, new)
        #expect(length.map { $0 > 0 && $0 < Self.commonLength(old, new) } == true && budget.steps == 0)
    }

    /// The number of pairs; `nil` where they are not of equal keys, or do not ascend.
    private static func length(of pairs: [(old: Int, new: Int)], _ old: [Int], _ new: [Int]) -> Int? {
        let isOrder =
            pairs.allSatisfy { old[$0.old] == new[$0.new] }
            && zip(pairs, pairs.dropFirst()).allSatisfy { $0.old < $1.old && $0.new < $1.new }
        return isOrder ? pairs.count : nil
    }

    /// The length of the longest common order, by the table of all beginnings.
    private static func commonLength(_ old: [Int], _ new: [Int]) -> Int {
        var row = Array(repeating: 0, count: new.count + 1)
        for left in old {
            var diagonal = 0
            for (index, right) in new.enumerated() {
                let above = row[index + 1]
                row[index + 1] = left == right ? diagonal + 1 : max(above, row[index])
                diagonal = above
            }
        }
        return row[new.count]
    }

    private static func ids(in shelf: ListShelf) throws -> [String] {
        try ReplacementTests.Model(shelf.snapshot()).sections.flatMap { $0.items.map(\.id) }
    }

    @Test("changes two items of 20,000 of which most are equal, far from each other, by two operations")
    func farChanges() throws {
        let shelf = try ListShelf()
        var values = (0..<20_000).map { "\($0 * $0 % 11 % 7)" }
        try shelf.write { try $0.replace(with: ReplacementTests.bare([values])) }
        let old = try Self.ids(in: shelf)
        values.insert("3", at: 5)
        values.remove(at: 19_000)
        try shelf.write { try $0.replace(with: ReplacementTests.bare([values])) }
        let new = try Self.ids(in: shelf)
        let indices = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1, $0) })
        #expect(new.count == 20_000)
        #expect(LongestIncreasingSubsequence.indices(of: new.compactMap { indices[$0] }).count == 19_999)
    }
}
