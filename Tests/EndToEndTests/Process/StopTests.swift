import Foundation
import Synchronization
import TestSupport
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
        // Who comes between the line and the end of listening is still told that the server stops.
        try eventually("the end of listening") { (try? HTTPConnection(port: port).get("/healthz")) == nil }
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
        let server = try ServerProcess(database: folder.database, environment: ["SECTIONAL_SHUTDOWN_SECONDS": "0.1"])
        let port = server.port
        let reader = try HTTPConnection(port: port)
        let items = (0..<1_000).map { #"{"id":"i\#($0)","value":0}"# }.joined(separator: ",")
        #expect(try reader.send("PUT", "/lists/l", body: #"{"sections":[{"items":[\#(items)]}]}"#).status == 201)
        // Each batch moves items 2,000 times, so that some of them keep the writer for longer than a stop may take; one of more than 4,096 would
        // be prepared beside the writer. Writers go on until the stop, so whatever the writer takes at once, there is soon a queue behind it.
        let moves = (0..<2_000).map { #"{"op":"moveItem","item":"@i\#($0 % 1_000)","to":[0,\#($0 % 499)]}"# }.joined(separator: ",")
        let writers = DispatchGroup()
        let counts = Mutex((acknowledged: 1, cut: 0, isStopping: false))
        for writer in 0..<24 {
            Thread.detachNewThread(in: writers) {
                guard let connection = try? HTTPConnection(port: port) else { return }
                var number = 0
                while !counts.withLock({ $0.isStopping }) {
                    // A value of its own: a batch that leaves all as it was makes no version.
                    let update = #"{"op":"updateItem","item":"@i0","value":"\#(writer)-\#(number)"}"#
                    let batch = #"{"operations":[\#(update),\#(moves)]}"#
                    number += 1
                    let isWritten = (try? connection.send("POST", "/lists/l/batch", body: batch))?.status == 200
                    counts.withLock { if isWritten { $0.acknowledged += 1 } else { $0.cut += 1 } }
                    if !isWritten { return }
                }
            }
        }
        try eventually { try reader.get("/metrics").text.contains(#/sectional_writes_waiting ([4-9]|[1-9]\d)/#) }
        counts.withLock { $0.isStopping = true }
        server.run.send(signal: SIGTERM)
        try server.run.waitForError(containing: "stopping")
        // 1 where a request that has begun still runs half a second after its time, which a busy machine may need.
        let status = try server.run.status(within: 300)
        #expect(status == 0 || status == 1 && server.run.errors.contains("something still runs after shutdown.seconds"))
        writers.wait()
        let (acknowledged, cut, _) = counts.withLock { $0 }
        // Four writes wait at least: had the stop waited for all of them, none would have been cut.
        #expect(cut > 0)
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
