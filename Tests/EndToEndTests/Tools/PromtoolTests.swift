import Foundation
import Testing

@Suite("Metrics of a live server")
struct PromtoolTests {
    @Test("promtool finds nothing after traffic of every kind")
    func promtool() throws {
        let server = try ServerProcess.released()
        try server.putSamples()
        let connection = try server.connect()
        for _ in 0..<4 { try connection.get("/lists/cities/items?limit=5") }
        try connection.get("/lists/cities", ["If-None-Match": "\"v1\""])
        try connection.send("HEAD", "/lists/cities")
        try connection.send("OPTIONS", "/lists/cities")
        try connection.send("BREW", "/lists/cities")
        try connection.send("PATCH", "/items/0-0?list=cities", body: #"{"note":"new"}"#)
        try connection.send("PUT", "/lists/cities/items/0-0", body: "{")
        try connection.send("DELETE", "/lists/hello")
        try connection.get("/nowhere\"\\")
        let request = Array("GET /lists/cities/export HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        let export = try RawExchange(request, to: server.port).reply?.body ?? []
        #expect(export.split(separator: 10).count == 83)
        #expect(try server.connect().get("/lists", ["X-Long": String(repeating: "x", count: 20_000)]).status == 431)

        let metrics = try connection.get("/metrics").text
        let run = try ToolRun("promtool", ["check", "metrics"], input: metrics)
        #expect(try run.status() == 0 && run.output.isEmpty, "\(run.output)")
        func has(_ line: String) -> Bool { metrics.split(separator: "\n").contains { $0 == line } }
        #expect(has(#"sectional_http_requests_total{method="GET",route="/lists/{list}/items",status="200"} 4"#))
        #expect(has(#"sectional_http_requests_total{method="GET",route="/lists",status="431"} 1"#))
        #expect(has(#"sectional_http_requests_total{method="other",route="/lists/{list}",status="501"} 1"#))
        #expect(has(#"sectional_http_response_bytes_total{method="GET",route="/lists/{list}/export"} \#(export.count)"#))
        #expect(has("sectional_response_cache_hits_total 2"))
        #expect(has("sectional_versions_total 4"))
        #expect(has("sectional_history_versions 1"))
        #expect(metrics.contains("sectional_commit_writes_bucket{le=\"1\"}"))
        #expect(metrics.contains("sectional_node_cache_hits_total{form=\"decoded\"}"))
        #expect(try server.stop() == 0)
    }

    @Test("a name that breaks the rules is found by promtool, so that it can find something")
    func canFail() throws {
        let run = try ToolRun("promtool", ["check", "metrics"], input: "# HELP a_total \n# TYPE a_total gauge\na_total 1\n")
        #expect(try run.status() != 0 && !run.output.isEmpty)
    }
}
