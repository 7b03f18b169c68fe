import HTTPServing
import HTTPTypes
import TestSupport
import Testing

@Suite("Metrics")
struct MetricTests {
    private static func text(_ source: any MetricSource) -> [String] {
        var text = MetricText()
        source.write(to: &text)
        return String(decoding: text.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private let router = Router(
        routes: [
            Route(.get, "/lists/{list}") { _, _ in .response(Response(status: .ok, body: .bytes([1, 2, 3]))) },
            Route(.get, "/lists/all") { _, _ in .response(Response(status: .notModified, body: .bytes([1, 2, 3]))) },
            Route(.put, "/lists/{list}") { _, _ in .later { complete in complete { Response(status: .created) } } },
            Route(.get, "/{a}/{b}/c") { _, _ in .response(Response(status: .ok)) },
        ], fail: { _, _ in Response(status: .notFound) })

    @Test("are written as Prometheus reads them, with what is special escaped")
    func format() {
        var text = MetricText()
        text.begin("a_total", .counter, "One \\ two\nthree \"four\".")
        text.sample("a_total", 7, [("x", "a\\b\"c\nd"), ("y", "é")])
        text.sample("b", 0.25)
        let written = String(decoding: text.bytes, as: UTF8.self)
        #expect(
            written == """
                # HELP a_total One \\\\ two\\nthree "four".
                # TYPE a_total counter
                a_total{x="a\\\\b\\"c\\nd",y="é"} 7
                b 0.25

                """)
    }

    @Test("count requests by method, route and status, whatever else is asked for")
    func requests() async {
        let metrics = RequestMetrics()
        let client = InMemoryClient(Observation(of: router, router: router, observers: [metrics]))
        for name in ["a", "b", "a%2Fb", "all"] { _ = await client.send(.get, "/lists/\(name)?x=1") }
        _ = await client.send(.head, "/lists/a")
        _ = await client.send(.put, "/lists/a")
        _ = await client.send(.get, "/x/y/c")
        _ = await client.send(.get, "/nowhere")
        for method in ["BREW", "STEAM"] { if let method = HTTPRequest.Method(method) { _ = await client.send(method, "/lists/a") } }
        let lines = Self.text(metrics)
        #expect(lines.contains(#"sectional_http_requests_total{method="GET",route="/lists/{list}",status="200"} 3"#))
        #expect(lines.contains(#"sectional_http_requests_total{method="GET",route="/lists/all",status="304"} 1"#))
        #expect(lines.contains(#"sectional_http_requests_total{method="HEAD",route="/lists/{list}",status="200"} 1"#))
        #expect(lines.contains(#"sectional_http_requests_total{method="PUT",route="/lists/{list}",status="201"} 1"#))
        #expect(lines.contains(#"sectional_http_requests_total{method="GET",route="/{a}/{b}/c",status="200"} 1"#))
        #expect(lines.contains(#"sectional_http_requests_total{method="GET",route="none",status="404"} 1"#))
        #expect(lines.contains(#"sectional_http_requests_total{method="other",route="/lists/{list}",status="404"} 2"#))
        #expect(lines.contains(#"sectional_http_response_bytes_total{method="GET",route="/lists/{list}"} 9"#))
        #expect(lines.contains(#"sectional_http_response_bytes_total{method="GET",route="/lists/all"} 0"#))
        #expect(lines.contains(#"sectional_http_response_bytes_total{method="HEAD",route="/lists/{list}"} 0"#))
        #expect(lines.contains(#"sectional_http_request_duration_seconds_count{method="GET",route="/lists/{list}"} 3"#))
        #expect(lines.contains(#"sectional_http_request_duration_seconds_bucket{method="GET",route="/lists/{list}",le="+Inf"} 3"#))
    }

    @Test("of a histogram only go up with its bounds")
    func histogram() async {
        let metrics = RequestMetrics()
        let client = InMemoryClient(Observation(of: router, router: router, observers: [metrics]))
        for number in 0..<200 { _ = await client.send(.get, "/lists/a", id: "\(number)") }
        let counts = Self.text(metrics).filter { $0.contains("_bucket{") }.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
        #expect(counts.count > 10 && counts == counts.sorted() && counts.last == 200)
    }
}
