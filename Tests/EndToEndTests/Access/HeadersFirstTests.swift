import Foundations
import HTTPServing
import ListAPI
import Testing

import Settings
@testable import sectional

@Suite("What is decided by a request's headers")
struct HeadersFirstTests {
    /// Requests whose body never comes, and what they are answered at once.
    private static let requests: [(String, Int)] = [
        ("PUT /lists/mine-a", 401), ("PUT /nowhere", 401), ("PUT /lists/mine-a X-Token: wrong", 401), ("PUT /healthz", 405),
        ("PUT /lists/mine-a X-Token: reader", 403), ("POST /webhooks X-Token: writer", 403), ("PUT /lists/other X-Token: writer", 404),
        ("PUT /items/0-0?list=other X-Token: writer", 404), ("PUT /nowhere X-Token: writer", 404),
        ("POST /lists/mine-a X-Token: writer", 405),
        ("PUT /lists/mine-a X-Token: writer X-Type: text/plain", 415), ("PATCH /lists/mine-a X-Token: writer X-Type: text/csv", 415),
        ("PATCH /lists/mine-a X-Token: writer", 413), ("POST /webhooks X-Token: admin", 413), ("DELETE /lists/mine-a X-Token: writer", 413),
        ("POST /lists/mine-a/items/0-0/move X-Token: writer", 413), ("PUT /lists/mine-a/items/0-0 X-Token: writer", 413),
        ("GET /lists/mine-a X-Token: writer", 413), ("PUT /lists/%zz X-Token: writer", 400),
    ]

    private static let tokens = [("reader", Scope.read), ("writer", .write), ("admin", .admin)].map { name, scope in
        AccessToken(
            digest: SHA256Digest(of: Array(name.utf8)),
            grant: Grant(name: name, scope: scope, lists: name == "admin" ? nil : [NamePattern("mine-*")]))
    }

    @Test("is answered at once, without 100 Continue, to a client that waits with its body or sends on, and is counted")
    func early() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) { settings in
            settings.api.access.tokens = Self.tokens
            settings.api.access.origins = ["https://app.example"]
        }
        for (request, status) in Self.requests {
            let words = request.split(separator: " ").map(String.init)
            let value: (String) -> String? = { name in words.firstIndex(of: name).map { words[$0 + 1] } }
            var head = "\(words[0]) \(words[1]) HTTP/1.1\r\nHost: localhost\r\nOrigin: https://app.example\r\n"
            head += "Content-Type: \(value("X-Type:") ?? "application/json")\r\n"
            if let token = value("X-Token:") { head += "Authorization: Bearer \(token)\r\n" }
            for framing in ["Content-Length: 16000000", "Content-Length: 16000000\r\nExpect: 100-continue"] {
                let connection = try server.connect()
                try connection.write("\(head)\(framing)\r\n\r\n")
                let reply = try connection.readReply()
                #expect(reply.status == status && reply.header("Connection") == "close", "\(request) is \(reply.status)")
                #expect(reply.header("Content-Type") == "application/problem+json")
                #expect(reply.header("Access-Control-Allow-Origin") == "https://app.example")
                #expect(throws: TestFailure.self) { try connection.readReply() }
            }
        }
        let connection = try server.connect()
        let metrics = try connection.get("/metrics", ["Authorization": "Bearer admin"])
        let text = String(decoding: metrics.body, as: UTF8.self)
        #expect(text.contains("sectional_http_requests_total{method=\"PUT\",route=\"/lists/{list}\",status=\"401\"} 4\n"))
        #expect(text.contains("sectional_http_requests_total{method=\"PATCH\",route=\"/lists/{list}\",status=\"415\"} 2\n"))
        server.stop()
    }
}
