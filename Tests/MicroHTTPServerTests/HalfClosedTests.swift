import Dispatch
import Glibc
import HTTPServing
import HTTPTypes
import MicroHTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("Clients that have sent their last", .timeLimit(.minutes(2)))
struct HalfClosedTests {
    private final class Flag: Sendable {
        private let state = Atomic<Bool>(false)
        var isRaised: Bool { state.load(ordering: .relaxed) }
        func raise() { state.store(true, ordering: .relaxed) }
    }

    /// Answers writes later, from another thread.
    private static let answer: @Sendable (Request) -> PendingResponse = { request in
        guard request.method != .get else { return .text("read") }
        let count = request.body.count
        return .later { complete in
            DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(Int.random(in: 0...3_000))) {
                complete { .text("wrote \(count)") }
            }
        }
    }

    @Test("get their answers, at once and later, beside other load, and their connections end soon", .readsLibraryMemory)
    func answered() async throws {
        let server = try TestServer(answer: Self.answer, configure: { $0.idleTimeout = 0 })
        let isOver = Flag()
        async let load: Void = withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    guard let connection = try? server.connect() else { return }
                    while !isOver.isRaised {
                        connection.send("PUT / HTTP/1.1\r\nHost: t\r\nContent-Length: 1\r\n\r\nxGET / HTTP/1.1\r\nHost: t\r\n\r\n")
                        _ = try? (connection.response(), connection.response())
                    }
                }
            }
        }
        for number in 0..<300 {
            let connection = try server.connect()
            switch number % 4 {
            case 0: connection.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
            case 1: connection.send("PUT / HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n\r\nabc")
            case 2: connection.send("DELETE / HTTP/1.1\r\nHost: t\r\n\r\n")
            default:
                connection.send("PUT / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n")
                connection.send("3\r\nabc\r\n0\r\n\r\n")
            }
            connection.finishSending()
            let text = try connection.response().text
            #expect(text == ["read", "wrote 3", "wrote 0", "wrote 3"][number % 4])
            #expect(connection.readToEnd().isEmpty)
        }
        isOver.raise()
        await load
        try eventually { server.server.connectionCount == 0 }
    }

    @Test("are told from those that have left, while their answers take long", arguments: [true, false])
    func left(leaves: Bool) throws {
        let seen = Flag()
        let server = try TestServer(answer: { request in
            let head = request.head
            return .later { complete in
                DispatchQueue.global().async {
                    let end = ContinuousClock.now + .seconds(leaves ? 20 : 1)
                    while ContinuousClock.now < end, !seen.isRaised {
                        if head.clientHasLeft { seen.raise() }
                        usleep(20_000)
                    }
                    complete { .text("answered") }
                }
            }
        })
        var connection: RawConnection? = try server.connect()
        connection?.send("PUT / HTTP/1.1\r\nHost: t\r\nContent-Length: 1\r\n\r\nx")
        if leaves {
            connection = nil
            try eventually { seen.isRaised }
        } else {
            connection?.finishSending()
            let text = String(decoding: connection?.readToEnd() ?? [], as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 102 Processing\r\n\r\n") && text.contains("\r\n\r\nHTTP/1.1 200 OK\r\n"), "\(text)")
            #expect(text.hasSuffix("answered") && !seen.isRaised)
        }
    }

    @Test("get all answers to several requests sent at once", .readsLibraryMemory)
    func pipelined() throws {
        let server = try TestServer(answer: Self.answer, configure: { $0.idleTimeout = 0 })
        for _ in 0..<50 {
            let connection = try server.connect()
            connection.send("PUT / HTTP/1.1\r\nHost: t\r\nContent-Length: 1\r\n\r\nx")
            connection.send("GET / HTTP/1.1\r\nHost: t\r\n\r\nDELETE / HTTP/1.1\r\nHost: t\r\n\r\n")
            connection.finishSending()
            for text in ["wrote 1", "read", "wrote 0"] { #expect(try connection.response().text == text) }
            #expect(connection.readToEnd().isEmpty)
        }
    }
}
