import Foundation
import TestSupport
import Testing

import Settings
import Webhooks
@testable import sectional

@Suite("The guide to webhooks")
struct GuideTests {
    @Test("its receiver prints what is tapped, once, and believes nobody else")
    func receiver() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) { $0.allowedAddresses = .cidr("127.0.0.0/8") }
        let client = try server.connect()
        try client.send("PUT", "/lists/cities", body: #"[["Paris","Rome"]]"#)
        let port = try HTTPConnection.freePort()
        let hook = try client.send("POST", "/webhooks", body: #"{"url":"http://127.0.0.1:\#(port)/","events":["item.selected"]}"#).object
        let (id, secret) = (try #require(hook["id"] as? String), try #require(hook["secret"] as? String))
        let receiver = try Self.receiver(secret: secret, port: port)
        try eventually("the receiver listens") { (try? HTTPConnection(port: port)) != nil }
        let tapped = try client.send("POST", "/lists/cities/items/0-1/select", body: #"{"context":{"screen":"home"}}"#)
        #expect(tapped.status == 202)
        let line = try receiver.waitForLine(startingWith: "item.selected ")
        let told = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary)
        #expect(told == (try tapped.object as NSDictionary))
        // Sent again by hand it is the same event, which the receiver has seen.
        let log = try client.get("/webhooks/\(id)/deliveries").object["deliveries"] as? [[String: Any]] ?? []
        let delivery = try #require(log.first?["id"] as? String)
        #expect(try client.send("POST", "/webhooks/\(id)/deliveries/\(delivery)/retry").status == 202)
        try eventually("both attempts are recorded") {
            let log = try client.get("/webhooks/\(id)/deliveries?status=delivered").object["deliveries"] as? [[String: Any]] ?? []
            return (log.first?["attempts"] as? [Any])?.count == 2
        }
        #expect(receiver.output.split(separator: "\n").count == 1)
        let stranger = try HTTPConnection(port: port)
        let headers = ["webhook-id": "a", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA"]
        #expect(try stranger.send("POST", "/", headers, body: "{}").status == 401)
    }

    /// The receiver that the guide shows, at work.
    private static func receiver(secret: String, port: UInt16) throws -> ProgramRun {
        let guide = try String(contentsOf: ProjectFolder.root.appendingPathComponent("docs/webhooks.md"), encoding: .utf8)
        let text = try #require(guide.components(separatedBy: "```python\n").dropFirst().first?.components(separatedBy: "```").first)
        return try ProgramRun(
            ["-c", text, String(port)], executable: ProjectFolder.root.appendingPathComponent(".venv/bin/python3"),
            environment: ["WEBHOOK_SECRET": secret])
    }
}
