import Foundation
import Testing

@Suite("sectional health")
struct HealthTests {
    @Test("ends with 0 where a server is ready, and with 1 where none is, or one that is not")
    func status() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let url = "http://127.0.0.1:\(server.port)"
        #expect(try CommandLineTool.run("health", "--server", url) == "\(url) is ready\n")
        #expect(try CommandLineTool.run("health", "--alive", "--server", url) == "\(url) is alive\n")
        server.stop()
        try CommandLineTool.fail(["health", "--server", url], saying: "127.0.0.1")
        let busy = try ScriptedServer("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
        try CommandLineTool.fail(["health", "--server", busy.url], saying: "the server answered 503")
        #expect(busy.heads.first?.hasPrefix("GET /readyz HTTP/1.1\r\n") == true)
    }

    @Test("asks the server that the settings start, and no proxy")
    func settings() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        for (host, shown) in [("0.0.0.0", "127.0.0.1"), ("127.0.0.1", "127.0.0.1")] {
            let environment = [
                "SECTIONAL_HOST": host, "SECTIONAL_PORT": "\(server.port)", "http_proxy": "http://127.0.0.1:1", "SECTIONAL_NO_SUCH": "1",
            ]
            let run = try ProgramRun(["health"], environment: environment)
            #expect(try run.status() == 0, "\(run.errors)")
            #expect(run.output == "http://\(shown):\(server.port) is ready\n")
            #expect(run.errors.isEmpty)
        }
        let file = try folder.write("port: \(server.port)\n", to: "sectional.yaml")
        #expect(try CommandLineTool.run("health", "--config", file) == "http://127.0.0.1:\(server.port) is ready\n")
        try CommandLineTool.fail(["health"], status: 2, saying: "--server must name", environment: ["SECTIONAL_PORT": "0"])
        try CommandLineTool.fail(["health", "--server", "nowhere"], status: 2, saying: "--server must be a URL")
    }

    @Test("names a host that the server answers to")
    func hosts() throws {
        let folder = try TestFolder()
        let server = try ServerProcess(database: folder.database, environment: ["SECTIONAL_SERVER_HOSTS": "*.lists.example"])
        let run = try ProgramRun(
            ["health"], environment: ["SECTIONAL_SERVER_HOSTS": "*.lists.example", "SECTIONAL_PORT": "\(server.port)"])
        #expect(try run.status() == 0, "\(run.errors)")
    }

    @Test("does not wait for a server that never answers")
    func silence() throws {
        let (socket, port) = try HTTPConnection.listen()
        defer { close(socket) }
        let run = try ProgramRun(["health", "--server", "http://127.0.0.1:\(port)"])
        #expect(try run.status() == 1)
    }
}
