import Foundation
import Testing

@Suite("Commands and a server that is hostile")
struct HostileServerTests {
    /// What moves a cursor, renames a window, or turns letters round, as a server could send it: in JSON's escapes and raw.
    private static let evil = #"\u001b]0;x\u0007\u009b2J\u202e\u2028"# + "\u{9B}31m\u{202E}\u{7F}\u{85}\u{2066}"

    private static func answer(_ body: String, type: String = "application/json") -> String {
        "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static let hook =
        #"{"id":"w EVIL","url":"http://a/EVIL","events":["EVIL"],"lists":["EVIL"],"description":"EVIL","ordered":false,"#
        + #""status":"EVIL","statusReason":"EVIL","createdAt":"EVIL","secret":"EVIL"}"#
    private static let delivery =
        #"{"id":"EVIL","event":"EVIL","eventId":"EVIL","status":"EVIL","attempts":[{"at":"EVIL","statusCode":null,"error":"EVIL","#
        + #""durationMs":1}],"nextAttemptAt":"EVIL","createdAt":"EVIL"}"#
    private static let list = #"{"id":"EVIL","version":1,"title":"EVIL","sectionCount":1,"itemCount":1}"#
    private static let type =
        #"{"type":"T","schema":null,"reuseIdentifier":"EVIL","estimatedHeight":null,"fallback":"EVIL","description":"EVIL"}"#

    @Test(
        "print nothing that a terminal could take for a command, in lines and as JSON",
        arguments: [
            (["lists"], "{\"lists\":[\(list)],\"next\":null}"), (["lists", "--json"], "{\"lists\":[\(list)],\"next\":null}"),
            (["webhooks", "list"], "{\"webhooks\":[\(hook)]}"), (["webhooks", "list", "--json"], "{\"webhooks\":[\(hook)]}"),
            (["webhooks", "add", "http://a/"], hook), (["webhooks", "enable", "w"], hook), (["webhooks", "rotate-secret", "w"], hook),
            (["webhooks", "deliveries", "w"], "{\"deliveries\":[\(delivery)],\"next\":\"EVIL\"}"),
            (["webhooks", "deliveries", "w", "--json"], "{\"deliveries\":[\(delivery)],\"next\":\"EVIL\"}"),
            (["types", "list"], "{\"cellTypes\":[\(type)]}"),
        ] as [([String], String)])
    func answers(command: [String], body: String) throws {
        let server = try ScriptedServer(Self.answer(body.replacing("EVIL", with: Self.evil)))
        let run = try ProgramRun(command + ["--server", server.url])
        #expect(try run.status() == 0, "\(run.errors)")
        Self.expectHarmless(run.output, command)
    }

    @Test("follow prints values, ids and headers of a change harmlessly, in lines and as JSON", arguments: [[], ["--json"]])
    func follow(flags: [String]) throws {
        let item = #"{"indexPath":[0,0],"item":{"id":"EVIL","value":"EVIL"}}"#
        let change =
            #"{"list":"l","from":1,"to":2,"reload":false,"properties":null,"stages":[{"sections":{"deleted":[],"inserted":[],"moved":[],"#
            + #""updated":[{"index":0,"section":{"id":"EVIL","header":"EVIL"}}]},"items":{"deleted":[{"id":"EVIL","indexPath":[0,1]}],"#
            + #""inserted":[\#(item)],"moved":[],"updated":[]}}]}"#
        let stream =
            "event: change\nid: 2\ndata: \(change.replacing("EVIL", with: Self.evil))\n\nevent: deleted\nid: 3\u{1B}[2J\u{9B}1m\n"
            + "data: {\"list\":\"l\",\"version\":3}\n\n"
        let server = try ScriptedServer(Self.answer(stream, type: "text/event-stream"))
        let run = try ProgramRun(["follow", "l", "--since", "1", "--server", server.url] + flags)
        #expect(try run.status() == 0, "\(run.errors)")
        Self.expectHarmless(run.output, flags)
    }

    @Test(
        "print a problem's detail harmlessly on standard error",
        arguments: [["lists"], ["export", "l"], ["follow", "l"], ["types", "list"]])
    func problems(command: [String]) throws {
        let problem = #"{"type":"/problems/not-found","title":"EVIL","status":404,"detail":"no EVIL"}"#
        let answer = Self.answer(problem.replacing("EVIL", with: Self.evil), type: "application/problem+json")
        let server = try ScriptedServer(answer.replacing("200 OK", with: "404 Not Found"))
        let run = try ProgramRun(command + ["--server", server.url])
        #expect(try run.status() == 1 && run.errors.contains("no \\u001b]0;x\\u0007"), "\(run.errors)")
        Self.expectHarmless(run.errors, command)
    }

    private static func expectHarmless(_ output: String, _ command: [String]) {
        #expect(!output.isEmpty, "\(command)")
        let harmful = output.unicodeScalars.filter { scalar in
            scalar != "\n"
                && (scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
                    || scalar == "\u{2028}" || scalar == "\u{2029}")
        }
        #expect(harmful.isEmpty, "\(command): \(harmful.map { String($0.value, radix: 16) })")
    }
}
