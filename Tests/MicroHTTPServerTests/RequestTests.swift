import Glibc
import HTTPServing
import HTTPTypes
import MicroHTTPServer
import Testing

@Suite("Requests")
struct RequestTests {
    @Test("twenty pipelined requests are answered in order", .readsLibraryMemory)
    func pipelining() throws {
        let server = try TestServer()
        let connection = try server.connect()
        connection.send((0..<20).map { "GET /\($0) HTTP/1.1\r\nHost: test\r\n\r\n" }.joined())
        for number in 0..<20 {
            #expect(try connection.response().text == "path /\(number)")
        }
    }

    @Test("an encoded slash and an encoded NUL reach the responder as they were sent")
    func rawTarget() throws {
        let server = try TestServer { .text($0.target.raw) }
        #expect(try server.request("GET /a%2Fb%00c+d?x=%zz&y=+ HTTP/1.1").text == "/a%2Fb%00c+d?x=%zz&y=+")
    }

    @Test("a query of thousands of parameters arrives whole", .readsLibraryMemory)
    func manyParameters() throws {
        let server = try TestServer { .text($0.target.raw) }
        let target = "/?" + String(repeating: "a=1&", count: 2_000)
        #expect(try server.request("GET \(target) HTTP/1.1").text == target)
    }

    @Test("a HEAD has GET's headers and no body", .readsLibraryMemory)
    func head() throws {
        let server = try TestServer { .text($0.method.rawValue) }
        let connection = try server.connect()
        connection.send("HEAD / HTTP/1.1\r\nHost: test\r\n\r\nGET / HTTP/1.1\r\nHost: test\r\n\r\n")
        #expect(try connection.response(hasBody: false)["content-length"] == "4")
        #expect(try connection.response().text == "GET")
    }

    @Test("HTTP/1.0 closes after the response, without a Host too, and stays open where asked", .readsLibraryMemory)
    func http10() throws {
        let server = try TestServer()
        let closing = try server.connect()
        closing.send("GET /a HTTP/1.0\r\n\r\n")
        #expect(try closing.response().text == "path /a")
        #expect(closing.readToEnd().isEmpty)
        let open = try server.connect()
        open.send("GET /b HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        #expect(try open.response()["connection"]?.lowercased() == "keep-alive")
        open.send("GET /c HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        #expect(try open.response().text == "path /c")
    }

    @Test("headers are found whatever their case, joined in order, and absent ones are nil")
    func headers() throws {
        let server = try TestServer { request in
            let accept = request.headers[.accept] ?? "none"
            return .text("\(accept)|\(request.headers[.cookie] ?? "none")|\(request.headers[.contentLanguage] ?? "none")")
        }
        let response = try server.request("GET / HTTP/1.1\r\naCCept: a\r\nAccept: b, c\r\nContent-Language:\r\nACCEPT:   d")
        #expect(response.text == "a, b, c, d|none|")
    }

    @Test("header bytes that are not UTF-8 do no harm")
    func headerBytes() throws {
        let server = try TestServer { .text($0.headers[.accept] ?? "none") }
        let connection = try server.connect()
        connection.send(Array("GET / HTTP/1.1\r\nHost: t\r\nAccept: a".utf8) + [0xFF, 0xFE] + Array("\r\n\r\n".utf8))
        #expect(try connection.response().text == "a\u{FFFD}\u{FFFD}")
    }

    @Test("every response has its own Request-Id, and a client's is not taken", .readsLibraryMemory)
    func requestIDs() throws {
        let server = try TestServer { .text($0.id) }
        let connection = try server.connect()
        var ids: Set<String> = []
        for _ in 0..<50 {
            connection.send("GET / HTTP/1.1\r\nHost: test\r\nRequest-Id: mine\r\n\r\n")
            let response = try connection.response()
            #expect(response["request-id"] == response.text)
            ids.insert(response.text)
        }
        #expect(ids.count == 50 && !ids.contains("mine"))
    }

    @Test("a method of the client's own reaches the responder")
    func methods() throws {
        let server = try TestServer { .text($0.method.rawValue) }
        #expect(try server.request("BREW / HTTP/1.1").text == "BREW")
        #expect(try server.request("PATCH / HTTP/1.1").text == "PATCH")
    }

    @Test("a client that sends byte by byte is served while others are")
    func slowClient() throws {
        let server = try TestServer { .text("\(Substring($0.target.rawPath)) \($0.body.count)") }
        let slow = try server.connect()
        for byte in Array("PUT /slow HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nabcde".utf8) {
            slow.send([byte])
            #expect(try server.request("GET /fast HTTP/1.1").text == "/fast 0")
        }
        #expect(try slow.response().text == "/slow 5")
    }

    @Test("sixty-four connections get a thousand answers each, their own", .readsLibraryMemory)
    func load() async throws {
        let server = try TestServer { .text("\($0.target.raw)") }
        let wrong = await withTaskGroup(of: Int.self) { group in
            for number in 0..<64 {
                group.addTask {
                    guard let connection = try? server.connect() else { return 1_000 }
                    var wrong = 0
                    for request in 0..<1_000 {
                        connection.send("GET /\(number)/\(request) HTTP/1.1\r\nHost: test\r\n\r\n")
                        if (try? connection.response().text) != "/\(number)/\(request)" { wrong += 1 }
                    }
                    return wrong
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }
}
