import Foundations
import Testing

@Suite("A cache by the clock algorithm")
struct ClockCacheTests {
    @Test("stays within its limit whatever is put in")
    func isBounded() {
        let cache = ClockCache<Int64, Int64>(limit: 100_000)
        for key in 0..<Int64(10_000) { cache.insert(key, for: key, cost: 180 + Int(key % 300)) }
        #expect(cache.counts.cost <= 100_000)
        #expect(cache.counts.cost > 80_000)
        let kept = (0..<Int64(10_000)).filter { cache[$0] != nil }
        #expect(kept.count > 200)
        #expect(kept.allSatisfy { cache[$0] == $0 })
    }

    @Test("keeps what is used while others pass by")
    func keepsUsed() {
        var ring = ClockRing<Int, String>(limit: 20)
        ring.insert("kept", for: -1, cost: 1)
        for key in 0..<1000 {
            #expect(ring.find(-1) == "kept")
            ring.insert("passing", for: key, cost: 1)
        }
        #expect(ring.find(999) == "passing")
        #expect(ring.find(1) == nil)
    }

    @Test("lets go of the oldest first where nobody asks for any")
    func losesOldest() {
        var ring = ClockRing<Int, Int>(limit: 8)
        for key in 1...100 {
            ring.insert(key, for: key, cost: 1)
            let held = (1...key).filter { ring.copy(of: $0) != nil }
            #expect(held == Array(max(1, key - 7)...key))
        }
    }

    @Test("a large value takes the place of several, and the slots of these are used again")
    func replacesSeveral() {
        var ring = ClockRing<Int, Int>(limit: 8)
        for key in 1...8 { ring.insert(key, for: key, cost: 1) }
        ring.insert(9, for: 9, cost: 5)
        #expect((1...9).filter { ring.copy(of: $0) != nil } == [6, 7, 8, 9])
        for key in 10...12 { ring.insert(key, for: key, cost: 1) }
        #expect(ring.counts.cost == 8)
        #expect(ring.find(9) == 9)
    }

    @Test("takes nothing that costs more than its limit")
    func refusesLarge() {
        var ring = ClockRing<Int, Int>(limit: 1000)
        ring.insert(1, for: 1, cost: 5000)
        #expect(ring.find(1) == nil)
        #expect(ring.counts == CacheCounts(misses: 1))
    }

    @Test("lets go of a value that holds no longer")
    func refusesInvalid() {
        var ring = ClockRing<Int, Int>(limit: 10)
        ring.insert(1, for: 1, cost: 1)
        ring.insert(2, for: 2, cost: 1)
        #expect(ring.find(1) { $0 > 1 } == nil)
        #expect(ring.find(2) { $0 > 1 } == 2)
        #expect(ring.counts == CacheCounts(hits: 1, misses: 1, cost: 1))
        ring.removeAll()
        #expect(ring.find(2) == nil)
    }

    @Test("a cache checks what it finds, and can be emptied")
    func empties() {
        let cache = ClockCache<Int64, Int>(limit: 1600)
        for key in 0..<Int64(100) { cache.insert(Int(key), for: key, cost: 1) }
        #expect(cache.find(7) { $0 != 7 } == nil)
        #expect(cache[7] == nil)
        #expect(cache.find(8) { $0 == 8 } == 8)
        cache.removeAll()
        #expect((0..<Int64(100)).allSatisfy { cache[$0] == nil })
        #expect(cache.counts == CacheCounts(hits: 1, misses: 102, cost: 0))
    }
}

extension ClockRing {
    /// A value, without a mark that it was asked for.
    fileprivate func copy(of key: Key) -> Value? {
        var copy = self
        return copy.find(key)
    }
}
