import Dispatch
import HTTPServing
import HTTPTypes
import MicroHTTPServer
import TestSupport
import Testing

@Suite("Bodies in pieces")
struct PiecewiseTests {
    private func server(
        _ receiver: TestReceiver, configure: (inout ServerConfiguration) -> Void = { $0.bodyLimit = 10 }
    ) throws -> TestServer {
        try TestServer(
            answer: { request in
                switch request.target.raw {
                case "/pieces": .receiving(receiver)
                case "/refused": .text("no", status: .unauthorized)
                case "/later":
                    .later { complete in DispatchQueue.global().async { complete { Response(status: .forbidden) } } }
                default: .text("whole \(request.body.count)")
                }
            }, pieceType: "x/pieces", configure: configure)
    }

    private func head(_ target: String = "/pieces", more: String) -> String {
        "PUT \(target) HTTP/1.1\r\nHost: t\r\nContent-Type: x/pieces\r\n\(more)\r\n\r\n"
    }

    @Test(
        "arrive by length and in chunks, past the limit on bodies, and the connection goes on", .readsLibraryMemory,
        arguments: [0, 1, 5, 4_096, 1_000_000])
    func whole(size: Int) throws {
        let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let receiver = TestReceiver()
        let server = try server(receiver)
        let connection = try server.connect()
        connection.send(head(more: "Content-Length: \(size)"))
        connection.send(body)
        #expect(try connection.response().body == body)
        connection.send("GET /next HTTP/1.1\r\nHost: t\r\n\r\n")
        #expect(try connection.response().text == "whole 0")
        #expect(receiver.calls.finishes == 1 && receiver.calls.cancels == 0)

        let other = try self.server(TestReceiver())
        let chunked = try other.connect()
        chunked.send(head(more: "Transfer-Encoding: chunked"))
        for start in stride(from: 0, to: size, by: 777) {
            let piece = body[start..<min(start + 777, size)]
            chunked.send(Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8))
        }
        chunked.send("0\r\n\r\n")
        #expect(try chunked.response().body == body)
    }

    @Test("are no larger than the connection's memory, however much is sent at once")
    func bounded() throws {
        let receiver = TestReceiver(keepsBody: false)
        let server = try server(receiver)
        let connection = try server.connect()
        connection.send(head(more: "Content-Length: 50000000"))
        for _ in 0..<50 { connection.send([UInt8](repeating: 7, count: 1_000_000)) }
        #expect(try connection.response().status == 200)
        #expect(receiver.calls.bytes == 50_000_000 && receiver.calls.largest <= 36 << 10)
    }

    @Test("are asked for with 100 Continue, when the receiver is there")
    func expectContinue() throws {
        let server = try server(TestReceiver())
        let connection = try server.connect()
        connection.send(head(more: "Content-Length: 3\r\nExpect: 100-continue"))
        #expect(try connection.response(hasBody: false).status == 100)
        connection.send("abc")
        #expect(try connection.response().text == "abc")
    }

    @Test("are not asked for, nor read, where another answer is there before them", arguments: [("/refused", 401), ("/later", 403)])
    func early(target: String, status: Int) throws {
        let receiver = TestReceiver()
        let server = try server(receiver)
        for more in ["Content-Length: 3000000\r\nExpect: 100-continue", "Transfer-Encoding: chunked\r\nExpect: 100-continue"] {
            let connection = try server.connect()
            connection.send(head(target, more: more))
            let response = try connection.response()
            #expect(response.status == status && response["connection"] == "close")
            #expect(connection.readToEnd().isEmpty)
        }
        for _ in 0..<5 {
            let connection = try server.connect()
            connection.send(head(target, more: "Content-Length: 3000000"))
            connection.send([UInt8](repeating: 1, count: 3_000_000))
            #expect(try connection.response().status == status)
        }
        #expect(receiver.calls == TestReceiver.Calls())
    }

    @Test("leave other bodies whole, and under their limit")
    func others() throws {
        let server = try server(TestReceiver())
        #expect(try server.request("PUT /whole HTTP/1.1\r\nContent-Length: 3", body: [1, 2, 3]).text == "whole 3")
        #expect(try server.request("PUT /pieces HTTP/1.1\r\nContent-Length: 11", body: [UInt8](repeating: 1, count: 11)).status == 413)
        // A receiver gets a body that was collected, too.
        #expect(try server.request("PUT /pieces HTTP/1.1\r\nContent-Length: 3", body: Array("abc".utf8)).text == "abc")
    }

    @Test("are refused in the middle at once, and a client that sends on still reads why")
    func refusedMidway() throws {
        for chunked in [false, true] {
            let receiver = TestReceiver(refusing: UInt8(ascii: "!"))
            let server = try server(receiver)
            let connection = try server.connect()
            connection.send(head(more: chunked ? "Transfer-Encoding: chunked" : "Content-Length: 4000000"))
            if chunked { connection.send("3D0900\r\n") }
            connection.send([UInt8](repeating: 7, count: 100_000))
            connection.send("!")
            connection.send([UInt8](repeating: 7, count: 3_899_999))
            let response = try connection.response()
            #expect(response.status == 422 && response["connection"] == "close" && response["request-id"]?.count == 15)
            #expect(response.text.hasPrefix("refused after "))
            #expect(connection.readToEnd().isEmpty)
            #expect(receiver.calls.refusals == 1 && receiver.calls.finishes == 0 && receiver.calls.cancels == 0)
            #expect(try server.request("GET / HTTP/1.1").text == "whole 0")
        }
    }

    @Test("that break off cancel the receiver, once", arguments: ["reset", "close", "silence", "bad chunk", "stop"])
    func cancelled(end: String) async throws {
        let receiver = TestReceiver()
        let server = try server(receiver) { if end == "silence" { $0.idleTimeout = 1 } }
        let connection = try server.connect()
        connection.send(head(more: end == "bad chunk" ? "Transfer-Encoding: chunked" : "Content-Length: 50000"))
        connection.send(end == "bad chunk" ? "3\r\nabc\r\n" : "abc")
        try eventually { receiver.calls.bytes >= 3 }
        switch end {
        case "reset": connection.reset()
        case "close": connection.finishSending()
        case "bad chunk": connection.send("zz\r\n")
        case "stop": await stop(server)
        default: break
        }
        try eventually { server.server.activeRequestCount == 0 }
        #expect(receiver.calls == TestReceiver.Calls(bytes: 3, largest: 3, cancels: 1))
    }

    @Test("that break off as they begin cancel the receiver, too, long before the connection has been idle", arguments: ["", "abc"])
    func cancelledAtOnce(sent: String) async throws {
        let receiver = TestReceiver()
        let server = try server(receiver)
        for _ in 0..<50 { try server.connect().send(head(more: "Content-Length: 50000") + sent) }
        try eventually { receiver.calls.cancels >= 50 }
        #expect(receiver.calls.finishes == 0 && server.server.activeRequestCount == 0)
    }

    @Test("may end with the client's last word, which still gets its answer")
    func halfClosed() throws {
        let server = try server(TestReceiver())
        for number in 1...50 {
            let connection = try server.connect()
            connection.send(head(more: "Content-Length: 3") + "abc")
            connection.finishSending()
            #expect(try connection.response().body.count == 3 * number)
        }
    }

    @Test("may be answered later, and the server stops when that has been sent")
    func deferred() async throws {
        let waiting = WaitingAnswers()
        let receiver = TestReceiver { body in .later { complete in waiting.add { complete { .text("\(body.count) later") } } } }
        let server = try server(receiver)
        let connection = try server.connect()
        connection.send(head(more: "Content-Length: 3"))
        connection.send("abc")
        try eventually { waiting.count >= 1 }
        async let stopped: Void = stop(server)
        waiting.completeAll()
        #expect(try connection.response().text == "3 later")
        await stopped
        #expect(receiver.calls.finishes == 1 && receiver.calls.cancels == 0)
    }

    @Test("that come slowly hold up nobody, on one thread neither")
    func slowly() throws {
        let server = try server(TestReceiver()) { $0.threads = 1 }
        let connection = try server.connect()
        connection.send(head(more: "Content-Length: 20"))
        for number in 0..<20 {
            connection.send("x")
            #expect(try server.request("GET /\(number) HTTP/1.1").text == "whole 0")
        }
        #expect(try connection.response().body.count == 20)
    }

    /// Stops on a thread that is not one of the tests' own.
    private func stop(_ server: TestServer) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                server.server.stop(within: 1)
                continuation.resume()
            }
        }
    }
}
