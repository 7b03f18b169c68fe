import Testing

@testable import SQLiteStore

@Suite("The cache of nodes")
struct ClockCacheTests {
    @Test("stays within its bytes whatever is put in")
    func isBounded() {
        let cache = ClockCache<Int64>(bytes: 100_000)
        for key in 0..<Int64(10_000) { cache.insert(key, for: key, bytes: 100 + Int(key % 300)) }
        #expect(cache.byteCount <= 100_000)
        #expect(cache.byteCount > 80_000)
        let kept = (0..<Int64(10_000)).filter { cache[$0] != nil }
        #expect(kept.count > 200)
        #expect(kept.allSatisfy { cache[$0] == $0 })
    }

    @Test("keeps what is used while others pass by")
    func keepsUsed() {
        var ring = ClockRing<String>(limit: 20 * 180)
        ring.insert("kept", for: -1, bytes: 100)
        for key in 0..<Int64(1000) {
            #expect(ring.find(-1) == "kept")
            ring.insert("passing", for: key, bytes: 100)
        }
        #expect(ring.find(999) == "passing")
        #expect(ring.find(1) == nil)
    }

    @Test("takes nothing that is larger than its bound")
    func refusesLarge() {
        var ring = ClockRing<Int>(limit: 1000)
        ring.insert(1, for: 1, bytes: 5000)
        #expect(ring.find(1) == nil)
        #expect(ring.byteCount == 0)
    }
}
