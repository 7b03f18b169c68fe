import Foundation
import Lists
import Ports
import SQLiteStore
import TestSupport
import Testing

@testable import sectional

@Suite("Interactions that are waited for")
struct InteractionWaitTests {
    private let folder: TestFolder
    private let server: TestServer
    private let client: HTTPConnection

    init() throws {
        folder = try TestFolder()
        server = try TestServer(database: folder.database)
        client = try server.connect()
        try client.send("PUT", "/lists/l", body: "[[1]]")
    }

    private func select(_ list: String = "l") throws -> String {
        let reply = try client.send("POST", "/lists/\(list)/items/0-0/select")
        try #require(reply.status == 202, "\(reply.text)")
        return reply.text
    }

    private func waiting(_ query: String, on server: TestServer? = nil) throws -> HTTPConnection {
        let connection = try (server ?? self.server).connect()
        try connection.write("GET /lists/l/interactions?\(query) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return connection
    }

    private func followers(_ count: Int) throws {
        try eventually("\(count) wait") { try client.get("/metrics").text.contains("\nsectional_followers \(count)\n") }
    }

    @Test("all who wait for one behind a number are answered by it, and by nothing else that happens to the list")
    func wait() throws {
        let first = try (0..<60).map { try waiting($0 % 2 == 0 ? "wait=60" : "after=0&wait=60&limit=7") }
        try followers(60)
        try client.send("PUT", "/lists/l", body: "[[2]]")
        try client.send("PUT", "/lists/other", body: "[[2]]")
        _ = try select("other")
        try followers(60)
        let made = try select()
        for connection in first {
            let reply = try connection.readReply()
            #expect(reply.status == 200 && reply.text == "{\"list\":\"l\",\"interactions\":[\(made)],\"next\":null}")
            #expect(reply.header("List-Version") == "2" && reply.header("ETag") != nil && reply.header("Cache-Control") == "no-cache")
        }
        // One that is there already is not waited for.
        try #expect(client.get("/lists/l/interactions?wait=60").at("interactions.0.sequence") == "1")
        let second = try waiting("after=1&wait=60")
        let above = try waiting("after=2&wait=60")
        try followers(2)
        _ = try select()
        try #expect(second.readReply().at(each: "interactions.0.sequence", "interactions.1") == "2 -")
        try followers(1)
        _ = try select()
        try #expect(above.readReply().at(each: "interactions.0.sequence", "interactions.1") == "3 -")
    }

    @Test("the answer comes when the time is up, the list is deleted, or the server stops")
    func ends() throws {
        let up = try client.get("/lists/l/interactions?wait=1")
        #expect(up.text == #"{"list":"l","interactions":[],"next":null}"#)
        try #expect(client.get("/lists/none/interactions?wait=60").status == 404)
        let first = try waiting("wait=60")
        try followers(1)
        try client.send("DELETE", "/lists/l")
        try #expect(first.readReply().outcome == "404 list-not-found")
        try client.send("PUT", "/lists/l", body: "[[1]]")
        let second = try waiting("after=0&wait=60")
        try followers(1)
        server.stop()
        try #expect(second.readReply().at("interactions") == "[]")
    }

    @Test("none is missed that is recorded while others ask")
    func race() throws {
        let total = 400
        let reader = try server.connect()
        let writes = DispatchGroup()
        for _ in 0..<4 {
            Thread.detachNewThread(in: writes) { [server] in
                guard let client = try? server.connect() else { return }
                for _ in 0..<(total / 4) { _ = try? client.send("POST", "/lists/l/items/0-0/select") }
            }
        }
        var seen: [Int] = []
        while seen.count < total {
            let page = try reader.get("/lists/l/interactions?after=\(seen.last ?? 0)&wait=30&limit=9")
            let interactions = try #require(try page.object["interactions"] as? [[String: Any]])
            try #require(!interactions.isEmpty)
            seen += interactions.compactMap { $0["sequence"] as? Int }
        }
        writes.wait()
        #expect(seen == Array(1...total))
    }

    @Test("last gives the newest, the oldest of them first, and takes no other parameter beside it")
    func last() throws {
        try #expect(client.get("/lists/l/interactions?last=5").at("interactions") == "[]")
        let made = try (0..<7).map { _ in try select() }
        for (count, shown) in [(1, made[6...]), (3, made[4...]), (7, made[...]), (500, made[...])] {
            let reply = try client.get("/lists/l/interactions?last=\(count)")
            #expect(reply.text == "{\"list\":\"l\",\"interactions\":[\(shown.joined(separator: ","))],\"next\":null}")
        }
        for (query, name) in [
            ("last=0", "last"), ("last=501", "last"), ("last=x", "last"), ("last=3&after=1", "last"), ("limit=3&last=1", "last"),
            ("last=3&wait=0", "last"), ("wait=61", "wait"), ("wait=-1", "wait"), ("wait=x", "wait"), ("last=1&last=1", "last"),
        ] {
            try #expect(client.get("/lists/l/interactions?\(query)").outcome == "400 bad-parameter \(name)", "\(query)")
        }
    }

    @Test("last shows what is kept, and of what takes more than 8 MiB where to go on")
    func lastBounds() throws {
        let clocked = try ClockedServer(events: EventPolicy(interactionSeconds: 60))
        let connection = clocked.connection
        try connection.send("PUT", "/lists/l", body: "[1]")
        for _ in 0..<5 { try connection.send("POST", "/lists/l/items/0-0/select") }
        clocked.clock.advance(seconds: 61)
        try #expect(connection.get("/lists/l/interactions?last=9").at("interactions") == "[]")
        for _ in 0..<2 { try connection.send("POST", "/lists/l/items/0-0/select") }
        let kept = try connection.get("/lists/l/interactions?last=9")
        #expect(kept.at(each: "interactions.0.sequence", "interactions.1.sequence", "interactions.2", "next") == "6 7 - null")

        let context = "{\"context\":{\"a\":\"" + String(repeating: "x", count: 250_000) + "\"}}"
        for _ in 0..<40 { try client.send("POST", "/lists/l/items/0-0/select", body: context) }
        var (seen, target) = ([Int](), "/lists/l/interactions?last=38")
        while true {
            let page = try client.get(target)
            seen += try #require(try page.object["interactions"] as? [[String: Any]]).compactMap { $0["sequence"] as? Int }
            #expect(page.body.count < 9 << 20)
            guard page.at("next") != "null" else { break }
            target = "/lists/l/interactions?after=\(page.at("next"))"
        }
        #expect(seen == Array(3...40))
    }
}
