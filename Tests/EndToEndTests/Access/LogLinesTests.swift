import Foundation
import ListAPI
import Testing

import Settings
import MicroHTTPServer
@testable import sectional

@Suite("What the log says of who asked")
struct LogLinesTests {
    private static func serve(_ environment: [String: String], _ ask: (HTTPConnection) throws -> Void) throws -> [String] {
        let folder = try TestFolder()
        let run = try ProgramRun(
            ["serve", "--port", "0", "--database", folder.database],
            environment: ["SECTIONAL_LOG_ACCESS": "true"].merging(environment) { $1 })
        try ask(try HTTPConnection(port: try run.port()))
        run.send(signal: SIGTERM)
        #expect(try run.status() == 0)
        #expect(run.output.split(separator: "\n").allSatisfy { $0.hasPrefix("listening on ") })
        return run.errors.split(separator: "\n").map(String.init)
    }

    private static let hash = SHA256Digest(of: Array("t".utf8)).hex

    @Test("a line has the token's name, the peer's address, the forwarded one, and what the client calls its request")
    func text() throws {
        let environment = [
            "SECTIONAL_AUTH_TOKENS": #"[{"name":"my “phone”\u202e","hash":"\#(Self.hash)","scope":"admin"}]"#,
            "SECTIONAL_SERVER_TRUSTED_PROXIES": "127.0.0.0/8",
        ]
        let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        let lines = try Self.serve(environment) { connection in
            try connection.get(
                "/lists",
                ["Authorization": "Bearer t", "X-Forwarded-For": "1.2.3.4, 203.0.113.9", "Request-Id": "client-1", "traceparent": trace])
            try connection.get("/lists", ["Request-Id": "no \"name\"", "traceparent": String(repeating: "0", count: 200)])
            let stream = ["Authorization": "Bearer t", "X-Forwarded-For": "203.0.113.7", "Request-Id": "stream-1"]
            try connection.send("PUT", "/lists/a", ["Authorization": "Bearer t"], body: "[1]")
            #expect(try connection.send("GET", "/lists/a/export", stream).status == 200)
            try connection.get("/\u{202E}\u{85}x", ["Authorization": "Bearer t"])
        }
        let answered = lines.filter { $0.contains(" info answered ") }
        guard answered.count == 5 else {
            Issue.record("\(lines)")
            return
        }
        #expect(answered[0].contains(" client_request_id=client-1 ") && answered[0].contains(" forwarded=203.0.113.9 "))
        #expect(answered[0].contains(" peer=127.0.0.1 ") && answered[0].contains(" token=\"my “phone”\\u202e\" traceparent=\(trace)"))
        #expect(!answered[1].contains("client_request_id") && !answered[1].contains("traceparent") && !answered[1].contains("token="))
        #expect(answered[3].contains(" client_request_id=stream-1 ") && answered[3].contains(" forwarded=203.0.113.7 "), "\(answered[3])")
        #expect(answered[3].contains(" peer=127.0.0.1 ") && answered[3].contains(" route=/lists/{list}/export status=200 token="))
        #expect(answered[4].contains(#" path="/\u202e\u0085x" "#))
        #expect(!lines.joined().unicodeScalars.contains { $0.value == 0x85 || $0.value == 0x202E })
    }

    @Test("an address is forwarded by trusted proxies alone")
    func untrusted() throws {
        let lines = try Self.serve([:]) { try $0.get("/lists", ["X-Forwarded-For": "203.0.113.9"]) }
        #expect(lines.contains { $0.contains(" peer=127.0.0.1 ") } && !lines.joined().contains("203.0.113.9"))
    }

    @Test("with log.format json every line is a JSON object, from the start to the end")
    func json() throws {
        let environment = [
            "SECTIONAL_LOG_FORMAT": "json", "SECTIONAL_LOG_LEVEL": "debug", "SECTIONAL_NOTHING": "x", "SECTIONAL_STRICT_TYPES": "true",
        ]
        let lines = try Self.serve(environment) { connection in
            try connection.send("PUT", "/lists/a", body: "[1]")
            try connection.get("/lists/a/events")
            try connection.write("\r\nnonsense\r\n\r\n")
        }
        #expect(lines.count > 3)
        for line in lines {
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(object?["time"] != nil && object?["level"] != nil && object?["message"] != nil, "\(line)")
        }
    }

    @Test(
        "what ends a start is a JSON object too, as far as the format can be known",
        arguments: [
            (["serve", "--port", "x"], ["SECTIONAL_LOG_FORMAT": "json"], "", 2),
            (["frobnicate"], ["SECTIONAL_LOG_FORMAT": "json"], "", 2),
            (["serve", "--port", "0"], [:], "log: {format: json}\nhisotry: {}\n", 2),
            (["serve", "--port", "0", "--database", "/nowhere/a.sqlite"], [:], "log:\n  format: json\n", 1),
        ] as [([String], [String: String], String, Int32)])
    func failures(arguments: [String], environment: [String: String], file: String, status: Int32) throws {
        let folder = try TestFolder()
        let config = try folder.write(file, to: "s.yaml")
        let run = try ProgramRun(arguments + (file.isEmpty ? [] : ["--config", config]), environment: environment)
        #expect(try run.status() == status)
        #expect(run.errors.split(separator: "\n").count == 1)
        let object = try JSONSerialization.jsonObject(with: Data(run.errors.utf8)) as? [String: Any]
        #expect(object?["level"] as? String == "error" && object?["message"] is String, "\(run.errors)")
    }

    @Test("every answer says that its type is not to be guessed, kept, refused and streamed ones too")
    func nosniff() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) { $0.server.bodyLimit = 1_000 }
        let connection = try server.connect()
        var answers = [try connection.send("PUT", "/lists/a", body: "[1]")]
        for _ in 0..<3 { answers.append(try connection.get("/lists/a")) }
        answers.append(try connection.get("/lists/a", ["If-None-Match": "*"]))
        answers.append(try connection.get("/nowhere"))
        answers.append(try server.connect().send("PUT", "/lists/a", body: String(repeating: "x", count: 2_000)))
        answers.append(try server.connect().open("/lists/a/events"))
        answers.append(try server.connect().send("PUT", "/lists/a", ["Content-Type": "application/x-ndjson"], body: "{\n"))
        #expect(answers.map(\.status) == [201, 200, 200, 200, 304, 404, 413, 200, 400])
        for answer in answers { #expect(answer.headers.filter { $0.name == "X-Content-Type-Options" }.map(\.value) == ["nosniff"]) }
    }
}
