import Glibc
import HTTPServing
import HTTPTypes
import MicroHTTPServer
import TestSupport
import Testing

/// A second request on a connection, where this build lets connections go on.
#if PORTABLE_MICROHTTPD
    private let onConnectionsThatGoOn: [Bool] = []
#else
    private let onConnectionsThatGoOn = [true]
#endif

@Suite("Clients that hold connections", .timeLimit(.minutes(1)))
struct HoardingTests {
    @Test("have no more than their address may; others come in, and so do they when one of theirs ends", .readsLibraryMemory)
    func each() throws {
        let server = try TestServer(configure: {
            $0.connectionLimitEach = 8; $0.threads = 1
        })
        var held = try (0..<8).map { _ in try server.connect() }
        for connection in held {
            connection.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
            #expect(try connection.response().status == 200)
        }
        for _ in 0..<3 { #expect(try server.connect().readToEnd().isEmpty) }
        let other = try RawConnection(port: server.port, from: 0x7F00_0002)
        other.send("GET /other HTTP/1.1\r\nHost: t\r\n\r\n")
        #expect(try other.response().text == "path /other")
        #expect(server.server.refusedConnectionCount == 3)
        held.removeLast()
        try eventually { server.server.connectionCount <= 8 }
        #expect(try server.request("GET /again HTTP/1.1").text == "path /again")
    }

    @Test("are ended when their headers are not whole in time, however often they send a byte", arguments: [false] + onConnectionsThatGoOn)
    func slowHeaders(afterAnother: Bool) throws {
        let server = try TestServer(configure: { $0.headerSeconds = 0.5 })
        let connection = try server.connect()
        let idle = try server.connect()
        if afterAnother {
            connection.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
            #expect(try connection.response().status == 200)
            // The look that sees the connection wait comes before the byte.
            usleep(300_000)
        }
        connection.send("GET / HTTP/1.1\r\nX: ")
        while server.server.slowConnectionCount == 0 {
            connection.send("a")
            usleep(20_000)
        }
        #expect(connection.readToEnd().isEmpty)
        // One that has sent nothing waits for as long as it is silent.
        idle.send("GET /idle HTTP/1.1\r\nHost: t\r\n\r\n")
        #expect(try idle.response().text == "path /idle")
    }

    @Test("are ended when their body comes too slowly, collected or in pieces, with a 408", arguments: [nil, "x/pieces"])
    func slowBodies(type: String?) throws {
        let receiver = TestReceiver()
        let server = try TestServer(answer: { _ in .receiving(receiver) }, pieceType: "x/pieces") {
            $0.bodyRate = 1_000
            $0.bodyWindow = 1.5
        }
        let (slow, fast) = (try server.connect(), try server.connect())
        for connection in [slow, fast] {
            connection.send("PUT / HTTP/1.1\r\nHost: t\r\nContent-Type: \(type ?? "x/other")\r\nContent-Length: 1000000\r\n\r\n")
        }
        var sent = 0
        while server.server.slowConnectionCount == 0 {
            slow.send("a")
            fast.send([UInt8](repeating: 1, count: 500))
            sent += 500
            usleep(20_000)
        }
        #expect(try slow.response().status == 408)
        fast.send([UInt8](repeating: 1, count: 1_000_000 - sent))
        #expect(try fast.response().status == 200)
    }

    @Test("are cut when they read a long answer too slowly; one that reads it goes on")
    func slowReaders() throws {
        let server = try TestServer(answer: { _ in .response(Response(status: .ok, body: .bytes([UInt8](repeating: 1, count: 24 << 20)))) })
        {
            $0.bodyRate = 1_000
            $0.bodyWindow = 1.5
        }
        let (slow, fast) = (try RawConnection(port: server.port, receiveBuffer: 4_096), try server.connect())
        slow.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
        try eventually { server.server.slowConnectionCount == 1 }
        fast.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
        #expect(try fast.response().body.count == 24 << 20)
        #expect(slow.readToEnd().count < 24 << 20 && server.server.slowConnectionCount == 1)
    }

    @Test("leave sockets behind that linger: they count with the connections, and are no more than these")
    func lingering() throws {
        let server = try TestServer(configure: {
            $0.connectionLimit = 24; $0.connectionLimitEach = 24; $0.threads = 1
        })
        let refused = try (0..<12).map { _ in try server.connect() }
        for connection in refused {
            connection.send("POST /admits/nobody HTTP/1.1\r\nHost: t\r\nContent-Length: 1000000\r\n\r\nabc")
            #expect(try connection.response().status == 401)
        }
        // The clients still send: each socket stays for a while.
        let others = try (0..<24).map { _ in try server.connect() }
        try eventually { server.server.refusedConnectionCount > 0 && server.server.connectionCount <= 24 }
        withExtendedLifetime((refused, others)) {}
    }

    @Test("are judged over a window, by what they sent in it")
    func pace() {
        let rules = ConnectionPace.Rules(headerSeconds: 10, bodyRate: 1_000, windowSeconds: 30)
        var pace = ConnectionPace()
        func look(_ body: Int?, _ time: Double, steps: Int = 1, received: UInt64 = 0) -> ConnectionPace.Verdict {
            pace.look(.init(steps: steps, body: body, received: received), at: time, rules)
        }
        // A burst, then nothing: counted for one window only.
        #expect(look(0, 0) == .inTime && look(1_000_000, 1) == .inTime && look(1_000_000, 29) == .inTime)
        for time in stride(from: 30.0, to: 40, by: 1) { #expect(look(1_000_000, time) == .inTime) }
        for time in stride(from: 40.0, to: 60, by: 1) { _ = look(1_000_000, time) }
        #expect(look(1_000_000, 61) == .slowBody)
        // The same for an answer that waits; one that does not is not judged.
        func reading(_ taken: Int?, _ time: Double) -> ConnectionPace.Verdict {
            pace.look(.init(steps: 3, body: nil, received: 0, taken: taken), at: time, rules)
        }
        for time in stride(from: 200.0, to: 230, by: 4) { #expect(reading(5, time) == .inTime) }
        #expect(reading(nil, 231) == .inTime && reading(5, 232) == .inTime && reading(5, 261) == .inTime)
        #expect(reading(5, 262) == .slowReader)
        pace = ConnectionPace()
        // The next request begins anew; headers count from the first byte seen.
        #expect(look(nil, 70, steps: 2, received: 50) == .inTime && look(nil, 100, steps: 2, received: 50) == .inTime)
        #expect(look(nil, 101, steps: 2, received: 51) == .inTime && look(nil, 110, steps: 2, received: 52) == .inTime)
        #expect(look(nil, 111, steps: 2, received: 52) == .slowHeaders)
    }
}
