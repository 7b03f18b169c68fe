import Clocks
import Foundation
import Testing

@Suite("Stopping a server")
struct StopTests {
    @Test("a signal lets what runs finish, keeps it, and ends with 0", arguments: [SIGTERM, SIGINT])
    func finishesWhatRuns(signal: Int32) throws {
        let folder = try TestFolder()
        let server = try ServerProcess(database: folder.database)
        let port = server.port
        let connection = try Self.connectionInTheMiddle(of: port)
        server.run.send(signal: signal)
        try server.run.waitForError(containing: "stopping")
        #expect(throws: TestFailure.self) { try HTTPConnection(port: port).get("/healthz") }
        try connection.write("\"two\"]")
        #expect(try connection.readReply().status == 201)
        #expect(try server.run.status() == 0)

        let again = try TestServer(database: folder.database)
        #expect(try again.connect().get("/lists/hello/items").object["itemCount"] as? Int == 2)
    }

    @Test("a second signal ends the server at once")
    func secondSignal() throws {
        let folder = try TestFolder()
        let server = try ServerProcess(database: folder.database)
        let connection = try Self.connectionInTheMiddle(of: server.port)
        server.run.send(signal: SIGTERM)
        try server.run.waitForError(containing: "stopping")
        server.run.send(signal: SIGTERM)
        #expect(try server.run.status() == 128 + SIGTERM)
        #expect(throws: TestFailure.self) { try connection.readReply() }
    }

    @Test("a server waits no longer than its settings say")
    func boundedWait() throws {
        let folder = try TestFolder()
        let server = try ServerProcess(database: folder.database, environment: ["SECTIONAL_SHUTDOWN_SECONDS": "0.1"])
        let connection = try Self.connectionInTheMiddle(of: server.port)
        #expect(try server.stop() == 0)
        #expect(throws: TestFailure.self) { try connection.readReply() }
    }

    @Test("a writer that is busy and a queue behind it do not hold up a stop, and what was acknowledged is kept")
    func busyWriter() throws {
        let folder = try TestFolder()
        // A thread for each connection, so that one is free to say what waits.
        let settings = ["SECTIONAL_SHUTDOWN_SECONDS": "1", "SECTIONAL_SERVER_THREADS": "8"]
        let server = try ServerProcess(database: folder.database, environment: settings)
        let port = server.port
        let writer = try HTTPConnection(port: port)
        let value = #"{"n":0,"a":[\#((0..<36_000).map(String.init).joined(separator: ","))]}"#
        #expect(try writer.send("PUT", "/lists/l", body: #"{"sections":[{"items":[{"id":"x","value":\#(value)}]}]}"#).status == 201)
        // Each of these holds the writer for a while, all of them together for much longer than the time for a stop: each leaves a member of
        // its own, so what the others have made of the value ahead is of no use.
        let connections = try (0..<6).map { _ in try HTTPConnection(port: port) }
        for (index, connection) in connections.enumerated() {
            let patches = (1..<300).map { #"{"op":"patchItem","item":"@x","merge":{"n":\#($0),"k\#(index)":1}}"# }.joined(separator: ",")
            let body = #"{"operations":[\#(patches)]}"#
            try connection.write(
                "POST /lists/l/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
        }
        try eventually { (try writer.get("/metrics").text.contains(#/sectional_writes_waiting [1-9]/#)) }
        server.run.send(signal: SIGTERM)
        try server.run.waitForError(containing: "stopping")
        #expect(try server.run.status(within: 300) == 0)
        var acknowledged = 1
        for connection in connections {
            if let reply = try? connection.readReply(), reply.status == 200 { acknowledged += 1 }
        }
        // All of them together take half a minute at least, a stop one second: it has not waited for the last.
        #expect(acknowledged < 1 + connections.count)
        let again = try TestServer(database: folder.database)
        let version = try #require(try again.connect().get("/lists/l").object["version"] as? Int)
        #expect(version >= acknowledged)
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
