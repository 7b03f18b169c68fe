import Glibc
import HTTPServing
import HTTPTypes
import MicroHTTPServer
import Testing

@Suite("Refusals by the server")
struct RefusalTests {
    @Test("a target over its limit is 414, one at it is served")
    func longTarget() throws {
        let server = try TestServer()
        let longest = "/" + String(repeating: "a", count: 8_191)
        #expect(try server.request("GET \(longest) HTTP/1.1").status == 200)
        let response = try server.request("GET \(longest)b HTTP/1.1")
        #expect(response.status == 414)
        #expect(response.text.contains("8192"))
        #expect(response["connection"] == "close")
        #expect(response["request-id"] != nil)
    }

    @Test("headers over their limit are 431, those below it are served")
    func largeHeaders() throws {
        let server = try TestServer()
        // The other header lines are "Host: test" and "Connection: close".
        let longest = String(repeating: "a", count: 16_384 - "X-Large: ".count - 2 - "Host: test".count - 2 - "Connection: close".count - 2)
        #expect(try server.request("GET / HTTP/1.1\r\nX-Large: \(longest)").status == 200)
        let response = try server.request("GET / HTTP/1.1\r\nX-Large: \(longest)b")
        #expect(response.status == 431)
        #expect(response.text.contains("16384"))
    }

    @Test("a request larger than the connection's memory is refused all the same")
    func enormousHeaders() throws {
        let server = try TestServer()
        #expect(try server.request("GET / HTTP/1.1\r\nX-Large: \(String(repeating: "a", count: 100_000))").status == 431)
        #expect(try server.request("GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1").status == 414)
    }

    @Test(
        "what makes a request ambiguous is 400 and ends the connection", .readsLibraryMemory,
        arguments: [
            "GET / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost : a\r\nHost: a\r\n\r\n",
            "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /a\0b HTTP/1.1\r\nHost: a\r\n\r\n",
            "G{T / HTTP/1.1\r\nHost: a\r\n\r\n",
            "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
            "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
            "PUT / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        ])
    func malformed(request: String) throws {
        let server = try TestServer()
        let connection = try server.connect()
        connection.send(request)
        let answer = String(decoding: connection.readToEnd(), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
        #expect(answer.components(of: "HTTP/1.1 400") == 1, "\(answer)")
        #expect(try server.request("GET /next HTTP/1.1").text == "path /next")
    }

    @Test(
        "a Content-Length that is no number is refused in the application's words", .readsLibraryMemory,
        arguments: ["x", "-1", "+5", "5, 5", "5 5", "0x5", "", " ", "5\t5"])
    func malformedLength(length: String) throws {
        let server = try TestServer()
        for name in ["Content-Length", "CONTENT-length"] {
            let connection = try server.connect()
            connection.send("PUT / HTTP/1.1\r\nHost: a\r\n\(name):\(length)\r\nX-Other: 1\r\n\r\nabcde")
            let response = try connection.response()
            #expect(response.status == 400 && response["connection"] == "close" && response["request-id"] != nil)
            #expect(response.text.contains("Content-Length"))
            #expect(connection.readToEnd().isEmpty)
        }
        #expect(try server.request("GET /next HTTP/1.1").text == "path /next")
    }

    @Test(
        "blanks around a Content-Length are legal, wherever its line stands", .readsLibraryMemory, arguments: ["7 ", " 7\t ", "\t7  ", "7"])
    func paddedLength(length: String) throws {
        let server = try TestServer { .text(String(decoding: $0.body, as: UTF8.self)) }
        let connection = try server.connect()
        for lines in ["Host: a\r\nContent-Length:\(length)\r\n", "content-LENGTH:\(length)\r\nHost: a\r\nX: 1\r\n"] {
            for body in ["abcdefg", "1234567"] {
                connection.send("PUT / HTTP/1.1\r\n\(lines)\r\n\(body)")
                #expect(try connection.response().text == body)
            }
        }
    }

    @Test("a target with a control character is 400", arguments: ["/a\u{1}", "/\t", "/a?\u{7F}", "/\u{1F}/b", "\u{B}"])
    func controlsInTarget(target: String) throws {
        let server = try TestServer()
        let connection = try server.connect()
        connection.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try connection.response().status == 400)
        #expect(connection.readToEnd().isEmpty)
    }

    @Test(
        "a trailer that is folded or none is 400, one that is whole is not, collected or in pieces", .readsLibraryMemory,
        arguments: [
            ("X: 1\r\n folded\r\n", 400), ("X: 1\r\n\tfolded\r\nY: 2\r\n", 400), ("Y: 2\r\nX: 1\r\n z\r\n", 400), ("X y: 1\r\n", 400),
            ("X: 1\r\n", 200), ("X: 1\r\nY: 2\r\n", 200), ("", 200),
        ])
    func trailers(lines: String, status: Int) throws {
        let receiver = TestReceiver()
        let server = try TestServer(
            answer: { $0.headers[.contentType] == nil ? .text("collected") : .receiving(receiver) }, pieceType: "x/pieces")
        for type in ["", "Content-Type: x/pieces\r\n"] {
            for cut in 0..<3 {
                let connection = try server.connect()
                connection.send("PUT / HTTP/1.1\r\nHost: a\r\n\(type)Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n")
                if cut > 0 { while server.server.activeRequestCount == 0 {} }
                for byte in cut > 1 ? Array((lines + "\r\n").utf8) : [] {
                    connection.send([byte])
                    usleep(200)
                }
                if cut < 2 { connection.send(lines + "\r\n") }
                #expect(try connection.response().status == status)
            }
        }
        let calls = receiver.calls
        #expect(status == 200 ? calls.finishes == 3 && calls.cancels == 0 : calls.finishes == 0 && calls.cancels == 3)
    }

    @Test(
        "a Host that is none is 400, one that can be is served",
        arguments: [
            ("a b", 400), ("a, b", 400), ("a/b", 400), ("a@b", 400), ("a\tb", 400), ("é", 400), ("a\"", 400), ("", 200), ("a:8080", 200),
            ("[::1]:80", 200), ("xn--bcher-kva.example", 200), ("a_b", 200), ("a%20b", 200), ("a  ", 200), ("10.0.0.1", 200),
        ])
    func hosts(host: String, status: Int) throws {
        let server = try TestServer()
        let connection = try server.connect()
        connection.send("GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
        #expect(try connection.response().status == status)
    }

    @Test("bytes that are no request do not disturb the others")
    func noise() throws {
        let server = try TestServer()
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            let noise = (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let connection = try server.connect()
            connection.send(noise)
            connection.finishSending()
        }
        #expect(try server.request("GET /next HTTP/1.1").text == "path /next")
    }
}

extension String {
    /// How often another text stands in this one.
    fileprivate func components(of text: String) -> Int {
        let bytes = Array(utf8)
        let other = Array(text.utf8)
        guard bytes.count >= other.count else { return 0 }
        return (0...bytes.count - other.count).count { bytes[$0..<$0 + other.count].elementsEqual(other) }
    }
}
