import Foundation
import Testing

@testable import sectional

/// Chromium asks a server for what pages of other sites want. What a server says by itself is tested without a browser.
@Suite("Pages in a browser")
struct BrowserTests {
    /// What a page tries: where it is, and its script.
    private struct Attempt: Encodable {
        let page: String
        let script: String
    }

    /// The outcome of each attempt, as the browser's script gives it.
    private static func run(servingPagesAt port: UInt16, _ attempts: [Attempt]) throws -> [String] {
        let lines = try attempts.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n" }.joined()
        let script = LiveServer.root.appendingPathComponent("Tests/Support/Browser/browser.py").path
        let run = try ToolRun("python", [script, "\(port)"], input: lines)
        #expect(try run.status(within: 180) == 0, "\(run.output)")
        return run.output.split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed) as? String
        }
    }

    /// Calls `fetch`, and tells the status or that the browser refused.
    private static func fetch(_ url: String, _ options: String) -> String {
        "fetch('\(url)', \(options)).then(r => r.text().then(t => done(r.status + ' ' + t)), e => done('refused'))"
    }

    /// Sends what an attempt sends without a way to see the answer, then gives the server time to have had it.
    private static func blind(_ statement: String) -> String { statement + "; setTimeout(() => done('sent'), 1000)" }

    @Test(
        "a page of another origin neither writes, by whatever way a browser has, nor reads by a name that leads here",
        .timeLimit(.minutes(4)))
    func pages() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let port = try HTTPConnection.freePort()
        let (page, friend) = ("http://evil.example:\(port)", "http://friend.example:\(port)")
        let allowing = try TestServer(database: folder.path("allowing.sqlite")) { $0.cors.origins = [friend] }
        let connection = try server.connect()
        let list = try connection.send("PUT", "/lists/a", body: #"["untouched"]"#)
        #expect(list.status == 201)
        try allowing.connect().send("PUT", "/lists/a", body: #"["untouched"]"#)
        let (url, other) = ("http://127.0.0.1:\(server.port)", "http://127.0.0.1:\(allowing.port)")
        let section = #"{"section":{"header":"evil"}}"#
        let target = "/lists/a/sections"
        func form(_ type: String) -> String {
            """
            const f = document.createElement('form'); f.method = 'POST'; f.enctype = '\(type)'; f.action = '\(url)\(target)'; f.target = 'x';
            const i = document.createElement('input'); i.name = '{"section":{"header":"'; i.value = '"}}';
            const w = document.createElement('iframe'); w.name = 'x'; document.body.append(w); f.append(i); document.body.append(f);
            f.submit()
            """
        }
        let blob = "new Blob(['\(section)'])"
        let outcomes = try Self.run(
            servingPagesAt: port,
            [
                Attempt(page: page, script: Self.fetch(url + target, "{method: 'POST', mode: 'no-cors', body: \(blob)}")),
                Attempt(page: page, script: Self.fetch(url + target, "{method: 'POST', body: \(blob)}")),
                Attempt(page: page, script: Self.fetch(url + "/lists/a", "{method: 'DELETE'}")),
                Attempt(page: page, script: Self.blind(form("text/plain"))),
                Attempt(page: page, script: Self.blind(form("application/x-www-form-urlencoded"))),
                Attempt(page: page, script: Self.blind("navigator.sendBeacon('\(url)\(target)', \(blob))")),
                Attempt(
                    page: page,
                    script: Self.blind("navigator.sendBeacon('\(url)/webhooks', new Blob(['{\"url\":\"https://93.184.215.14/\"}']))")),
                Attempt(page: page, script: Self.fetch(url + "/lists/a", "{}")),
                // The page's own name leads to the server: to the browser all of it is one origin.
                Attempt(page: "http://rebound.example:\(server.port)/lists/a", script: Self.fetch("/lists/a", "{}")),
                Attempt(page: "http://rebound.example:\(server.port)/lists/a", script: Self.fetch("/lists/a", "{method: 'DELETE'}")),
                // The same by a page that may, which shows that these would do something.
                Attempt(page: friend, script: Self.fetch(other + target, "{method: 'POST', body: \(blob)}")),
                Attempt(page: friend, script: Self.fetch(other + "/lists/a", "{}")),
                Attempt(page: friend, script: Self.blind("navigator.sendBeacon('\(other)\(target)', \(blob))")),
                Attempt(page: page, script: Self.fetch(other + target, "{method: 'POST', body: \(blob)}")),
                Attempt(
                    page: "\(url)/healthz",
                    script: Self.fetch(
                        "/lists/a", "{method: 'PATCH', headers: {'Content-Type': 'application/json'}, body: '{\"title\":\"own\"}'}")),
            ])
        guard outcomes.count == 15 else {
            Issue.record("\(outcomes)")
            return
        }
        #expect(outcomes[..<8].allSatisfy { $0 == "refused" || $0 == "sent" || $0 == "0 " || $0 == " " }, "\(outcomes)")
        #expect(outcomes[8].hasPrefix("421 ") && outcomes[9].hasPrefix("421 ") && !outcomes[8].contains("itemCount"), "\(outcomes[8...9])")
        #expect(outcomes[10].hasPrefix("201 ") && outcomes[11].hasPrefix("200 "), "\(outcomes[10...11])")
        #expect(outcomes[13] == "refused" && outcomes[14].hasPrefix("200 "), "\(outcomes[13...])")
        let shown = try connection.get("/lists/a").object
        #expect(shown["version"] as? Int == 2 && shown["title"] as? String == "own" && shown["sectionCount"] as? Int == 1)
        #expect(try connection.get("/webhooks").text == #"{"webhooks":[]}"#)
        #expect(try allowing.connect().get("/lists/a").object["sectionCount"] as? Int == 3, "the beacon arrives where it may")
    }
}
