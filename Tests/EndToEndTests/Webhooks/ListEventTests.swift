import Foundation
import ListStoreConformance
import Testing
import WebhookReceiver

@testable import sectional

@Suite("Webhooks on lists")
struct ListEventTests {
    @Test("an ordered one hears of every version, each with what GET changes says of it, and reload beyond 64 KiB")
    func versions() throws {
        let folder = try TestFolder()
        let receiver = try Receiver()
        let server = try TestServer(database: folder.database) { $0.webhooks.allow = ["127.0.0.0/8"] }
        let client = try server.connect()
        let hook =
            #"{"url":"\#(receiver.url("/ok"))","lists":["a*"],"ordered":true,"events":["list.created","list.changed","list.deleted"]}"#
        #expect(try client.send("POST", "/webhooks", body: hook).status == 201)
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix(seed: seed)
        let made = try client.send("PUT", "/lists/abc", body: "[[1,2,3],[4,5,6]]")
        try client.send("PUT", "/lists/other", body: "[[1]]")
        for step in 0..<30 {
            switch random.next() % 3 {
            case 0: try client.send("PATCH", "/lists/abc/items/0-0", body: "\(step + 100)")
            case 1: try client.send("POST", "/lists/abc/sections/1/items", body: #"{"item":{"value":\#(step)},"index":0}"#)
            default: try client.send("POST", "/lists/abc/items/1-0/move", body: #"{"to":[1,2]}"#)
            }
        }
        let long = String(repeating: "x", count: 40_000)
        try client.send("PUT", "/lists/abc", body: #"[["\#(long)","\#(long)y"]]"#)
        let head = try #require(try client.get("/lists/abc").header("List-Version").flatMap { Int($0) })
        let changes = try (2...head).map { try client.get("/lists/abc/changes?since=\($0 - 1)&to=\($0)").object as NSDictionary }
        try client.send("DELETE", "/lists/abc")

        let deliveries = try receiver.wait(for: head + 1)
        #expect(deliveries.map(\.type) == ["list.created"] + changes.map { _ in "list.changed" } + ["list.deleted"], "seed \(seed)")
        let data = try deliveries.map { delivery in
            let body = try JSONSerialization.jsonObject(with: Data(delivery.body.utf8)) as? [String: Any]
            return try #require(body?["data"] as? NSDictionary)
        }
        #expect(data.first == (try made.object as NSDictionary))
        #expect(data.last == ["list": "abc", "version": head + 1])
        for (told, change) in zip(data.dropFirst().dropLast(2), changes) { #expect(told == change, "seed \(seed)") }
        let last = data[data.count - 2]
        #expect(changes.last?["reload"] as? Bool == false && last["reload"] as? Bool == true && last["to"] as? Int == head)
        #expect((last["stages"] as? [Any])?.isEmpty == true)
    }
}
