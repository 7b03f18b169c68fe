import Foundations
import HTTPServing
import HTTPTypes
import Ports
import Testing

@testable import ListAPI

@Suite("The response cache")
struct ResponseCacheTests {
    private let cache = ResponseCache(capacity: 1 << 20) { 0 }
    private let watch = ListWatch(list: 1, head: 5, oldest: 2)

    private func key(_ target: String) -> ResponseKey {
        ResponseKey(target: RequestTarget(target), acceptsGzip: false, registry: 0, accepted: nil)
    }

    private func response(version: Int64 = 5, isPinned: Bool = false, bytes: Int = 10, generation: Int = 0) -> CachedResponse {
        CachedResponse(
            prepared: PreparedResponse(headers: [], body: [UInt8](repeating: 0x20, count: bytes)), match: nil, tag: "\"v\"",
            version: version, isPinned: isPinned, watch: watch, generation: generation)
    }

    /// Offers a response twice, as its second request does.
    private func keep(_ response: CachedResponse, at target: String) {
        for _ in 0..<2 { cache.offer(response, for: key(target)) }
    }

    private func has(_ target: String) -> Bool {
        var request = Request(method: .get, target: RequestTarget(target), headers: HTTPFields(), id: "x")
        return cache.response(to: &request) != nil
    }

    @Test("takes a response at its second request, and makes none at the first")
    func admission() {
        var made = 0
        func make() -> CachedResponse {
            made += 1
            return response()
        }
        cache.offer(make(), for: key("/a"))
        #expect(made == 0 && !has("/a"))
        cache.offer(make(), for: key("/a"))
        #expect(made == 1 && has("/a") && !has("/b"))
        #expect(cache.counts.hits == 1 && cache.counts.misses == 2 && cache.counts.cost > 10)
    }

    @Test("a response of the newest version goes with the next one, a response of a named version with the history")
    func versions() {
        keep(response(), at: "/newest")
        keep(response(version: 3, isPinned: true), at: "/pinned")
        #expect(has("/newest") && has("/pinned"))
        watch.advance(to: 6)
        #expect(!has("/newest") && has("/pinned"))
        watch.raiseOldest(to: 4)
        #expect(!has("/pinned"))
        #expect(cache.counts.cost == 0)
    }

    @Test("once it was emptied it has no response that was made before, also where that is offered later")
    func clearing() {
        let before = cache.generation
        keep(response(generation: before), at: "/a")
        cache.clear()
        #expect(!has("/a") && cache.counts.cost == 0)
        keep(response(generation: before), at: "/a")
        #expect(!has("/a"))
        keep(response(generation: cache.generation), at: "/a")
        #expect(has("/a"))
    }

    @Test("stays within its bytes, and takes nothing where it may have none")
    func bounds() {
        for number in 0..<500 { keep(response(bytes: 10_000), at: "/\(number)") }
        #expect(cache.counts.cost <= 1 << 20)
        #expect((0..<500).contains { has("/\($0)") })
        let none = ResponseCache(capacity: 0) { 0 }
        for _ in 0..<2 { none.offer(response(), for: key("/a")) }
        #expect(none.counts.cost == 0)
    }
}
