import HTTPTypes
import Testing

@Suite("The metrics that the server gives")
struct MetricsRouteTests {
    @Test("count reads and writes by route, and what the cache had")
    func route() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/a", body: "[1]")
        for _ in 0..<5 { _ = try await api.get("/lists/a/items") }
        _ = try await api.get("/lists/a/items/9-9")
        let answer = try await api.get("/metrics")
        #expect(answer.status == 200 && answer["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        let lines = answer.text.split(separator: "\n").map(String.init)
        #expect(lines.contains(#"sectional_http_requests_total{method="PUT",route="/lists/{list}",status="201"} 1"#))
        #expect(lines.contains(#"sectional_http_requests_total{method="GET",route="/lists/{list}/items",status="200"} 5"#))
        #expect(lines.contains(#"sectional_http_requests_total{method="GET",route="/lists/{list}/items/{item}",status="404"} 1"#))
        #expect(lines.contains("sectional_response_cache_hits_total 3"))
        let names = lines.filter { $0.hasPrefix("# TYPE ") }
        #expect(names.count == Set(names).count)
    }

    @Test("count the words that searches keep, those that a node's leaves have together too, and the searches that found them")
    func words() async throws {
        let api = try TestAPI()
        func value(of name: String) async throws -> Int {
            let line = try await api.get("/metrics").text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
            return try #require(line.flatMap { Int($0.dropFirst(name.count + 1)) })
        }
        let items = (0..<200).map { #"{"value":{"t":"word\#($0)"}}"# }.joined(separator: ",")
        let document = #"{"search":["/t"],"sections":[{"items":[\#(items)]}]}"#
        #expect(try await api.send(.put, "/lists/a", body: document).status == 201)
        #expect(try await value(of: "sectional_search_cache_bytes") == 0)
        #expect(try await api.get("/lists/a/search?q=word7").status == 200)
        let bytes = try await value(of: "sectional_search_cache_bytes")
        let hits = try await value(of: "sectional_search_cache_hits_total")
        #expect(bytes > 1_000)
        #expect(try await value(of: "sectional_search_cache_misses_total") > 0)
        #expect(try await api.get("/lists/a/search?q=word8").status == 200)
        #expect(try await value(of: "sectional_search_cache_hits_total") > hits)
        #expect(try await value(of: "sectional_search_cache_bytes") == bytes)
    }
}
