import Dispatch
import HTTPServing
import MicroHTTPServer
import Testing

@Suite("Many requests at once", .timeLimit(.minutes(2)))
struct ManyAtOnceTests {
    @Test(
        "as many as the library takes at once are answered, also where no event follows them", .readsLibraryMemory,
        arguments: [127, 128, 129, 256])
    func full(count: Int) throws {
        let isHeld = DispatchSemaphore(value: 0)
        let mayGo = DispatchSemaphore(value: 0)
        let server = try TestServer { request in
            if request.target.raw == "/hold" {
                isHeld.signal()
                mayGo.wait()
            }
            return .text("here")
        } configure: {
            $0.threads = 1
            $0.idleTimeout = 0
        }
        let holder = try server.connect()
        let connections = try (0..<count).map { _ in try server.connect() }
        let request = "GET / HTTP/1.1\r\nHost: t\r\n\r\n"
        for connection in connections {
            connection.send(request)
            #expect(try connection.response().text == "here")
        }
        holder.send("GET /hold HTTP/1.1\r\nHost: t\r\n\r\n")
        isHeld.wait()
        for connection in connections { connection.send(request) }
        mayGo.signal()
        for connection in connections { #expect(try connection.response().text == "here") }
        #expect(try holder.response().text == "here")
        #expect(server.server.connectionCount == count + 1)
        #expect(server.server.refusedConnectionCount == 0)
    }
}
