import Dispatch
import HTTPServing
import HTTPTypes
import MicroHTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("Deferred answers")
struct DeferredTests {
    @Test("a thousand connections wait for answers that another thread gives in its own order")
    func thousand() async throws {
        let waiting = WaitingAnswers()
        let server = try TestServer { request in
            .later { complete in waiting.add { complete { .text("late \(request.target.raw)") } } }
        }
        let connections = try (0..<1_000).map { number in
            let connection = try server.connect()
            connection.send("GET /\(number) HTTP/1.1\r\nHost: t\r\n\r\n")
            return connection
        }
        try eventually { waiting.count >= 1_000 }
        #expect(server.server.connectionCount == 1_000 && server.server.deferredRequestCount == 1_000)
        DispatchQueue.global().async { waiting.completeAll() }
        for (number, connection) in connections.enumerated() {
            #expect(try connection.response().text == "late /\(number)")
        }
        #expect(server.server.deferredRequestCount == 0)
    }

    @Test("an answer may be there before the deferral is", .readsLibraryMemory)
    func atOnce() throws {
        let server = try TestServer { request in .later { complete in complete { .text("now \(request.target.raw)") } } }
        let connection = try server.connect()
        for number in 0..<500 {
            connection.send("GET /\(number) HTTP/1.1\r\nHost: t\r\n\r\n")
            #expect(try connection.response().text == "now /\(number)")
        }
    }

    @Test("an answer may race with the deferral", .readsLibraryMemory)
    func race() throws {
        let server = try TestServer { request in
            .later { complete in DispatchQueue.global().async { complete { .text("soon \(request.target.raw)") } } }
        }
        let connection = try server.connect()
        connection.send((0..<500).map { "PUT /\($0) HTTP/1.1\r\nHost: t\r\nContent-Length: 2\r\n\r\nab" }.joined())
        for number in 0..<500 { #expect(try connection.response().text == "soon /\(number)") }
    }

    @Test("headers are read while an answer is deferred, and are nil once it was sent")
    func headers() async throws {
        let waiting = WaitingAnswers()
        let kept = Mutex<Request?>(nil)
        let server = try TestServer { request in
            kept.withLock { $0 = request }
            return .later { complete in waiting.add { complete { .text("done") } } }
        }
        let connection = try server.connect()
        connection.send("GET / HTTP/1.1\r\nHost: t\r\nAccept: x\r\n\r\n")
        try eventually { waiting.count >= 1 }
        let request = try #require(kept.withLock { $0 })
        #expect(request.headers[.accept] == "x")
        waiting.completeAll()
        #expect(try connection.response().text == "done")
        try eventually { server.server.activeRequestCount == 0 }
        #expect(request.headers[.accept] == nil)
    }

    @Test("a client that vanishes while its answer is deferred harms nobody, and leaves nothing behind")
    func vanished() async throws {
        let waiting = WaitingAnswers()
        let server = try TestServer { request in
            if request.target.raw == "/now" { return .text("now") }
            return .later { complete in waiting.add { complete { .text(String(repeating: "late", count: 100_000)) } } }
        }
        try await leave(server, count: 50) { waiting.count }
        waiting.completeAll()
        #expect(server.server.deferredRequestCount == 0)
        #expect(try server.request("GET /now HTTP/1.1").text == "now")
        try eventually { server.server.activeRequestCount == 0 && server.server.connectionCount == 0 }
    }

    /// Opens connections, and closes them, half with a reset, when their requests have arrived.
    private func leave(_ server: TestServer, count: Int, arrived: () -> Int) async throws {
        let connections = try (0..<count).map { _ in
            let connection = try server.connect()
            connection.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
            return connection
        }
        try eventually { arrived() >= count }
        for connection in connections.prefix(count / 2) { connection.reset() }
    }

    @Test("only the first completion counts", .readsLibraryMemory)
    func twice() throws {
        let server = try TestServer { _ in
            .later { complete in
                complete { .text("first") }
                complete { .text("second") }
            }
        }
        let connection = try server.connect()
        for _ in 0..<10 {
            connection.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
            #expect(try connection.response().text == "first")
        }
        #expect(server.server.deferredRequestCount == 0)
    }
}

extension Response {
    static func text(_ text: String) -> Response { Response(status: .ok, body: .bytes(Array(text.utf8))) }
}
