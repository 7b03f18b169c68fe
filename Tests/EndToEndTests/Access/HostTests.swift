import Testing

import Settings
import ListAPI
import MicroHTTPServer
@testable import sectional

@Suite("Hosts over the wire")
struct HostTests {
    private static func ask(_ server: TestServer, _ host: String, _ target: String = "/healthz", method: String = "GET") throws -> HTTPReply
    {
        let connection = try server.connect()
        try connection.write("\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\nAuthorization: Bearer t\r\n\r\n")
        return try connection.readReply()
    }

    @Test("a server on loopback without tokens answers to loopback alone, whatever is asked for")
    func loopback() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) { $0.api.access.origins = ["*"] }
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1", "127.9.9.9:1", "[::1]:8080"] {
            #expect(try Self.ask(server, host).status == 200, "\(host)")
        }
        for host in ["rebound.example", "rebound.example:\(server.port)", "", "localhost.rebound.example", "10.0.0.1"] {
            for (method, target) in [("GET", "/healthz"), ("GET", "/lists"), ("DELETE", "/lists/a"), ("GET", "/nowhere"), ("OPTIONS", "*")]
            {
                let answer = try Self.ask(server, host, target, method: method)
                #expect(answer.status == 421, "\(host) \(target)")
                #expect(try answer.object["type"] as? String == "/problems/misdirected-request")
                #expect(answer.header("X-Content-Type-Options") == "nosniff")
            }
        }
        #expect(try Self.ask(server, "localhost", "http://rebound.example/lists").status == 421)
    }

    @Test("with tokens, or where server.hosts names others, these are answered")
    func others() throws {
        let folder = try TestFolder()
        let guarded = try TestServer(database: folder.path("a.sqlite")) { $0.api.access.tokens = [TestToken.token("t")] }
        #expect(try Self.ask(guarded, "rebound.example", "/lists").status == 200)
        let named = try TestServer(database: folder.path("b.sqlite")) { settings in
            settings.hosts = ["Lists.example", "*.internal:8080"]
            settings.api.access.tokens = [TestToken.token("t")]
        }
        for (host, status) in [
            ("lists.example", 200), ("lists.example:81", 200), ("a.internal:8080", 200), ("a.internal", 421), ("localhost", 421),
            ("127.0.0.1", 421),
        ] { #expect(try Self.ask(named, host, "/lists").status == status, "\(host)") }
        let open = try TestServer(database: folder.path("c.sqlite")) { $0.server.host = "0.0.0.0" }
        #expect(try Self.ask(open, "any.example", "/lists").status == 200)
    }
}
