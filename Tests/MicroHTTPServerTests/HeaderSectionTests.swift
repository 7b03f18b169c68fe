import Glibc
import HTTPServing
import HTTPTypes
import MicroHTTPServer
import TestSupport
import Testing

@Suite("The end of the headers")
struct HeaderSectionTests {
    private static let smuggled = "DELETE /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"

    /// Header lines that are none, between a first line that is one and a request that must stay a part of them.
    private static let malformedLines = [
        ":\r\n", ":x\r\n", ": x\r\n", "::\r\n", ":\0\r\n", ":\n", "\0\r\n", "\0\n", "\0x: y\r\n", "x\0: y\r\n", "x: a\0b\r\n",
        "x: a\0\r\n", "x: a\0\n", "x: \0\n", "no colon\r\n", "x : y\r\n", "x\t: y\r\n", "x y: z\r\n", " folded\r\n", "\tfolded\r\n",
        " \r\n", "\t\r\n", " \n", " x: y\r\n", "x: a\n", "x: a\r", "x: a\rb\r\n", "x: a\r\r\n", "\rx: y\r\n", "\r\r\n", "\r\0\n",
        "x: \u{1}\r\n", "x: \u{7F}\r\n", "x(: y\r\n", "é: y\r\n", "\n",
    ]

    @Test(
        "a header section with a line that is no header is 400, ends the connection and reaches nobody", .readsLibraryMemory,
        arguments: malformedLines)
    func malformed(line: String) throws {
        for head in ["GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n", "GET / HTTP/1.1\r\nHost: x\r\n", "GET / HTTP/1.1\r\n"] {
            let seen = SeenRequests()
            let server = try TestServer(answer: seen.answer)
            let connection = try server.connect()
            connection.send(head + line + Self.smuggled)
            let answer = String(decoding: connection.readToEnd(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
            #expect(seen.all.isEmpty, "\(seen.all)")
            #expect(try server.request("GET /next HTTP/1.1").status == 200)
        }
    }

    @Test("what looks like a request among malformed headers reaches nobody when they come in two pieces", arguments: malformedLines)
    func malformedInPieces(line: String) throws {
        for early in ["GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: x\r\nX-A", "GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n"] {
            let head = "GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n"
            let seen = SeenRequests()
            let server = try TestServer(answer: seen.answer)
            let connection = try server.connect()
            connection.send(early)
            try eventually { server.server.activeRequestCount > 0 }
            connection.send(head.dropFirst(early.count) + line + Self.smuggled)
            _ = connection.readToEnd()
            #expect(seen.all.allSatisfy { $0 == "GET /" } && seen.all.count <= 1, "\(seen.all)")
        }
    }

    @Test("no header is lost to a line that is none: neither a precondition nor a length", .readsLibraryMemory)
    func lostHeaders() throws {
        let seen = SeenRequests()
        let server = try TestServer(answer: seen.answer)
        let connection = try server.connect()
        connection.send("PUT / HTTP/1.1\r\nHost: x\r\n:x\r\nIf-Match: \"nope\"\r\nContent-Length: 1\r\n\r\n1")
        #expect(try connection.response().status == 400)
        #expect(connection.readToEnd().isEmpty)
        #expect(seen.all.isEmpty)
    }

    @Test("empty values, white space around values and bytes beyond ASCII are headers", .readsLibraryMemory)
    func unusualHeaders() throws {
        let server = try TestServer { request in
            .text(["a", "b", "c", "d"].map { HTTPField.Name($0).flatMap { request.headers[$0] } ?? "-" }.joined(separator: "|"))
        }
        let connection = try server.connect()
        for _ in 0..<3 {
            connection.send("GET / HTTP/1.1\r\nA:\r\nHost: x\r\nB: \t1\t2\r\nC: é:\r\nd:0\r\n\r\n")
            #expect(try connection.response().text == "|1\t2|é:|0")
        }
    }

    @Test("headers that come byte by byte, or are long, are answered, if need be as the connection's last")
    func slowHeaders() throws {
        let server = try TestServer()
        let slow = try server.connect()
        for byte in "GET /slow HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n\r\n".utf8 { slow.send([byte]) }
        #expect(try slow.response().text == "path /slow")
        for count in 3_900..<4_200 {
            let long = try server.connect()
            long.send("GET /long HTTP/1.1\r\nHost: x\r\nX-A: \(String(repeating: "a", count: count))\r\n\r\n")
            let response = try long.response()
            #expect(response.text == "path /long")
            if response["connection"] == "close" { #expect(long.readToEnd().isEmpty) }
        }
    }

    @Test("hundreds of requests sent at once are all answered, wherever the library's memory cuts them", .readsLibraryMemory)
    func deepPipelining() throws {
        let server = try TestServer()
        for length in [0, 1, 2, 3, 50, 1_000] {
            let connection = try server.connect()
            let lines = "Host: x\r\nX-A: \(String(repeating: "a", count: length))\r\n\r\n"
            // Few enough bytes to come at once: a request that has come in part ends its connection.
            let count = 30_000 / (lines.utf8.count + 20)
            connection.send((0..<count).map { "GET /\($0) HTTP/1.1\r\n\(lines)" }.joined())
            for number in 0..<count { #expect(try connection.response().text == "path /\(number)") }
        }
    }

    @Test(
        "a chunked body's trailers, however malformed, are followed by nothing on that connection", .readsLibraryMemory,
        arguments: [
            ("", 200), ("X: 1\r\n", 200), ("X: 1\r\n:\r\n", 400), ("X: 1\r\n\0\r\n", 400), ("\0\r\n", 400), ("X: 1\r\n:\n", 400),
        ])
    func trailers(lines: String, status: Int) throws {
        let seen = SeenRequests()
        let server = try TestServer(answer: seen.answer)
        let connection = try server.connect()
        connection.send("PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\(lines)\r\n\(Self.smuggled)")
        let response = try connection.response()
        #expect(response.status == status && (status == 400 || response.text == "a"))
        #expect(response["connection"] == "close")
        #expect(connection.readToEnd().isEmpty)
        #expect(seen.all == (status == 200 ? ["PUT /"] : []))
    }

    @Test(
        "a chunked body with nothing behind it keeps its connection, however it arrives", .readsLibraryMemory,
        arguments: [[], [1], [5, 1, 16], [300, 2_000], [90_000, 7]], [nil, 1, 2, 3, 1_500])
    func chunkedEnd(sizes: [Int], pieceCount: Int?) throws {
        let server = try TestServer(answer: { .text("\($0.body.count)") })
        let connection = try server.connect()
        let chunks = sizes.map { "\(String($0, radix: 16))\r\n\(String(repeating: "x", count: $0))\r\n" }.joined()
        let body = Array("\(chunks)0\r\n\r\n".utf8)
        // A long body's first and last bytes come in pieces, and the rest at once.
        let ends = [0..<min(400, body.count), max(min(400, body.count), body.count - 60)..<body.count]
        for _ in 0..<3 {
            let head = Array("PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
            if let pieceCount {
                connection.send(head)
                send(Array(body[ends[0]]), on: connection, pieceCount)
                connection.send(Array(body[ends[0].upperBound..<ends[1].lowerBound]))
                send(Array(body[ends[1]]), on: connection, pieceCount)
            } else {
                connection.send(head + body)
            }
            let response = try connection.response()
            #expect(response.text == "\(sizes.reduce(0, +))" && response["connection"] == nil)
        }
    }

    private func send(_ bytes: [UInt8], on connection: RawConnection, _ pieceCount: Int) {
        for start in stride(from: 0, to: bytes.count, by: pieceCount) {
            connection.send(Array(bytes[start..<min(start + pieceCount, bytes.count)]))
            usleep(200)
        }
    }

    @Test(
        "a chunked body whose framing a proxy may read otherwise ends its connection",
        arguments: [
            "1\na\r\n0\r\n\r\n", "1;x=y\r\na\r\n0\r\n\r\n", "1\r\na\n0\r\n\r\n", "1\r\na\r\n0\n\r\n", "1\r\na\r\n0\r\n\n",
            "1\r\na\r\n00\r\n\r\n",
            "1\r\na\r\n0;x\r\n\r\n", "1\r\na\r\n0\r\nX: 1\r\n\r\n", "1\r\na\r\n0\r\n\0\n", "1\r\na\r\n0\r\n:\n",
            "1 \r\na\r\n0\r\n\r\n",
        ])
    func uncertainEnd(body: String) throws {
        let server = try TestServer()
        for isWhole in [true, false] {
            let connection = try server.connect()
            connection.send("PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            send(Array(body.utf8), on: connection, isWhole ? body.utf8.count : 1)
            let text = String(decoding: connection.readToEnd(), as: UTF8.self)
            #expect(text.contains("Connection: close") || text.isEmpty, "\(text)")
        }
    }

    @Test(
        "of bytes made at random from pieces of headers, nothing is answered that is no request by the standard", .readsLibraryMemory,
        arguments: 0..<8)
    func mutations(round: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        let seen = SeenRequests()
        let server = try TestServer(answer: seen.answer)
        var answered = 0
        for number in 0..<500 {
            seen.forget()
            let bytes = Self.mutation(&generator)
            let connection = try server.connect()
            let isSplit = Int.random(in: 0..<8, using: &generator) == 0
            let split = isSplit ? Int.random(in: 0...bytes.count, using: &generator) : bytes.count
            connection.send(Array(bytes[..<split]))
            connection.send(Array(bytes[split...]))
            _ = connection.readToEnd()
            let possible = StrictRequests(bytes).all
            let text = String(decoding: bytes, as: UTF8.self).debugDescription
            // In two pieces, the first request with a malformed line may be answered, but nothing behind that line.
            let all = seen.all
            let isInOrder = zip(all, possible).allSatisfy { $0 == $1 } && all.count <= possible.count + (isSplit ? 1 : 0)
            let isBehind = all.last == "GET /last" && !possible.contains("GET /last")
            #expect(isInOrder && !isBehind, "seed \(seed), round \(round).\(number): \(all) from \(text)")
            #expect(
                !possible.isEmpty || all.allSatisfy { $0 == "GET /first" }, "seed \(seed), round \(round).\(number): \(all) from \(text)")
            answered += seen.all.isEmpty ? 0 : 1
        }
        #expect(answered > 20, "seed \(seed)")
    }

    /// A request, a few changes below its request line, and a request that ends the connection.
    private static func mutation(_ generator: inout SeededGenerator) -> [UInt8] {
        let lines = ["Host: x\r\n", "X-A: 1\r\n", "Content-Length: 5\r\n", ":\r\n", "X-B:\r\n", "Accept: */*\r\n", " y\r\n"]
        var section = Array("Host: x\r\n".utf8)
        for _ in 0..<Int.random(in: 0..<4, using: &generator) { section += Array((lines.randomElement(using: &generator) ?? "").utf8) }
        // Without what would end the headers by the standard, or, now and then, with it.
        if Bool.random(using: &generator) { section += [0x0D, 0x0A] }
        section += Array(smuggled.utf8)
        for _ in 0..<Int.random(in: 0..<4, using: &generator) {
            let place = Int.random(in: 0..<section.count, using: &generator)
            let byte = Array(":\0\r\n \tx\n:\0".utf8).randomElement(using: &generator) ?? 0
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: section[place] = byte
            case 1: section.remove(at: place)
            case 2: section.insert(byte, at: place)
            default: section.insert(contentsOf: [[0x0D, 0x0A], [0x0A], [0x0D]].randomElement(using: &generator) ?? [], at: place)
            }
        }
        return Array("GET /first HTTP/1.1\r\n".utf8) + section
            + Array("GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8)
    }
}
