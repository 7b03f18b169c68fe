import Dispatch
import HTTPServing
import HTTPTypes
import MicroHTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("Streamed bodies")
struct StreamTests {
    private func server(_ stream: TestStream) throws -> TestServer {
        try TestServer { request in
            request.target.raw == "/now" ? .text("now") : .response(Response(status: .ok, body: .stream(stream)))
        }
    }

    @Test("a stream that waits goes on each time it is woken, and is closed once")
    func waiting() async throws {
        let stream = TestStream()
        let server = try server(stream)
        let connection = try server.connect()
        connection.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
        #expect(try connection.read(through: "\r\n\r\n").contains("chunked"))
        for number in 0..<20 {
            try eventually { stream.isWaiting }
            stream.push("piece \(number)\n")
            _ = try connection.read(through: "piece \(number)\n")
        }
        stream.finish()
        _ = try connection.read(through: "0\r\n\r\n")
        connection.send("GET /now HTTP/1.1\r\nHost: t\r\n\r\n")
        #expect(try connection.response().text == "now")
        #expect(stream.closeCount == 1)
    }

    @Test("no wake-up is lost when a stream is fed while it is read")
    func race() throws {
        let stream = TestStream()
        let server = try server(stream)
        let connection = try server.connect()
        connection.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
        DispatchQueue.global().async {
            for number in 0..<20_000 { stream.push("\(number),") }
            stream.finish()
        }
        #expect(try connection.response().text == (0..<20_000).map { "\($0)," }.joined())
    }

    @Test("an HTTP/1.0 client reads a stream up to the connection's end")
    func http10() throws {
        let stream = TestStream()
        let server = try server(stream)
        let connection = try server.connect()
        connection.send("GET / HTTP/1.0\r\n\r\n")
        stream.push(String(repeating: "a", count: 100_000))
        stream.finish()
        let answer = String(decoding: connection.readToEnd(), as: UTF8.self)
        #expect(!answer.lowercased().contains("transfer-encoding"))
        #expect(answer.hasSuffix("\r\n\r\n" + String(repeating: "a", count: 100_000)))
    }

    @Test("a stream that fails is cut without its end")
    func failing() throws {
        let stream = TestStream()
        let server = try server(stream)
        let connection = try server.connect()
        connection.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
        stream.push("begun")
        stream.finish(.failed)
        let answer = String(decoding: connection.readToEnd(), as: UTF8.self)
        #expect(answer.contains("begun") && !answer.hasSuffix("0\r\n\r\n"))
        #expect(stream.closeCount == 1)
    }

    @Test("a HEAD of a stream has its headers and nothing else, and closes it")
    func head() throws {
        let stream = TestStream()
        let server = try server(stream)
        let connection = try server.connect()
        connection.send("HEAD / HTTP/1.1\r\nHost: t\r\n\r\n")
        let response = try connection.response(hasBody: false)
        #expect(response.status == 200 && response["content-length"] == nil)
        #expect(connection.readToEnd().isEmpty)
        #expect(stream.closeCount == 1)
    }

    @Test("a 304 with a stream has its headers and nothing else, and lets the stream go; the connection goes on")
    func notModified() throws {
        let streams = [TestStream(), TestStream()]
        let server = try TestServer { request in
            let headers = [Response.Header(.contentType, "text/plain"), Response.Header(.eTag, "\"v1\"")]
            return .response(Response(status: .notModified, headers: headers, body: .stream(streams[request.target.raw == "/0" ? 0 : 1])))
        }
        let connection = try server.connect()
        connection.send("GET /0 HTTP/1.1\r\nHost: t\r\n\r\nGET /1 HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
        for isLast in [false, true] {
            let response = try connection.response(hasBody: false)
            #expect(response.status == 304 && response["etag"] == "\"v1\"" && response["connection"] == (isLast ? "close" : nil))
            #expect(["content-length", "content-type", "transfer-encoding"].allSatisfy { response[$0] == nil })
        }
        #expect(connection.readToEnd().isEmpty)
        #expect(streams.map(\.closeCount) == [1, 1])
    }

    @Test("a stream whose client left is closed at its next write")
    func vanished() async throws {
        let stream = TestStream()
        let server = try server(stream)
        do {
            let connection = try server.connect()
            connection.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
            _ = try connection.read(through: "\r\n\r\n")
            connection.reset()
        }
        while stream.closeCount == 0 {
            stream.push(String(repeating: "a", count: 10_000))
            try await Task.sleep(for: .milliseconds(1))
        }
        stream.push("more")
        #expect(try server.request("GET /now HTTP/1.1").text == "now")
        #expect(stream.closeCount == 1)
    }

    @Test("hundreds of quiet streams are all woken")
    func many() async throws {
        let streams = (0..<300).map { _ in TestStream() }
        let server = try TestServer { request in
            .response(Response(status: .ok, body: .stream(streams[Int(request.target.raw.dropFirst()) ?? 0])))
        }
        let connections = try streams.indices.map { number in
            let connection = try server.connect()
            connection.send("GET /\(number) HTTP/1.1\r\nHost: t\r\n\r\n")
            return connection
        }
        try eventually { streams.allSatisfy(\.isWaiting) }
        for stream in streams { stream.push("hello") }
        for stream in streams { stream.finish() }
        for connection in connections { #expect(try connection.response().text == "hello") }
    }

    @Test("streams that are woken together by many threads have it all, also where clients leave meanwhile")
    func together() async throws {
        let streams = (0..<400).map { _ in TestStream() }
        let server = try TestServer { request in
            .response(Response(status: .ok, body: .stream(streams[Int(request.target.raw.dropFirst()) ?? 0])))
        }
        var connections = try streams.indices.map { number in
            let connection = try server.connect()
            connection.send("GET /\(number) HTTP/1.1\r\nHost: t\r\n\r\n")
            return connection
        }
        for round in 0..<20 {
            try eventually { streams[..<connections.count].allSatisfy(\.isWaiting) }
            // Those who leave are found when they are woken, perhaps as the first of all.
            connections.removeLast(10)
            DispatchQueue.concurrentPerform(iterations: 4) { part in
                for index in stride(from: part, to: streams.count, by: 4) { streams[index].push("round \(round)\n") }
            }
            for connection in connections { _ = try connection.read(through: "round \(round)\n") }
        }
        for stream in streams { stream.push("more") }
        try eventually { streams[connections.count...].allSatisfy { $0.closeCount == 1 } }
        server.server.stop(within: 5)
        #expect(streams.allSatisfy { $0.closeCount == 1 })
    }

    @Test("a stream that waits gives its connection's memory back, and goes on with pieces of any size")
    func idleMemory() throws {
        let stream = TestStream()
        let server = try server(stream)
        let connection = try server.connect()
        connection.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
        var sent = ""
        for count in [1, 40_000, 3, 9_000, 200_000, 0, 70_000] {
            try eventually { stream.isWaiting }
            let piece = String(repeating: "x", count: count) + "\(count)."
            stream.push(piece)
            sent += piece
        }
        stream.finish()
        #expect(try connection.response().text == sent)
    }
}
