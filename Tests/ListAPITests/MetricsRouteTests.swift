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
}
