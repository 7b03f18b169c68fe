import CellTypes
import HTTPServing
import HTTPTypes
import JSON
import Lists
import Testing
@testable import ListAPI

@Suite("Caches of answers with cells")
struct CellCacheTests {
    @Test("an answer from before a type changed is not found any more, and each client has its own", arguments: [32 << 20, 0])
    func registry(capacity: Int) async throws {
        let api = try TypedAPI { $0.responseCacheBytes = capacity }
        try await api.send(.put, "/lists/l", body: #"{"sections":[{"items":[{"id":"a","type":"A","value":1}]}]}"#)
        for round in 0..<3 {
            try api.register(CellType(name: "A", reuseIdentifier: "X\(round)", fallback: "B"))
            for target in ["/lists/l/items", "/lists/l/items?at=1", "/lists/l/items/0-0", "/lists/l/sections?items=1", "/lists/l/geometry"]
            {
                for _ in 0..<3 {
                    for (accepting, cell) in [(nil, "X\(round)"), ("B", "B"), ("A", "X\(round)"), ("", "UnsupportedCell")] {
                        let answer = try await api.get(target, accepting: accepting)
                        #expect(answer.text.contains("\"\(cell)\""), "\(target), \(accepting ?? "-"), round \(round)")
                    }
                }
            }
        }
    }

    @Test("keys differ by what the client knows and by the registry, and count what they hold")
    func keys() {
        func key(_ registry: Int64, _ accepted: [String]?) -> ResponseKey {
            ResponseKey(
                target: RequestTarget("/lists/l"), acceptsGzip: false, registry: registry, accepted: accepted.map { AcceptedCellTypes($0) })
        }
        let keys = [key(0, nil), key(1, nil), key(0, []), key(0, ["A"]), key(0, ["B"]), key(0, ["A", "B"])]
        #expect(Set(keys).count == keys.count)
        #expect(key(0, ["B", "A", "B"]) == key(0, ["A", "B"]))
        #expect(key(0, [String(repeating: "x", count: 10_000)]).byteCount >= key(0, nil).byteCount + 10_000)
    }

    @Test("clients that each know something else take no more of the cache than its capacity, names included")
    func bounded() async throws {
        let api = try TypedAPI { $0.responseCacheBytes = 1 << 20 }
        try await api.send(.put, "/lists/l", body: "[[1]]")
        let long = String(repeating: "x", count: 8_000)
        for number in 0..<300 { for _ in 0..<2 { _ = try await api.get("/lists/l/items", accepting: "\(long)\(number)") } }
        let bytes = try await api.get("/metrics").text.firstMatch(of: /sectional_response_cache_bytes (\d+)/).flatMap { Int($0.1) }
        #expect(try #require(bytes) <= 1 << 20)
        #expect(try #require(bytes) > 100_000)
    }

    @Test("a set that is asked for once takes no room")
    func once() async throws {
        let api = try TypedAPI()
        try await api.send(.put, "/lists/l", body: "[[1]]")
        for number in 0..<100 { _ = try await api.get("/lists/l/items", accepting: "T\(number)") }
        #expect(try await api.get("/metrics").text.contains("sectional_response_cache_bytes 0\n"))
    }
}
