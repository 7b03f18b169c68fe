import Foundation
import TestSupport
import Testing

@Suite("sectional follow")
struct FollowCommandTests {
    @Test("prints what changes, over a restart of the server, and ends when the list is deleted")
    func follows() throws {
        let folder = try TestFolder()
        let port = try HTTPConnection.freePort()
        var server: ProgramRun? = try Self.serve(folder, port)
        let url = "http://127.0.0.1:\(port)"
        try Self.send(
            port, "PUT", "/lists/c", #"{"sections":[{"id":"FR","items":[{"id":"CDG","value":"Paris"},{"id":"NCE","value":"Nice"}]}]}"#)
        let shown = try ProgramRun(["follow", "c", "--since", "0", "--server", url])
        let raw = try ProgramRun(["follow", "c", "--since", "1", "--json", "--server", url])
        try shown.waitForLine(startingWith: "inserted section @FR 0")
        try Self.send(port, "POST", "/lists/c/items/0-0/move", #"{"to":[0,1]}"#)
        // Both, since a program that has not reached the server yet ends where there is none.
        try eventually("the move is shown") { shown.output.contains("\nmoved \"") && raw.output.hasSuffix("\n") }
        server?.send(signal: SIGKILL)
        _ = try server?.status()
        server = try Self.serve(folder, port)
        try Self.send(port, "DELETE", "/lists/c/items/@NCE", nil)
        try eventually("the deletion is shown") { shown.output.contains("version 3\n") && raw.output.split(separator: "\n").count == 2 }
        try Self.send(port, "DELETE", "/lists/c", nil)
        #expect(try shown.status() == 0 && raw.status() == 0)
        let lines = shown.output.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("version ") } == ["version 1", "version 2", "version 3", "version 4"])
        #expect(lines.contains { $0.hasPrefix("deleted \"Nice\" 0-") } && lines.last == "deleted the list")
        let objects = try raw.output.split(separator: "\n").map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        #expect(objects.dropLast().map { $0?["to"] as? Int } == [2, 3])
        #expect(objects.last??["version"] as? Int == 4)
        server?.send(signal: SIGTERM)
        #expect(try server?.status() == 0)
    }

    @Test("what can't be followed ends with a line")
    func refused() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let url = "http://127.0.0.1:\(server.port)"
        try CommandLineTool.fail(["follow", "none", "--server", url], saying: "none")
        try CommandLineTool.fail(["follow", "c", "--server", "http://127.0.0.1:1"], saying: "127.0.0.1")
        try CommandLineTool.fail(["follow", "c", "--since", "-1"], status: 2, saying: "--since")
        try CommandLineTool.fail(["follow", "/"], status: 2, saying: "no list id")
    }

    private static func serve(_ folder: TestFolder, _ port: UInt16) throws -> ProgramRun {
        let run = try ProgramRun(["serve", "--port", "\(port)", "--database", folder.database])
        _ = try run.port()
        return run
    }

    private static func send(_ port: UInt16, _ method: String, _ target: String, _ body: String?) throws {
        let status = try HTTPConnection(port: port).send(method, target, body: body).status
        guard (200..<300).contains(status) else { throw TestFailure("\(method) \(target) is answered \(status)") }
    }
}
