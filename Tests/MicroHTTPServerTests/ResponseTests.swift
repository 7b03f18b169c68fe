import HTTPServing
import HTTPTypes
import MicroHTTPServer
import Testing

@Suite("Responses")
struct ResponseTests {
    private static let page = PreparedResponse(
        headers: [.init(.eTag, "\"v7\""), .init(.contentType, "application/json"), .init(.vary, "Accept-Encoding")],
        body: Array("{\"page\":true}".utf8))

    @Test("a prepared response carries its own headers, the response's and its body")
    func prepared() throws {
        let server = try TestServer { _ in
            .response(Response(status: .ok, headers: [.init(.cacheControl, "no-cache")], body: .prepared(Self.page)))
        }
        for _ in 0..<3 {
            let response = try server.request("GET / HTTP/1.1")
            #expect(response["etag"] == "\"v7\"")
            #expect(response["content-type"] == "application/json")
            #expect(response["cache-control"] == "no-cache")
            #expect(response["content-length"] == "13")
            #expect(response.text == "{\"page\":true}")
        }
    }

    @Test("a 304 with the page's body sends neither a length nor a body, and the connection goes on", .readsLibraryMemory)
    func notModified() throws {
        let server = try TestServer { request in
            let isFresh = request.headers[.ifNoneMatch] == "\"v7\""
            return .response(Response(status: isFresh ? .notModified : .ok, body: .prepared(Self.page)))
        }
        let connection = try server.connect()
        connection.send("GET / HTTP/1.1\r\nHost: t\r\nIf-None-Match: \"v7\"\r\n\r\nGET /b HTTP/1.1\r\nHost: t\r\n\r\n")
        let fresh = try connection.response(hasBody: false)
        #expect(fresh.status == 304)
        #expect(fresh["etag"] == "\"v7\"")
        #expect(fresh["content-length"] == nil && fresh["content-type"] == nil && fresh["connection"] == nil)
        #expect(try connection.response().text == "{\"page\":true}")
    }

    @Test("a 204 has neither a length nor a body", .readsLibraryMemory)
    func noContent() throws {
        let server = try TestServer { _ in .response(Response(status: .noContent)) }
        let connection = try server.connect()
        connection.send("GET / HTTP/1.1\r\nHost: t\r\n\r\nGET / HTTP/1.1\r\nHost: t\r\n\r\n")
        for _ in 0..<2 {
            let response = try connection.response()
            #expect(response.status == 204)
            #expect(response["content-length"] == nil)
        }
    }

    @Test("an empty 200 says that its length is 0")
    func empty() throws {
        let server = try TestServer { _ in .response(Response(status: .ok)) }
        #expect(try server.request("GET / HTTP/1.1")["content-length"] == "0")
    }

    @Test("a header with a control character is left out, the others stay")
    func controlCharacters() throws {
        let server = try TestServer { _ in
            .response(
                Response(status: .ok, headers: [.init(.location, "/a\r\nX-Evil: 1"), .init(.server, "a\0b"), .init(.allow, "GET")]))
        }
        let response = try server.request("GET / HTTP/1.1")
        #expect(response["location"] == nil && response["x-evil"] == nil && response["server"] == nil)
        #expect(response["allow"] == "GET")
    }

    @Test("a large body arrives whole at a client that reads slowly")
    func large() throws {
        let body = (0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) }
        let prepared = PreparedResponse(headers: [], body: body)
        let server = try TestServer { _ in .response(Response(status: .ok, body: .prepared(prepared))) }
        let connection = try RawConnection(port: server.port, receiveBuffer: 4_096)
        connection.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
        #expect(try server.request("GET / HTTP/1.1").body == body)
        #expect(try connection.response().body == body)
    }

    @Test("a prepared response is let go when it was sent")
    func released() throws {
        weak var watched: PreparedResponse?
        let server = try TestServer { _ in
            .response(Response(status: .ok, body: .prepared(PreparedResponse(headers: [], body: [1, 2, 3]))))
        }
        do {
            let local = PreparedResponse(headers: [], body: [1])
            watched = local
            let other = try TestServer { _ in .response(Response(status: .ok, body: .prepared(local))) }
            #expect(try other.request("GET / HTTP/1.1").body == [1])
            other.server.stop(within: 1)
        }
        #expect(watched == nil)
        #expect(try server.request("GET / HTTP/1.1").body == [1, 2, 3])
    }
}
