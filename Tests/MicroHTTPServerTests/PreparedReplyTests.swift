import Foundation
import HTTPServing
import HTTPTypes
import MicroHTTPServer
import Synchronization
import TestSupport
import Testing

/// What the library does with one response that many requests get, each with its own `Request-Id`. libmicrohttpd 0.9.75 writes the header
/// block before the thread answers another request; where a version does not, these tests fail.
@Suite("Prepared responses of one thread", .timeLimit(.minutes(2)))
struct PreparedReplyTests {
    private static func page(_ number: Int, count: Int) -> PreparedResponse {
        PreparedResponse(
            headers: [.init(.eTag, "\"v\(number)\"")], body: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: count))
    }

    /// A server of one thread whose target `/7` is the page of that index, and the identifier that each request's own target had.
    private final class Pages: Sendable {
        let server: TestServer
        private let ids: Ids

        final class Ids: Sendable {
            let byTarget = Mutex<[String: String]>([:])
        }

        init(_ pages: [PreparedResponse]) throws {
            let ids = Ids()
            self.ids = ids
            server = try TestServer { request in
                ids.byTarget.withLock { $0[request.target.raw] = request.id }
                let number = Int(Substring(request.target.rawPath.dropFirst())) ?? 0
                return .response(Response(status: .ok, body: .prepared(pages[number % pages.count])))
            } configure: {
                $0.threads = 1
            }
        }

        func id(of target: String) -> String? { ids.byTarget.withLock { $0[target] } }
    }

    @Test("each of many requests in one piece has its own identifier, and the page that it asks for", .readsLibraryMemory)
    func pipelined() throws {
        let pages = try Pages((0..<3).map { Self.page($0, count: 100 * $0) })
        let connection = try pages.server.connect()
        let targets = (0..<300).map { "/\($0 % 3)?\($0)" }
        connection.send(targets.map { "GET \($0) HTTP/1.1\r\nHost: t\r\n\r\n" }.joined())
        var seen: Set<String> = []
        for target in targets {
            let response = try connection.response()
            let number = target == "/0" ? 0 : Int(target.dropFirst().prefix { $0 != "?" }) ?? 0
            #expect(response["request-id"] == pages.id(of: target))
            #expect(response["etag"] == "\"v\(number)\"" && response.body == [UInt8](repeating: UInt8(number), count: 100 * number))
            #expect(response.headers.map(\.name) == ["date", "request-id", "x-content-type-options", "etag", "content-length"])
            seen.insert(response["request-id"] ?? "")
        }
        #expect(seen.count == targets.count)
    }

    @Test("a connection that is sent to slowly keeps its identifier while others are answered from the same page", .readsLibraryMemory)
    func slow() throws {
        let count = 4 << 20
        let pages = try Pages([Self.page(1, count: count)])
        let slow = try (0..<8).map { _ in try RawConnection(port: pages.server.port, receiveBuffer: 4_096) }
        for (number, connection) in slow.enumerated() { connection.send("GET /0?slow\(number) HTTP/1.1\r\nHost: t\r\n\r\n") }
        let fast = try pages.server.connect()
        for number in 0..<20 {
            fast.send("HEAD /0?fast\(number) HTTP/1.1\r\nHost: t\r\n\r\n")
            let response = try fast.response(hasBody: false)
            #expect(response["request-id"] == pages.id(of: "/0?fast\(number)") && response["content-length"] == "\(count)")
        }
        for (number, connection) in slow.enumerated() {
            let response = try connection.response()
            #expect(response["request-id"] == pages.id(of: "/0?slow\(number)"))
            #expect(response.body.count == count && response.body.allSatisfy { $0 == 1 })
        }
    }

    @Test("more pages than are kept, in any order, with what goes from the table while it is sent", .readsLibraryMemory)
    func many() throws {
        let pages = try Pages((0..<1_300).map { Self.page($0, count: 10 + $0) })
        var random = SeededGenerator(seed: 11)
        let connections = try (0..<10).map { _ in try pages.server.connect() }
        for round in 0..<400 {
            let asked = connections.map { _ in random.below(4) == 0 ? random.below(8) : random.below(1_300) }
            for (index, connection) in connections.enumerated() {
                connection.send("GET /\(asked[index])?\(round).\(index) HTTP/1.1\r\nHost: t\r\n\r\n")
            }
            for (index, connection) in connections.enumerated() {
                let response = try connection.response()
                #expect(response["request-id"] == pages.id(of: "/\(asked[index])?\(round).\(index)"))
                #expect(response["etag"] == "\"v\(asked[index])\"")
                #expect(response.body == [UInt8](repeating: UInt8(truncatingIfNeeded: asked[index]), count: 10 + asked[index]))
            }
        }
    }

    @Test("a page that nobody else holds lives until it was sent, and goes then")
    func goes() throws {
        final class Held: Sendable {
            let page = Mutex<WeakPage>(WeakPage())
        }
        struct WeakPage { weak var page: PreparedResponse? }
        let held = Held()
        let server = try TestServer { _ in
            let page = Self.page(9, count: 4 << 20)
            held.page.withLock { $0.page = page }
            return .response(Response(status: .ok, body: .prepared(page)))
        } configure: {
            $0.threads = 1
        }
        let slow = try RawConnection(port: server.port, receiveBuffer: 4_096)
        slow.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
        let body = try slow.response().body
        #expect(body.count == 4 << 20 && body.allSatisfy { $0 == 9 })
        try eventually("the page that was sent goes") { held.page.withLock { $0.page == nil } }
        let broken = try RawConnection(port: server.port, receiveBuffer: 4_096)
        broken.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
        _ = broken.readHead()
        broken.reset()
        try eventually("the page of a client that has gone goes") { held.page.withLock { $0.page == nil } }
    }

    @Test(
        "304s and pages of many requests in one piece come in their order, each with its own identifier and no other's bytes",
        .readsLibraryMemory)
    func notModified() throws {
        let pages = (0..<3).map { number in
            PreparedResponse(
                headers: [.init(.contentType, "text/plain"), .init(.eTag, "\"v\(number)\""), .init(.contentEncoding, "x")],
                body: [UInt8](repeating: 7, count: 10 + number))
        }
        let server = try TestServer { request in
            let number = Int(Substring(request.target.rawPath.dropFirst())) ?? 0
            let isKnown = request.headers[.ifNoneMatch] != nil
            return .response(Response(status: isKnown ? .notModified : .ok, body: .prepared(pages[number % 3])))
        } configure: {
            $0.threads = 1
        }
        let connection = try server.connect()
        let requests = (0..<600).map { (number: $0, isKnown: $0 % 7 < 4) }
        let texts = requests.map { "GET /\($0.number) HTTP/1.1\r\nHost: t\r\n\($0.isKnown ? "If-None-Match: *\r\n" : "")\r\n" }
        connection.send(texts.joined())
        var seen: Set<String> = []
        for (number, isKnown) in requests {
            let response = try connection.response(hasBody: !isKnown)
            #expect(response.status == (isKnown ? 304 : 200) && response["etag"] == "\"v\(number % 3)\"")
            let names = response.headers.map(\.name)
            if isKnown {
                #expect(names == ["library-status", "date", "request-id", "x-content-type-options", "etag"])
            } else {
                #expect(names.contains("content-type") && response.body.count == 10 + number % 3)
            }
            seen.insert(response["request-id"] ?? "")
        }
        #expect(seen.count == requests.count)
    }

    @Test("a client that asks for 304s without reading gets every one of them when it reads", .readsLibraryMemory)
    func unread() throws {
        let page = Self.page(5, count: 20)
        let server = try TestServer { _ in
            .response(Response(status: .notModified, body: .prepared(page)))
        } configure: {
            $0.threads = 1
        }
        let connection = try RawConnection(port: server.port, receiveBuffer: 4_096)
        let count = 20_000
        // One thread writes, another reads.
        nonisolated(unsafe) let sender = connection
        Thread.detachNewThread { sender.send(String(repeating: "GET / HTTP/1.1\r\nHost: t\r\n\r\n", count: count)) }
        for _ in 0..<count {
            let response = try connection.response(hasBody: false)
            #expect(response.status == 304 && response["etag"] == "\"v5\"" && ["0", nil].contains(response["content-length"]))
        }
    }

    @Test("a status without a body, a last response and one with more headers are each what they are", .readsLibraryMemory)
    func variants() throws {
        let page = Self.page(3, count: 20)
        let server = try TestServer { request in
            switch request.target.raw {
            case "/304": .response(Response(status: .notModified, body: .prepared(page)))
            case "/more": .response(Response(status: .ok, headers: [.init(.vary, "Origin")], body: .prepared(page)))
            default: .response(Response(status: .ok, body: .prepared(page)))
            }
        } configure: {
            $0.threads = 1
        }
        let connection = try server.connect()
        for _ in 0..<3 {
            for (target, status, hasBody) in [("/", 200, true), ("/304", 304, false), ("/more", 200, true)] {
                connection.send("GET \(target) HTTP/1.1\r\nHost: t\r\n\r\n")
                let response = try connection.response(hasBody: hasBody)
                #expect(response.status == status && response["etag"] == "\"v3\"" && response["content-length"] == (hasBody ? "20" : nil))
                #expect(response["vary"] == (target == "/more" ? "Origin" : nil) && response["connection"] == nil)
            }
        }
        connection.send("GET / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
        let last = try connection.response()
        #expect(last["connection"] == "close" && last.body.count == 20)
        #expect(connection.readToEnd().isEmpty)
    }
}
