import HTTPServing
import MicroHTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("Hosts and peers")
struct PeerTests {
    @Test("a host that the rule does not accept is 421, whatever blanks are around it, and the responder is not asked")
    func misdirected() throws {
        let seen = SeenRequests()
        let server = try TestServer(
            answer: { seen.answer($0) },
            configure: { $0.acceptsHost = HostRule { Array($0) == Array("good:80".utf8) } })
        for (head, status) in [
            ("GET / HTTP/1.1\r\nHost: good:80", 200), ("GET / HTTP/1.1\r\nHost:  good:80 \t", 200), ("GET / HTTP/1.0", 200),
            ("GET http://good:80/x?y HTTP/1.1\r\nHost: good:80", 200), ("GET http://bad/x HTTP/1.1\r\nHost: good:80", 421),
            ("GET / HTTP/1.1\r\nHost: bad", 421), ("GET / HTTP/1.1\r\nHost:", 421),
            ("PUT / HTTP/1.1\r\nHost: bad\r\nContent-Length: 9", 421),
        ] {
            let before = seen.all.count
            let connection = try server.connect()
            connection.send(head + "\r\nConnection: close\r\n\r\n")
            #expect(try connection.response().status == status, "\(head)")
            #expect(seen.all.count == before + (status == 200 ? 1 : 0))
        }
    }

    @Test("a request knows the address that it came from, after its answer too")
    func peers() throws {
        let last = Mutex<Request?>(nil)
        let server = try TestServer { request in
            last.withLock { $0 = request }
            return .text("\(request.peer.map { "\($0)" } ?? "none")")
        }
        #expect(try server.request("GET / HTTP/1.1").text == "127.0.0.1")
        try eventually { server.server.connectionCount == 0 }
        #expect(last.withLock { $0 }?.peer == PeerAddress(version4: 0x7F00_0001))
    }
}
