import Foundation
import TestSupport
import Testing

import Settings
import Webhooks
@testable import sectional

@Suite("The receiver of the command line")
struct WebhookListenTests {
    private static let secret = "whsec_" + Data(repeating: 7, count: 32).base64EncodedString()

    @Test("prints what a server sends it, refuses what is signed with another secret, and ends with 0", arguments: [SIGTERM, SIGINT])
    func text(signal: Int32) throws {
        let (folder, receiver) = (try TestFolder(), try Self.listen([]))
        let server = try TestServer(database: folder.database) { $0.allowedAddresses = .cidr("127.0.0.0/8") }
        let client = try server.connect()
        let url = "http://127.0.0.1:\(try receiver.port())/"
        try client.send("PUT", "/lists/cities", body: #"[["Paris","R\u001b\u009bome"]]"#)
        let hooks = try [Self.secret, "whsec_" + Data(repeating: 8, count: 32).base64EncodedString()].map { secret in
            let body = #"{"url":"\#(url)","events":["item.selected"],"secret":"\#(secret)"}"#
            return try #require(try client.send("POST", "/webhooks", body: body).object["id"] as? String)
        }
        let tapped = try client.send("POST", "/lists/cities/items/0-1/select").object
        let id = try #require(tapped["id"] as? String)
        let time = try #require(tapped["timestamp"] as? String)
        let data = try receiver.waitForLine(startingWith: "\(time)  item.selected  \(id)  ")
        #expect(try JSONSerialization.jsonObject(with: Data(data.utf8)) as? NSDictionary == tapped as NSDictionary)
        #expect(!receiver.output.unicodeScalars.contains { $0.value == 0x9B || $0.value == 0x1B })
        try receiver.waitForError(containing: "refused: no signature in webhook-signature is of this secret")
        try eventually("the log has the 401") {
            let log = try client.get("/webhooks/\(hooks[1])/deliveries").object["deliveries"] as? [[String: Any]] ?? []
            return ((log.first?["attempts"] as? [[String: Any]])?.first?["statusCode"] as? Int) == 401
        }
        let stranger = try HTTPConnection(port: receiver.port())
        #expect(try stranger.get("/").status == 405)
        #expect(try stranger.send("POST", "/", body: "{}").status == 401)
        receiver.send(signal: signal)
        #expect(try receiver.status() == 0)
    }

    @Test("prints bodies as JSON lines, and takes the secret from the environment")
    func json() throws {
        let (folder, receiver) = (try TestFolder(), try Self.listen(["--json"], environment: ["WEBHOOK_SECRET": Self.secret]))
        let server = try TestServer(database: folder.database) { $0.allowedAddresses = .cidr("127.0.0.0/8") }
        let address = "http://127.0.0.1:\(server.port)"
        let added = try CommandLineTool.run(
            "webhooks", "add", "http://127.0.0.1:\(try receiver.port())/", "--secret", Self.secret, "--server", address)
        let id = try #require(added.split(separator: "\n").first.map(String.init))
        try CommandLineTool.run("webhooks", "test", id, "--server", address)
        let line = try receiver.waitForLine(startingWith: #"{"type":"webhook.test","timestamp":""#)
        #expect(line.hasSuffix(#"","data":{}}"#))
        #expect(receiver.output.split(separator: "\n").count == 2 && receiver.errors.isEmpty)
    }

    @Test(
        "refuses to start without a secret, with one that can't sign, and at an address that is none",
        arguments: [
            ([], "--secret"), (["--secret", "whsec_x"], "24 to 64 bytes"), (["--secret", secret, "--host", "nowhere"], "nowhere"),
        ])
    func refused(arguments: [String], words: String) throws {
        try CommandLineTool.fail(["webhooks", "listen", "--port", "0"] + arguments, status: 2, saying: words)
    }

    @Test("and the other commands show their defaults and an example", arguments: ["remove", "enable", "rotate-secret", "listen"])
    func help(command: String) throws {
        let help = try CommandLineTool.run("webhooks", command, "--help").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(help.contains("EXAMPLE: sectional webhooks \(command)"))
        #expect(try CommandLineTool.run("webhooks", "--help").contains("\n  \(command) "))
        guard command == "listen" else { return }
        for text in ["(default: 127.0.0.1)", "(default: 9000)", "WEBHOOK_SECRET"] { #expect(help.contains(text)) }
    }

    private static func listen(_ arguments: [String], environment: [String: String] = [:]) throws -> ProgramRun {
        let secret =
            environment.isEmpty ? ["--secret", "whsec_" + Data(repeating: 9, count: 32).base64EncodedString(), "--secret", secret] : []
        return try ProgramRun(["webhooks", "listen", "--port", "0"] + secret + arguments, environment: environment)
    }
}
