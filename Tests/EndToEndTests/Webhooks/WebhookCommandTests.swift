import Foundation
import TestSupport
import Testing

import Settings
import Webhooks
@testable import sectional

@Suite("Webhooks on the command line")
struct WebhookCommandTests {
    private let folder: TestFolder
    private let server: TestServer
    private let url: String

    init() throws {
        folder = try TestFolder()
        server = try TestServer(database: folder.database) {
            $0.allowedAddresses = .cidr("127.0.0.0/8")
            $0.deliveryRetries = []
        }
        url = "http://127.0.0.1:\(server.port)"
    }

    @Test("add, list, test, deliveries and replay, to a receiver that fails at first")
    func wholeWay() throws {
        let receiver = try Receiver()
        let target = receiver.url("/fail?times=1")
        let added = try tool(
            "add", target, "--events", "item.selected, list.deleted", "--lists", "a,b*", "--ordered", "--description", "new")
        let lines = added.split(separator: "\n").map(String.init)
        let id = try #require(lines.first)
        #expect(lines.count == 2 && lines[1].hasPrefix("whsec_"))
        #expect(try tool("list") == "\(id)  active  \(target)  item.selected,list.deleted of a,b*, ordered\n")

        let since = ISO8601DateFormatter().string(from: Date().addingTimeInterval(-60))
        let failed = try CommandLineTool.fail(["webhooks", "test", id, "--server", url], saying: "the test was not delivered")
        #expect(failed.output.contains("  webhook.test  failed  1 attempt, the last: "))
        #expect(try tool("deliveries", id, "--status", "failed").contains("  webhook.test  failed  "))
        #expect(try tool("deliveries", id, "--status", "delivered").isEmpty)
        #expect(try tool("list").contains("  failing ("))

        #expect(try tool("replay", id, "--since", since, "--until", "2100-01-01T00:00:00Z") == "1 delivery to be sent again\n")
        try eventually("the replay is delivered") {
            try tool("deliveries", id, "--status", "delivered").contains("2 attempts, the last: 200 in ")
        }
        #expect(try tool("list").contains("  active  "))
        #expect(try receiver.deliveries().map(\.type) == ["webhook.test", "webhook.test"])
    }

    @Test("a test that arrives ends with 0, and the log is read page by page")
    func pages() throws {
        let receiver = try Receiver()
        let id = try #require(try tool("add", receiver.url("/ok")).split(separator: "\n").first.map(String.init))
        for _ in 0..<2 { #expect(try tool("test", id).contains("  webhook.test  delivered  1 attempt, the last: 200 in ")) }
        let page = try tool("deliveries", id, "--limit", "1").split(separator: "\n")
        #expect(page.count == 2 && page[1].hasPrefix("more with --after "))
        let after = String(page[1].dropFirst("more with --after ".count))
        #expect(try tool("deliveries", id, "--limit", "1", "--after", after).split(separator: "\n").count == 1)
    }

    @Test("rotate-secret shows a new secret, enable makes active what a 410 disabled, and remove removes")
    func changes() throws {
        let receiver = try Receiver()
        let lines = try tool("add", receiver.url("/gone")).split(separator: "\n").map(String.init)
        let (id, first) = (try #require(lines.first), try #require(lines.last))
        let second = try tool("rotate-secret", id).trimmingCharacters(in: .newlines)
        #expect(second.hasPrefix("whsec_") && second != first)
        #expect(try object(tool("rotate-secret", id, "--json"))["secret"] as? String != second)
        try CommandLineTool.fail(["webhooks", "test", id, "--server", url], saying: "the test was not delivered")
        #expect(try tool("list").contains("  disabled ("))
        #expect(try tool("enable", id) == "\(id) is active\n")
        #expect(try tool("list").contains("  active  "))
        #expect(try object(tool("enable", id, "--json"))["status"] as? String == "active")
        #expect(try tool("remove", id) == "\(id) is removed\n")
        #expect(try tool("list").isEmpty)
        for command in ["remove", "enable", "rotate-secret"] {
            try CommandLineTool.fail(["webhooks", command, id, "--server", url], saying: id)
        }
    }

    @Test("--json is what the server answers")
    func json() throws {
        let secret = "whsec_" + Data(repeating: 7, count: 24).base64EncodedString()
        let added = try object(tool("add", "http://127.0.0.1:1/", "--secret", secret, "--json"))
        #expect(added["secret"] as? String == secret)
        let listed = try object(tool("list", "--json"))["webhooks"] as? [[String: Any]]
        #expect(listed?.count == 1 && listed?.first?["secret"] == nil)
    }

    @Test(
        "what the server refuses ends with 1 and its words",
        arguments: [
            (["list", "--server", "http://127.0.0.1:1"], "127.0.0.1"), (["add", "ftp://example.com/"], "http"),
            (["test", "none"], "none"), (["deliveries", "none"], "none"), (["replay", "none", "--since", "2026-01-01T00:00:00Z"], "none"),
        ])
    func refused(arguments: [String], words: String) throws {
        let server = arguments.contains("--server") ? [] : ["--server", url]
        try CommandLineTool.fail(["webhooks"] + arguments + server, saying: words)
    }

    private func tool(_ arguments: String...) throws -> String {
        let run = try ProgramRun(["webhooks"] + arguments + ["--server", url])
        #expect(try run.status() == 0 && run.errors.isEmpty, "\(arguments) \(run.errors)")
        return run.output
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }
}
