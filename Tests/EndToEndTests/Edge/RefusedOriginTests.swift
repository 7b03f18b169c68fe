import Testing

import Settings
import ListAPI
@testable import sectional

@Suite("Refusals by the server that a page may read")
struct RefusedOriginTests {
    private static let page = "https://app.example"
    private static let long = String(repeating: "a", count: 20_000)

    /// What never comes to a route: a body, a target, headers that are too large, and a body whose length is said twice.
    private static let requests: [(request: String, status: Int)] = [
        ("PUT /lists/l HTTP/1.1\r\nHost: localhost\r\nOrigin: ORIGIN\r\nContent-Length: 17000000\r\n\r\n", 413),
        (
            "PUT /lists/l HTTP/1.1\r\nHost: localhost\r\nOrigin: ORIGIN\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "1000001\r\n" + String(repeating: " ", count: 0x1000001), 413
        ),
        ("GET /lists/\(long.prefix(9_000)) HTTP/1.1\r\nHost: localhost\r\nOrigin: ORIGIN\r\n\r\n", 414),
        ("GET /lists HTTP/1.1\r\nHost: localhost\r\nOrigin: ORIGIN\r\nX-Long: \(long)\r\n\r\n", 431),
        ("PUT /lists/l HTTP/1.1\r\nHost: localhost\r\nOrigin: ORIGIN\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n1", 400),
    ]

    private static func reply(_ request: String, _ origin: String, _ server: TestServer) throws -> RawExchange.Reply {
        let bytes = Array(request.replacing("ORIGIN", with: origin).utf8)
        return try #require(try RawExchange(bytes, to: server.port).reply)
    }

    @Test("an allowed origin reads what is wrong, whatever the server refuses", arguments: requests)
    func allowed(request: String, status: Int) throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) { $0.api.access.origins = [Self.page] }
        let answer = try Self.reply(request, Self.page, server)
        #expect(answer.status == status && answer.headers["content-type"] == "application/problem+json")
        #expect(answer.headers["access-control-allow-origin"] == Self.page && answer.headers["vary"] == "Origin")
        #expect(answer.headers["access-control-expose-headers"]?.contains("Request-Id") == true)
        let elsewhere = try Self.reply(request, "https://evil.example", server)
        #expect(elsewhere.status == Self.statusElsewhere(status) && elsewhere.headers["access-control-allow-origin"] == nil)
        #expect(elsewhere.headers["vary"] == "Origin")
    }

    @Test("without allowed origins a refusal says nothing of them", arguments: requests)
    func closed(request: String, status: Int) throws {
        let folder = try TestFolder()
        let answer = try Self.reply(request, Self.page, try TestServer(database: folder.database))
        #expect(answer.status == Self.statusElsewhere(status))
        #expect(answer.headers["access-control-allow-origin"] == nil && answer.headers["vary"] == nil)
    }

    /// What a page of another origin gets: a write that would be too large is refused for its origin before its size.
    private static func statusElsewhere(_ status: Int) -> Int { status == 413 ? 403 : status }
}
