import Foundation
import TestSupport
import Testing

import Settings
import Webhooks
@testable import sectional

@Suite("A webhook of changed lists")
struct ChangedListTests {
    @Test("hears in order of every version what has changed, and to read the list again beyond 64 KiB")
    func changes() throws {
        let seed = UInt64.random(in: .min ... .max)
        let folder = try TestFolder()
        let receiver = try Receiver()
        let server = try TestServer(database: folder.database) { $0.allowedAddresses = .cidr("127.0.0.0/8") }
        let client = try server.connect()
        let hook = #"{"url":"\#(receiver.url("/ok?name=changed"))","events":["list.changed","list.created"],"ordered":true}"#
        #expect(try client.send("POST", "/webhooks", body: hook).status == 201)
        #expect(try client.send("PUT", "/lists/a", body: ListScribbler.content).status == 201)
        var scribbler = ListScribbler("a", seed: seed)
        for _ in 0..<150 { _ = try scribbler.write(client) }
        let long = "\"" + String(repeating: "x", count: 70_000) + "\""
        let item = try client.send("POST", "/lists/a/sections", body: "{\"section\":{\"items\":[{\"id\":\"long\",\"value\":1}]}}")
        #expect(item.status == 201)
        #expect(try client.send("PUT", "/lists/a/items/@long", body: long).status == 200)
        #expect(try client.send("PUT", "/lists/a/items/@long", body: "2").status == 200)
        let head = try #require(client.get("/lists/a").object["version"] as? Int)
        try eventually("all \(head) versions, seed \(seed)") { try Set(receiver.deliveries().map(\.id)).count == head }
        var seen: Set<String> = []
        let bodies = try receiver.deliveries().filter { seen.insert($0.id).inserted }.map(\.body)
        #expect(bodies.first?.hasPrefix(#"{"type":"list.created","#) == true)
        for (index, body) in bodies.dropFirst().enumerated() {
            let (from, to) = (index + 1, index + 2)
            guard to != head - 1 else {
                #expect(body.hasSuffix(#""data":{"list":"a","from":\#(from),"to":\#(to),"reload":true,"properties":null,"stages":[]}}"#))
                continue
            }
            let change = try client.get("/lists/a/changes?since=\(from)&to=\(to)").text
            #expect(body.hasSuffix("\"data\":\(change)}"), "version \(to), seed \(seed)")
        }
    }
}
