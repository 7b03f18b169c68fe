import Testing

import Settings
import ListAPI
import Lists
import MicroHTTPServer
import SQLiteStore
@testable import sectional

@Suite("Contract §2: reading, route by route")
struct ReadingTests {
    @Test("GET /lists?prefix=&limit=&after=: lists by id; next goes back in as after; Link has next alone, unpinned")
    func lists() throws {
        let client = try ContractClient()
        for list in ["b", "a2", "a1", "B", "a10", "c.d", "c~d"] { try client.put("/lists/\(list)", "[]") }
        func page(_ query: String) throws -> (HTTPReply, String) {
            let reply = try client.get("/lists\(query)")
            let lists = try reply.object["lists"] as? [[String: Any]] ?? []
            return (reply, lists.map { $0["id"] as? String ?? "?" }.joined(separator: " "))
        }
        let whole = try page("")
        #expect(whole.1 == "B a1 a10 a2 b c.d c~d")
        #expect(whole.0.memberNames == ["lists", "next"] && whole.0.at("next") == "null" && whole.0.header("Link") == nil)
        #expect(whole.0.header("Cache-Control") == "no-cache")
        #expect(Set(whole.0.at("lists.0").matches(of: /"(\w+)":/).map { String($0.1) }).count == 10)
        let first = try page("?limit=2&prefix=a")
        #expect(first.1 == "a1 a10" && first.0.at("next") == "a10" && first.0.relations == "next")
        let link = try #require(first.0.link("next"))
        #expect(link.hasPrefix("/lists?") && !link.contains("at="))
        try #expect(client.get(link).at("lists.0.id") == "a2")
        try #expect(page("?limit=2&prefix=a&after=a10").1 == "a2")
        try #expect(page("?after=nothing-there&prefix=zz").1 == "")
        try #expect(page("?after=a1x").1 == "a2 b c.d c~d")
        try #expect(client.get("/lists?at=1").outcome == "400 bad-parameter at")
        try #expect(client.get("/lists?limit=0").outcome == "400 bad-parameter limit")
        try #expect(client.get("/lists?offset=0").outcome == "400 bad-parameter offset")
    }

    @Test("GET …/sections?offset=0&limit=50&items=0: its members; 0: no items key; K embeds each section's first K items")
    func sections() throws {
        let client = try ContractClient()
        try client.putLetters()
        let plain = try client.get("/lists/l/sections")
        #expect(plain.memberNames == ["list", "version", "sectionCount", "itemCount", "offset", "sections"])
        #expect(plain.at(each: "list", "version", "sectionCount", "itemCount", "offset") == "l 1 2 4 0")
        #expect(plain.at("sections.0.items") == "-")
        try #expect(client.get("/lists/l/sections?items=0").at("sections.0.items") == "-")
        let embedded = try client.get("/lists/l/sections?items=2")
        #expect(
            embedded.at(each: "sections.0.items.1.id", "sections.0.items.2.id", "sections.0.itemCount", "sections.1.items.0.id")
                == "b - 3 d")
        #expect(embedded.at("sections.1.items.0.indexPath") == "[1,0]")
        try #expect(client.get("/lists/l/sections?items=50&limit=100").status == 200)
        try #expect(client.get("/lists/l/sections?items=51&limit=1").outcome == "400 bad-parameter items")
        try #expect(client.get("/lists/l/sections?items=50&limit=101").status == 400)
        try #expect(client.get("/lists/l/sections?offset=1").at(each: "offset", "sections.0.id", "sections.1") == "1 G -")
        try client.post("/lists/l/sections", #"{"section":{"id":"E"}}"#)
        try #expect(client.get("/lists/l/sections?items=1").at("sections.2.items") == "[]")
    }

    @Test("GET …/sections/{section}: Section with list, version")
    func section() throws {
        let client = try ContractClient()
        try client.putLetters()
        for target in ["0", "@F"] {
            let reply = try client.get("/lists/l/sections/\(target)")
            #expect(
                reply.at(each: "id", "index", "header", "footer", "metadata", "itemCount", "list", "version") == "F 0 First null {} 3 l 1")
        }
    }

    @Test("GET …/sections/{section}/items: list, version, section, offset, items")
    func sectionItems() throws {
        let client = try ContractClient()
        try client.putLetters()
        let page = try client.get("/lists/l/sections/@F/items?offset=1&limit=1")
        #expect(page.memberNames == ["list", "version", "section", "offset", "items"])
        #expect(page.at(each: "list", "version", "section.id", "section.itemCount", "offset") == "l 1 F 3 1")
        #expect(page.at("items") == #"[{"cell":"Cell","id":"b","indexPath":[0,1],"revision":1,"type":null,"value":"b"}]"#)
    }

    @Test("GET …/items: a flat window that runs across sections")
    func flat() throws {
        let client = try ContractClient()
        try client.putLetters()
        let page = try client.get("/lists/l/items?offset=2&limit=2")
        #expect(page.memberNames == ["list", "version", "itemCount", "offset", "items"])
        #expect(page.at(each: "list", "version", "itemCount", "offset") == "l 1 4 2")
        #expect(page.ids == "c d" && page.at(each: "items.0.indexPath", "items.1.indexPath") == "[0,2] [1,0]")
    }

    @Test("GET …/items/{item} and GET /items/{indexPath}?list=ID: Item with list")
    func item() throws {
        let client = try ContractClient()
        try client.putLetters()
        let reply = try client.get("/lists/l/items/@d")
        #expect(reply.at(each: "id", "indexPath", "type", "cell", "revision", "value", "list") == "d [1,0] null Cell 1 d l")
        try #expect(client.get("/lists/l/items/1-0").body == reply.body)
        try #expect(client.get("/items/1-0?list=l").body == reply.body)
        try #expect(client.get("/items/1-0?list=l").header("ETag") == reply.header("ETag"))
        try #expect(client.get("/items/@d?list=l").outcome == "400 malformed-request")
        try #expect(client.get("/items/1-0?list=zz").outcome == "404 list-not-found")
        try #expect(client.get("/items/1-0?list=.").outcome == "400 bad-parameter list")
    }

    @Test("GET /items/{indexPath} without list: in the configured defaultList; where there is none, 400 that names list")
    func defaultList() throws {
        let without = try ContractClient()
        try #expect(without.get("/items/0-0").outcome == "400 bad-parameter list")
        try #expect(without.put("/items/0-0", "1").outcome == "400 bad-parameter list")
        let with = try ContractClient { $0.api.defaultList = ListID("l") }
        try with.putLetters()
        try #expect(with.get("/items/0-1").at(each: "id", "list") == "b l")
        try #expect(with.put("/items/0-1", "9").header("Content-Location") == "/lists/l/items/0-1?at=2")
        try #expect(with.patch("/items/0-1", "10").at("value") == "10")
    }

    @Test("GET …/export: NDJSON, streamed: the list, then each section and after it its items")
    func export() throws {
        let client = try ContractClient()
        try client.put("/lists/l", #"{"title":"L","sections":[{"id":"F","items":[{"id":"a","value":1.0}]},{"id":"G","header":{"a":1}}]}"#)
        let reply = try client.get("/lists/l/export")
        #expect(reply.header("Content-Type") == "application/x-ndjson" && reply.header("List-Version") == "1")
        let lines = reply.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5 && lines[4].isEmpty)
        #expect(lines[0].hasPrefix(#"{"list":{"#) && lines[0].contains(#""title":"L""#))
        #expect(lines[1].hasPrefix(#"{"section":{"#) && lines[1].contains(#""id":"F""#))
        #expect(lines[2].hasPrefix(#"{"item":{"#) && lines[2].contains(#""value":1.0"#))
        #expect(lines[3].contains(#""header":{"a":1}"#))
        // It goes back in as it is.
        let again = try client.put("/lists/l", reply.text, ["Content-Type": "application/x-ndjson"])
        #expect(again.status == 200 && again.header("List-Version") == "1")
        try #expect(client.put("/lists/m", reply.text, ["Content-Type": "application/x-ndjson"]).status == 201)
        try #expect(client.get("/lists/m/items/@a").text.contains(#""value":1.0"#))
    }

    @Test("GET …/export: from one version, whatever is written or deleted while it is read")
    func exportOfOneVersion() throws {
        let client = try ContractClient { $0.server.bodyLimit = 64 << 20 }
        let value = "\"" + String(repeating: "x", count: 200_000) + "\""
        try client.put("/lists/l", "[\(Array(repeating: value, count: 80).joined(separator: ","))]")
        let reader = try client.server.connect()
        try reader.write("GET /lists/l/export HTTP/1.1\r\nHost: localhost\r\n\r\n")
        // The head is there, and most of the body waits for the reader.
        try reader.waitForBytes()
        try client.delete("/lists/l")
        for number in 1...20 { try client.put("/lists/m", "[\(number)]") }
        let reply = try reader.readReply()
        #expect(reply.status == 200 && reply.header("List-Version") == "1")
        #expect(reply.body.split(separator: 10).count == 82)
    }

    @Test("at=V on any of them, GET /lists aside, reads version V: places, ids, counts, properties")
    func at() throws {
        let client = try ContractClient()
        try client.putLetters()
        let targets = [
            "/lists/l?", "/lists/l/sections?", "/lists/l/sections?items=3&", "/lists/l/sections/0?", "/lists/l/sections/@G?",
            "/lists/l/sections/0/items?", "/lists/l/sections/@G/items?limit=1&", "/lists/l/items?", "/lists/l/items?after=@b&",
            "/lists/l/sections/@F/items?before=@c&", "/lists/l/items?around=@c&limit=2&", "/lists/l/items/0-0?", "/lists/l/items/@d?",
            "/items/1-0?list=l&", "/lists/l/export?",
        ]
        let old = try targets.map { try client.get($0 + "at=1") }
        for (target, reply) in zip(targets, old) {
            #expect(reply.status == 200, "\(target)")
            try #expect(client.get(String(target.dropLast())).body == reply.body, "\(target)")
        }
        try client.patch("/lists/l", #"{"title":"Other","metadata":{"a":1},"defaultType":"XModel"}"#)
        try client.patch("/lists/l/sections/@F", #"{"header":"Other"}"#)
        try client.post("/lists/l/sections/@G/move", #"{"index":0}"#)
        try client.put("/lists/l/items/@b", "7")
        try client.post("/lists/l/items/@d/move", #"{"after":"@c"}"#)
        try client.delete("/lists/l/items/@a")
        for (target, reply) in zip(targets, old) {
            let now = try client.get(target + "at=1")
            #expect(now.body == reply.body && now.header("ETag") == reply.header("ETag"), "\(target)")
            #expect(now.header("List-Version") == "1", "\(target)")
        }
    }

    @Test("A V above the head is 404 version-not-found, below 1 a 400, older than the history 410 version-gone")
    func unreadable() throws {
        let client = try ContractClient {
            $0.store.retention.versions = 16
            $0.store.retention.seconds = 0
        }
        for value in 1...40 { try client.put("/lists/l", "[\(value)]") }
        for target in ["", "/sections", "/sections/0", "/sections/0/items", "/items", "/items/0-0", "/export"] {
            try #expect(client.get("/lists/l\(target)?at=41").outcome == "404 version-not-found", "\(target)")
            try #expect(client.get("/lists/l\(target)?at=99999999999999999999").outcome == "404 version-not-found", "\(target)")
            for malformed in ["0", "-1", "01", "x", "", "1.0"] {
                try #expect(client.get("/lists/l\(target)?at=\(malformed)").outcome == "400 bad-parameter at", "\(target) \(malformed)")
            }
            try #expect(client.get("/lists/l\(target)?at=1").outcome == "410 version-gone", "\(target)")
            try #expect(client.get("/lists/zz\(target)?at=1").outcome == "404 list-not-found", "\(target)")
        }
        try #expect(client.get("/items/0-0?list=l&at=41").outcome == "404 version-not-found")
        try #expect(client.get("/items/0-0?list=l&at=1").outcome == "410 version-gone")
    }
}
