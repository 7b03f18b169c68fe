import Foundation
import TestSupport
import Testing

@Suite("Behind a proxy")
struct ProxyTests {
    private static let environment = [
        "SECTIONAL_SERVER_HOSTS": "lists.example.com,127.0.0.1,localhost", "SECTIONAL_SERVER_TRUSTED_PROXIES": "127.0.0.1/32",
        "SECTIONAL_EVENTS_HEARTBEAT": "1", "SECTIONAL_LOG_ACCESS": "true", "SECTIONAL_LOG_FORMAT": "json",
    ]

    @Test("answers over TLS are the server's, tags, links and ids too", arguments: Proxy.Kind.allCases)
    func answers(kind: Proxy.Kind) throws {
        let server = try ServerProcess.released(environment: Self.environment)
        let proxy = try Proxy(kind, server: server.port)
        try server.putSamples()
        let made = try proxy.send(["-X", "PUT", "--json", #"{"sections":[{"items":[{"id":"a/b c","value":1}]}]}"#], "/lists/trips")
        #expect(made.status == 201 && made.header("Location") == "/lists/trips" && made.header("ETag") == #""v1""#)
        #expect(made.header("Request-Id")?.isEmpty == false)
        #expect(try proxy.send([], "/lists/trips/items/@a%2Fb%20c").object["id"] as? String == "a/b c")

        let page = try proxy.send([], "/lists/cities/items?limit=50")
        #expect(page.header("ETag") == #""v1""# && page.header("List-Version") == "1")
        #expect(page.link("next")?.hasPrefix("/lists/cities/items?") == true)
        #expect(try page.body == server.connect().get("/lists/cities/items?limit=50").body)
        let again = try proxy.send(["-H", #"If-None-Match: "v1""#], "/lists/cities/items?limit=50")
        #expect(again.status == 304 && again.header("ETag") == #""v1""#)
        // Compressed by the server, with a strong tag of its own, which the proxy leaves alone.
        let gzip = ["-H", "Accept-Encoding: gzip"]
        let packed = try proxy.curl(["-D", "-", "-o", "/dev/null"] + gzip, "/lists/cities/items?limit=50")
        #expect(try packed.status() == 0)
        let head = try Proxy.reply(packed.output)
        #expect(head.header("Content-Encoding") == "gzip" && head.header("ETag") == #""v1-gz""#)
        #expect(try proxy.send(gzip + ["-H", #"If-None-Match: "v1-gz""#], "/lists/cities/items?limit=50").status == 304)
        #expect(try proxy.send(gzip, "/lists/trips").header("ETag") == #""v1""#)

        #expect(try proxy.send([], "/lists/missing").object["type"] as? String == "/problems/list-not-found")
        #expect(try proxy.send([], "/metrics").status == 404)
        #expect(try server.connect().get("/metrics").status == 200)
        #expect(try server.stop() == 0)
    }

    @Test("an event and a heartbeat come at once", arguments: Proxy.Kind.allCases)
    func events(kind: Proxy.Kind) throws {
        let server = try ServerProcess.released(environment: Self.environment)
        let proxy = try Proxy(kind, server: server.port)
        try server.putSamples()
        let stream = try proxy.curl(["-N"], "/lists/hello/events")
        try stream.waitForLine(startingWith: "retry: 2000")
        try stream.waitForLine(startingWith: ":")
        #expect(try server.connect().send("PATCH", "/lists/hello", body: #"{"title":"x"}"#).status == 200)
        try stream.waitForLine(startingWith: "id: 2")
        try stream.waitForLine(startingWith: #"data: {"list":"hello","from":1,"to":2"#)
        #expect(stream.isRunning)
        // A request that waits for longer than most proxies' patience with a silent server is answered, too.
        #expect(try proxy.send([], "/lists/hello/changes?since=2&wait=1").status == 200)
        #expect(try server.stop() == 0)
        #expect(try stream.status() == 0)
    }

    @Test("an upload of any size reaches the server while it comes", arguments: Proxy.Kind.allCases)
    func uploads(kind: Proxy.Kind) throws {
        let server = try ServerProcess.released(environment: Self.environment)
        let proxy = try Proxy(kind, server: server.port)
        let pipe = try PipedUpload()
        let type = ["-i", "-H", "Content-Type: application/x-ndjson"]
        let upload = try proxy.curl(type + ["-T", "-"], "/lists/long", input: pipe.path)
        let line = #"{"item":{"value":"\#(String(repeating: "x", count: 1_000))"}}"# + "\n"
        // A megabyte more than nginx takes by itself, and the end is still to come.
        try pipe.write(String(repeating: line, count: 2_000))
        try eventually("the server has the request") { (try server.metric("sectional_http_requests_active") ?? 0) > 1 }
        try pipe.write(String(repeating: line, count: 2_000))
        pipe.end()
        #expect(try upload.status() == 0, "\(upload.errors)")
        let made = try Proxy.reply(upload.output)
        #expect(try made.status == 201 && made.object["itemCount"] as? Int == 4_000)
        let folder = try TestFolder()
        let values = Array(repeating: "\"\(String(repeating: "y", count: 1_000))\"", count: 3_000)
        let body = try folder.write("[[\(values.joined(separator: ","))]]", to: "body.json")
        let json = ["-X", "PUT", "-H", "Content-Type: application/json", "--data-binary", "@\(body)"]
        #expect(try proxy.send(json, "/lists/large").object["itemCount"] as? Int == 3_000)
        // And back, streamed.
        let export = try proxy.curl(["-N"], "/lists/long/export")
        #expect(try export.status() == 0 && export.output.split(separator: "\n").count == 4_002)
        #expect(try server.stop() == 0)
    }

    @Test("the server gets the host that the client named, and the client's address and no other", arguments: Proxy.Kind.allCases)
    func forwarded(kind: Proxy.Kind) throws {
        let server = try ScriptedServer("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        let proxy = try Proxy(kind, server: server.port)
        let claim = ["-H", "X-Forwarded-For: 203.0.113.9", "-H", "Origin: https://\(TLSCertificate.host):\(proxy.port)"]
        #expect(try proxy.send(["--interface", "127.0.0.2"] + claim, "/lists?after=a%2Fb").status == 204)
        let lines = try #require(server.heads.first).components(separatedBy: "\r\n")
        func values(_ name: String) -> [String] {
            lines.filter { $0.lowercased().hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
        }
        #expect(lines[0] == "GET /lists?after=a%2Fb HTTP/1.1")
        #expect(values("host") == ["\(TLSCertificate.host):\(proxy.port)"])
        #expect(values("origin") == ["https://\(TLSCertificate.host):\(proxy.port)"])
        #expect(values("x-forwarded-for") == ["127.0.0.2"])
        #expect(values("x-forwarded-proto") == ["https"])
    }

    @Test(
        "a page of the same origin writes, one of another does not, and the log has the client's address", arguments: Proxy.Kind.allCases)
    func origins(kind: Proxy.Kind) throws {
        let server = try ServerProcess.released(environment: Self.environment)
        let proxy = try Proxy(kind, server: server.port)
        let put = ["--interface", "127.0.0.2", "-X", "PUT", "--json", "[1]", "-H"]
        let own = "Origin: https://\(TLSCertificate.host):\(proxy.port)"
        #expect(try proxy.send(put + [own], "/lists/own").status == 201)
        #expect(try proxy.send(put + ["Origin: https://evil.example"], "/lists/other").status == 403)
        #expect(try proxy.send(put + ["Sec-Fetch-Site: cross-site"], "/lists/other").status == 403)
        try eventually("the log has the client's address") {
            server.run.errors.split(separator: "\n").contains { $0.contains("/lists/own") && $0.contains("127.0.0.2") }
        }
        // Caddy has no site for another name; nginx passes it on.
        if kind == .nginx { #expect(try proxy.send(["-H", "Host: rebound.example"], "/lists").status == 421) }
        #expect(try server.stop() == 0)
    }

    @Test("a page that nginx compresses, and whose tag it makes weak, is still validated")
    func weakTags() throws {
        let server = try ServerProcess.released(environment: Self.environment)
        let compressing = "gzip on; gzip_min_length 1; gzip_types application/json; gzip_proxied any;"
        let proxy = try Proxy(.nginx, server: server.port, changing: [("gzip off;", compressing)])
        #expect(try server.connect().send("PUT", "/lists/short", body: #"["a"]"#).status == 201)
        let gzip = ["-H", "Accept-Encoding: gzip"]
        let packed = try proxy.curl(["-D", "-", "-o", "/dev/null"] + gzip, "/lists/short")
        #expect(try packed.status() == 0)
        let tag = try #require(try Proxy.reply(packed.output).header("ETag"))
        #expect(tag == #"W/"v1""#)
        #expect(try proxy.send(gzip + ["-H", "If-None-Match: \(tag)"], "/lists/short").status == 304)
        #expect(try server.stop() == 0)
    }
}
