import Lists
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("What things stand under, cached")
struct ParentCacheTests {
    /// Rows as the table has them, and a cache before them.
    private struct Model {
        let cache = ParentCache(bytes: 1 << 14)
        var rows: [Number: [ParentCache.Entry]] = [:]
        var head: Int64 = 0

        mutating func commit(_ numbers: [Number], _ random: inout SeededGenerator) {
            head += 1
            for number in numbers { rows[number, default: []].append(.init(since: head, parent: Number.random(in: 0..<5, using: &random))) }
        }

        func parent(of number: Number, at version: Int64) -> Number? { rows[number]?.last { $0.since <= version }?.parent }
    }

    @Test("an answer is the table's, whatever was committed between a read and its answer", arguments: 0..<40)
    func model(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var model = Model()
        let numbers = Array(Number(1)...12)
        model.commit(numbers, &random)
        for _ in 0..<800 {
            if Int.random(in: 0..<6, using: &random) == 0 {
                let moved = numbers.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
                model.commit(moved, &random)
                model.cache.forget(moved)
            }
            let number = Number.random(in: 1...13, using: &random)
            let version = max(1, model.head - Int64.random(in: 0..<3, using: &random))
            let expected = model.parent(of: number, at: version)
            let isOvertaken = Int.random(in: 0..<4, using: &random) == 0
            let newest = try model.cache.newest(number, at: version) {
                let row = model.rows[number]?.last
                if isOvertaken {
                    model.commit([number], &random)
                    model.cache.forget([number])
                }
                return row
            }
            if let newest { #expect(newest.parent == expected && newest.since <= version) }
        }
    }

    @Test("a second question is answered without a read, until the thing is forgotten")
    func reads() throws {
        let cache = ParentCache(bytes: 1 << 14)
        var reads = 0
        func parent(at version: Int64, _ entry: ParentCache.Entry?) throws -> Number? {
            try cache.newest(7, at: version) {
                reads += 1
                return entry
            }?.parent
        }
        #expect(try parent(at: 4, .init(since: 3, parent: 2)) == 2 && reads == 1)
        #expect(try parent(at: 9, nil) == 2 && reads == 1)
        #expect(try parent(at: 2, nil) == nil && reads == 1)
        cache.forget([8])
        #expect(try parent(at: 9, nil) == 2 && reads == 1)
        cache.forget([7])
        #expect(try parent(at: 9, nil) == nil && reads == 2)
        // A row of a later version is no answer, and is not kept.
        #expect(try parent(at: 9, .init(since: 10, parent: 1)) == nil && reads == 3)
        #expect(try parent(at: 9, .init(since: 9, parent: 1)) == 1 && reads == 4)
    }
}
