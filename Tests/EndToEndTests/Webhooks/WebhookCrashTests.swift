import Foundation
import StoreSuite
import TestSupport
import Testing

/// Kills fall where they will: between acceptance and delivery, and between an attempt and its record, which the slower receiver makes longer.
@Suite("A server that is killed while webhooks are sent")
struct WebhookCrashTests {
    private static let rounds = 20

    @Test("delivers every acknowledged event at least once, without a hole, and in order where order is asked for", .timeLimit(.minutes(5)))
    func killed() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let folder = try TestFolder()
        let receiver = try Receiver()
        // The slower one is where a kill falls between an attempt and its record.
        let hooks = ["ordered": "/slow?seconds=0.002&name=ordered", "free": "/slow?seconds=0.02&name=free"].mapValues { receiver.url($0) }
        var acknowledged: [String: Set<Int>] = [:]
        var round = 0
        // More rounds where the machine is so slow that little is sent in them.
        while round < Self.rounds || acknowledged.values.reduce(0, { $0 + $1.count }) <= Self.rounds * 10 {
            defer { round += 1 }
            let server = try Self.serve(folder)
            let client = try server.connect()
            if round == 0 { try Self.prepare(client, hooks) }
            let end = ContinuousClock.now + .milliseconds(Int64(50 + random.next() % 250))
            while ContinuousClock.now < end {
                let list = random.next() % 2 == 0 ? "a" : "b"
                let reply = try client.send("POST", "/lists/\(list)/items/0-\(random.next() % 3)/select").object
                acknowledged[list, default: []].insert(try #require(reply["sequence"] as? Int, "seed \(seed)"))
            }
            try server.kill()
        }
        let server = try Self.serve(folder)
        let client = try server.connect()
        let expected = try ["a", "b"].map { try Self.interactions(client, $0) }
        for (list, interactions) in zip(["a", "b"], expected) {
            #expect(interactions.map(\.sequence) == Array(1...interactions.count), "seed \(seed)")
            #expect(acknowledged[list]?.isSubset(of: interactions.map(\.sequence)) == true, "seed \(seed)")
        }
        let all = Set(expected.joined().map(\.id))
        #expect(all.count > Self.rounds * 10)
        for name in hooks.keys {
            try eventually("\(name) has all \(all.count) events, seed \(seed)") {
                try all.isSubset(of: receiver.deliveries().filter { $0.name == name }.map(\.id))
            }
        }
        let deliveries = try receiver.deliveries()
        #expect(Set(deliveries.map(\.id)) == all, "an id that no event has, seed \(seed)")
        for delivery in deliveries {
            // The body names its event, so the same id never comes with another one.
            #expect(delivery.body.contains("\"data\":{\"id\":\"\(delivery.id)\","), "seed \(seed)")
        }
        let order = try Self.order(of: deliveries.filter { $0.name == "ordered" })
        for (list, interactions) in zip(["a", "b"], expected) { #expect(order[list] == interactions.map(\.sequence), "seed \(seed)") }
        #expect(try server.stop() == 0)
    }

    private static func serve(_ folder: TestFolder) throws -> ServerProcess {
        try ServerProcess(database: folder.database, environment: ["SECTIONAL_WEBHOOKS_ALLOW": "127.0.0.0/8"])
    }

    private static func prepare(_ client: HTTPConnection, _ hooks: [String: String]) throws {
        for list in ["a", "b"] { #expect(try client.send("PUT", "/lists/\(list)", body: "[[1,2,3]]").status == 201) }
        for (name, url) in hooks {
            let body = #"{"url":"\#(url)","events":["item.selected"],"ordered":\#(name == "ordered")}"#
            #expect(try client.send("POST", "/webhooks", body: body).status == 201)
        }
    }

    private static func interactions(_ client: HTTPConnection, _ list: String) throws -> [(sequence: Int, id: String)] {
        var found: [(sequence: Int, id: String)] = []
        var next: Int? = 0
        while let after = next {
            let page = try client.get("/lists/\(list)/interactions?after=\(after)&limit=500").object
            for entry in page["interactions"] as? [[String: Any]] ?? [] {
                found.append((try #require(entry["sequence"] as? Int), try #require(entry["id"] as? String)))
            }
            next = page["next"] as? Int
        }
        return found
    }

    /// The sequence numbers of each list in the order in which they first came.
    private static func order(of deliveries: [ReceivedDelivery]) throws -> [String: [Int]] {
        var seen: Set<String> = []
        var order: [String: [Int]] = [:]
        for delivery in deliveries where seen.insert(delivery.id).inserted {
            let event = try #require(try JSONSerialization.jsonObject(with: Data(delivery.body.utf8)) as? [String: Any])
            let data = try #require(event["data"] as? [String: Any])
            order[try #require(data["list"] as? String), default: []].append(try #require(data["sequence"] as? Int))
        }
        return order
    }
}
