import HTTPServing
import HTTPTypes
import MicroHTTPServer
import TestSupport
import Testing

@Suite("Request bodies")
struct BodyTests {
    private let echo: @Sendable (Request) -> PendingResponse = { .response(Response(status: .ok, body: .bytes($0.body))) }

    @Test("a body arrives whole, by its length and in chunks", arguments: [0, 1, 5, 4_096, 1_000_000])
    func whole(size: Int) throws {
        let server = try TestServer(answer: echo)
        let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let plain = try server.request("PUT / HTTP/1.1\r\nContent-Length: \(size)", body: body)
        #expect(plain.body == body)
        let pieces = stride(from: 0, to: size, by: 777).map { Array(body[$0..<min($0 + 777, size)]) }
        let chunked =
            pieces.flatMap { Array("\(String($0.count, radix: 16))\r\n".utf8) + $0 + Array("\r\n".utf8) } + Array("0\r\n\r\n".utf8)
        #expect(try server.request("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked", body: chunked).body == body)
    }

    @Test("after a body the connection goes on", .readsLibraryMemory)
    func keepAlive() throws {
        let server = try TestServer(answer: echo)
        let connection = try server.connect()
        connection.send("PUT / HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n\r\nabcPUT / HTTP/1.1\r\nHost: t\r\nContent-Length: 2\r\n\r\nde")
        #expect(try connection.response().text == "abc")
        #expect(try connection.response().text == "de")
    }

    @Test("a client that expects 100 Continue gets it before it sends")
    func expectContinue() throws {
        let server = try TestServer(answer: echo)
        let connection = try server.connect()
        connection.send("PUT / HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
        #expect(try connection.response(hasBody: false).status == 100)
        connection.send("abc")
        #expect(try connection.response().text == "abc")
    }

    @Test("a body announced as too large is refused before it is sent, without 100 Continue")
    func tooLargeAnnounced() throws {
        let server = try TestServer(answer: echo) { $0.bodyLimit = 100 }
        for length in ["101", "999999999999", "9223372036854775807", "9999999999999999999"] {
            let connection = try server.connect()
            connection.send("PUT / HTTP/1.1\r\nHost: t\r\nContent-Length: \(length)\r\nExpect: 100-continue\r\n\r\n")
            #expect(try connection.response().status == 413)
            #expect(connection.readToEnd().isEmpty)
        }
        #expect(try server.request("PUT / HTTP/1.1\r\nContent-Length: 100", body: [UInt8](repeating: 1, count: 100)).status == 200)
    }

    @Test("a client that sends a body too large without asking still reads why it was refused")
    func tooLargeSent() throws {
        let server = try TestServer(answer: echo) { $0.bodyLimit = 1_000 }
        for _ in 0..<5 {
            let connection = try server.connect()
            connection.send("PUT / HTTP/1.1\r\nHost: t\r\nContent-Length: 4000000\r\n\r\n")
            connection.send([UInt8](repeating: 1, count: 4_000_000))
            let response = try connection.response()
            #expect(response.status == 413)
            #expect(response["connection"] == "close")
            #expect(response.text.contains("1000"))
        }
    }

    @Test("a chunked body is refused as soon as it is too large, while the client still sends")
    func tooLargeChunked() throws {
        let server = try TestServer(answer: echo) { $0.bodyLimit = 10_000 }
        let connection = try server.connect()
        connection.send("PUT / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = Array("1000\r\n".utf8) + [UInt8](repeating: 1, count: 4_096) + Array("\r\n".utf8)
        for _ in 0..<3 { connection.send(chunk) }
        let response = try connection.response()
        #expect(response.status == 413)
        #expect(response["connection"] == "close")
        #expect(response["request-id"]?.count == 15)
        #expect(response.text.contains("10000"))
        connection.send(chunk)
        #expect(connection.readToEnd().isEmpty)
        #expect(try server.request("GET / HTTP/1.1").status == 200)
    }

    @Test(
        "a client that leaves in the middle of its body reaches no responder, and leaves nothing behind", .timeLimit(.minutes(1)),
        arguments: ["Content-Length: 50000\r\n\r\nabc", "Content-Length: 3\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"])
    func vanishes(rest: String) async throws {
        let seen = SeenRequests()
        let server = try TestServer(answer: { seen.answer($0) }, configure: { $0.idleTimeout = 0 })
        for number in 0..<40 {
            let connection = try server.connect()
            connection.send("PUT / HTTP/1.1\r\nHost: t\r\n\(rest)")
            if number.isMultiple(of: 2) { connection.reset() }
        }
        try eventually { server.server.activeRequestCount == 0 }
        #expect(try server.request("GET / HTTP/1.1").status == 200)
        #expect(seen.all == ["GET /"])
    }

    @Test("a client may send its last word with its body, and several requests before it", .readsLibraryMemory)
    func halfClosed() throws {
        let server = try TestServer(answer: echo)
        for _ in 0..<50 {
            let connection = try server.connect()
            for word in ["abc", "def", "ghi"] { connection.send("PUT / HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n\r\n\(word)") }
            connection.finishSending()
            for word in ["abc", "def", "ghi"] { #expect(try connection.response().text == word) }
        }
    }
}
