import Foundation
import Testing

@Suite("Stopping a server")
struct StopTests {
    @Test("a signal lets what runs finish, keeps it, and ends with 0", arguments: [SIGTERM, SIGINT])
    func finishesWhatRuns(signal: Int32) throws {
        let folder = try TestFolder()
        let server = try ProgramRun(["serve", "--port", "0", "--database", folder.database])
        let port = try server.port()
        let connection = try Self.connectionInTheMiddle(of: port)
        server.send(signal: signal)
        try server.waitForError(containing: "stopping")
        #expect(throws: TestFailure.self) { try HTTPConnection(port: port).get("/healthz") }
        try connection.write("\"two\"]")
        #expect(try connection.readReply().status == 201)
        #expect(try server.status() == 0)

        let again = try TestServer(database: folder.database)
        #expect(try again.connect().get("/lists/hello/items").object["itemCount"] as? Int == 2)
    }

    @Test("a second signal ends the server at once")
    func secondSignal() throws {
        let folder = try TestFolder()
        let server = try ProgramRun(["serve", "--port", "0", "--database", folder.database])
        let connection = try Self.connectionInTheMiddle(of: try server.port())
        server.send(signal: SIGTERM)
        try server.waitForError(containing: "stopping")
        server.send(signal: SIGTERM)
        #expect(try server.status() == 128 + SIGTERM)
        #expect(throws: TestFailure.self) { try connection.readReply() }
    }

    @Test("a server waits no longer than its settings say")
    func boundedWait() throws {
        let folder = try TestFolder()
        let server = try ProgramRun(
            ["serve", "--port", "0", "--database", folder.database], environment: ["SECTIONAL_SHUTDOWN_SECONDS": "0.1"])
        let connection = try Self.connectionInTheMiddle(of: try server.port())
        server.send(signal: SIGTERM)
        #expect(try server.status() == 0)
        #expect(throws: TestFailure.self) { try connection.readReply() }
    }

    /// A connection whose request the server has begun to read, and whose body misses its end.
    private static func connectionInTheMiddle(of port: UInt16) throws -> HTTPConnection {
        let connection = try HTTPConnection(port: port)
        try connection.write("PUT /lists/hello HTTP/1.1\r\nHost: localhost\r\nContent-Length: 13\r\nExpect: 100-continue\r\n\r\n")
        let reply = try connection.readReply()
        guard reply.status == 100 else { throw TestFailure("no 100 but \(reply.status)") }
        try connection.write("[\"one\",")
        return connection
    }
}
