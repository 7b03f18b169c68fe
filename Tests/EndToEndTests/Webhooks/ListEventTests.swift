import Foundation
import TestSupport
import Testing

import Settings
import Webhooks
@testable import sectional

@Suite("Webhooks on lists that come and go")
struct ListEventTests {
    @Test("hear of the lists that their patterns name: of the whole list when it is made, of its version when it ends")
    func comeAndGo() throws {
        let folder = try TestFolder()
        let receiver = try Receiver()
        let server = try TestServer(database: folder.database) { $0.allowedAddresses = .cidr("127.0.0.0/8") }
        let client = try server.connect()
        let hook = #"{"url":"\#(receiver.url("/ok"))","lists":["a*","b"],"ordered":true,"events":["list.created","list.deleted"]}"#
        #expect(try client.send("POST", "/webhooks", body: hook).status == 201)
        var expected: [(type: String, data: NSDictionary)] = []
        for list in ["abc", "b", "bc", "a", "a"] {
            let made = try client.send("PUT", "/lists/\(list)", body: "[[1]]")
            #expect(made.status == 201)
            // A change and another document are neither.
            try client.send("PATCH", "/lists/\(list)/items/0-0", body: "2")
            try client.send("PUT", "/lists/\(list)", body: "[[3],[4]]")
            let ended = try client.send("DELETE", "/lists/\(list)").header("List-Version").flatMap { Int($0) }
            guard list != "bc" else { continue }
            expected.append(("list.created", try made.object as NSDictionary))
            expected.append(("list.deleted", ["list": list, "version": try #require(ended)]))
        }
        // What is sent last is known to be the last.
        try client.send("PUT", "/lists/b", body: "[]")
        let deliveries = try receiver.wait(for: expected.count + 1)
        #expect(deliveries.map(\.type) == expected.map(\.type) + ["list.created"])
        for (delivery, event) in zip(deliveries, expected) {
            let body = try #require(try JSONSerialization.jsonObject(with: Data(delivery.body.utf8)) as? [String: Any])
            #expect(body["data"] as? NSDictionary == event.data)
            #expect(Set(body.keys) == ["type", "timestamp", "data"])
        }
    }
}
