import Foundation
import Foundations
import HTTPServing
import ListAPI
import TestSupport
import Testing

import Settings
import Webhooks
@testable import sectional

@Suite("Contract §9: who hears of views, and who reaches them")
struct ViewFollowingTests {
    @Test("A stream of a view has an event for each of its versions, and a reset where its source is deleted, not the change to it")
    func streams() throws {
        let client = try ViewsTests.made()
        let stream = try EventReader("/lists/v/events?since=0", port: client.server.port)
        #expect(try stream.next()?.id == "1")
        try client.patch("/lists/l/items/@b", #"{"k":1}"#)
        let change = try #require(try stream.next())
        #expect(try change.name == "change" && change.id == "2" && change.data == client.get("/lists/v/changes?since=1&to=2").text)
        try client.delete("/lists/l")
        let reset = try #require(try stream.next())
        #expect(reset.name == "reset" && reset.id == "3", "\(reset.data)")
        try client.put("/lists/l", #"{"sections":[{"id":"F","items":[{"id":"a","value":{"k":1}}]}]}"#)
        let filled = try #require(try stream.next())
        #expect(filled.name == "change" && filled.id == "4", "\(filled.data)")
        try client.delete("/lists/v")
        #expect(try stream.next()?.name == "deleted")
    }

    @Test("A request that waits for changes of a view is answered when the source is written")
    func waits() throws {
        let client = try ViewsTests.made()
        let port = client.server.port
        let thread = DispatchGroup()
        nonisolated(unsafe) var reply: HTTPReply?
        DispatchQueue.global().async(group: thread) {
            reply = try? HTTPConnection(port: port).get("/lists/v/changes?since=1&wait=60")
        }
        try client.patch("/lists/l/items/@b", #"{"k":1}"#)
        thread.wait()
        #expect(reply?.at(each: "from", "to") == "1 2")
    }

    @Test("A webhook hears of a view as of any list, and is told to load it again where its source is deleted")
    func webhooks() throws {
        let receiver = try Receiver()
        let client = try ViewsTests.made { $0.allowedAddresses = .cidr("127.0.0.0/8") }
        let hook = #"{"url":"\#(receiver.url("/ok?name=view"))","lists":["v","w"],"ordered":true}"#
        #expect(try client.post("/webhooks", hook).status == 201)
        try client.put("/lists/w", #"{"view":{"of":"l"}}"#)
        try client.patch("/lists/l/items/@b", #"{"k":1}"#)
        let written = try client.get("/lists/v/changes?since=1&to=2").text
        func bodies(_ count: Int) throws -> [String] {
            try eventually("\(count) deliveries") { try Set(receiver.deliveries().map(\.id)).count == count }
            var seen: Set<String> = []
            return try receiver.deliveries().filter { seen.insert($0.id).inserted }.map(\.body)
        }
        let first = try bodies(3)
        #expect(first[0].contains(#""type":"list.created""#) && first[0].contains(#""id":"w""#))
        #expect(first.dropFirst().contains { $0.hasSuffix("\"data\":\(written)}") }, "\(first)")
        try client.delete("/lists/l")
        let last = try bodies(5)
        #expect(
            last.contains { $0.hasSuffix(#""data":{"list":"v","from":2,"to":3,"reload":true,"properties":null,"stages":[]}}"#) }, "\(last)")
        try client.delete("/lists/v")
        #expect(try bodies(6).last?.contains(#""type":"list.deleted""#) == true)
    }

    /// Tokens: `all` reaches everything, `view` the view alone, `both` the view and its source, `read` as `both`.
    private static func guarded() throws -> ContractClient {
        let tokens: [(String, Scope, [String]?)] = [
            ("all", .admin, nil), ("view", .write, ["v", "new*"]), ("both", .write, ["v", "l"]), ("read", .read, ["v", "l"]),
        ]
        let client = try ContractClient { settings in
            settings.api.access.tokens = tokens.map { name, scope, lists in
                AccessToken(
                    digest: SHA256Digest(of: Array(name.utf8)),
                    grant: Grant(name: name, scope: scope, lists: lists?.map { NamePattern($0) }))
            }
        }
        try client.put("/lists/l", #"{"sections":[{"id":"F","items":[{"id":"a","value":1},{"id":"b","value":2}]}]}"#, bearer("all"))
        try client.put("/lists/v", #"{"view":{"of":"l","where":{"value":"","equals":1}}}"#, bearer("all"))
        return client
    }

    private static func bearer(_ token: String) -> [String: String] { ["Authorization": "Bearer \(token)"] }

    @Test("Reading a view needs reach of the view alone; writing through it needs reach of both, and the scope write")
    func reach() throws {
        let client = try Self.guarded()
        for path in ["", "/items", "/view", "/versions", "/export"] {
            try #expect(client.get("/lists/v\(path)", Self.bearer("view")).status == 200, "\(path)")
        }
        try #expect(client.get("/lists/l", Self.bearer("view")).outcome == "404 list-not-found")
        try #expect(client.get("/lists?of=l", Self.bearer("view")).at("lists.0.id") == "v")
        try #expect(client.put("/lists/v/items/@a", "1", Self.bearer("view")).outcome == "403 forbidden")
        let batch = #"{"operations":[{"op":"deleteItem","item":"@a"}]}"#
        try #expect(client.post("/lists/v/batch", batch, Self.bearer("view")).outcome == "403 forbidden")
        try #expect(client.put("/lists/v/items/@a", "1", Self.bearer("read")).outcome == "403 forbidden")
        try #expect(client.patch("/lists/v/items/@a", "1", Self.bearer("both")).status == 200)
        try #expect(client.post("/lists/v/batch", batch, Self.bearer("both")).status == 200)
    }

    @Test("A definition needs reach of the list that of names, whether there is one or not")
    func definitions() throws {
        let client = try Self.guarded()
        let refused = "422 reference-not-found /view/of"
        try #expect(client.put("/lists/new1", #"{"view":{"of":"l"}}"#, Self.bearer("view")).outcome == refused)
        try #expect(client.put("/lists/new1", #"{"view":{"of":"nothing"}}"#, Self.bearer("view")).outcome == refused)
        try #expect(client.put("/lists/new1", #"{"view":{"of":"new2"}}"#, Self.bearer("view")).status == 201)
        try #expect(client.patch("/lists/v", #"{"view":{"where":null}}"#, Self.bearer("view")).outcome == refused)
        try #expect(client.patch("/lists/v", #"{"title":"x"}"#, Self.bearer("view")).status == 200)
        try #expect(client.patch("/lists/v", #"{"view":{"where":null}}"#, Self.bearer("both")).status == 200)
    }

    @Test("Each version of a view names the token that made the source's writes, where one did")
    func authors() throws {
        let client = try Self.guarded()
        try client.put("/lists/l/items/@b", "1", Self.bearer("both"))
        try client.put("/lists/v/items/@a", "5", Self.bearer("all"))
        let page = try client.get("/lists/v/versions", Self.bearer("all"))
        #expect(page.at(each: "versions.0.by", "versions.1.by", "versions.2.by") == "all both all", "\(page.text)")
    }

    @Test("/metrics counts views, and those that are behind")
    func metrics() throws {
        let client = try ViewsTests.made()
        let text = try client.get("/metrics").text
        #expect(text.contains("\nsectional_views 1\n") && text.contains("\nsectional_views_behind 0\n"))
    }
}
