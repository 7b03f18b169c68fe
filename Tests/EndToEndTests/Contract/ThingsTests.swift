import Testing

@Suite("Contract §1: things")
struct ThingsTests {
    @Test("List: a version starts at 1 and goes up by exactly 1 with each write that changes anything")
    func versions() throws {
        let client = try ContractClient()
        let writes: [(String, String, String)] = [
            ("PUT", "/lists/l", #"{"sections":[{"id":"F","items":[{"id":"a","value":1},{"id":"b","value":2}]},{"id":"G","items":[]}]}"#),
            ("PATCH", "/lists/l", #"{"title":"L"}"#),
            ("POST", "/lists/l/sections", #"{"section":{"id":"H"}}"#),
            ("PATCH", "/lists/l/sections/@H", #"{"header":1}"#),
            ("POST", "/lists/l/sections/@H/move", #"{"index":0}"#),
            ("POST", "/lists/l/sections/@H/items", #"{"items":[{"value":1},{"value":2}]}"#),
            ("PUT", "/lists/l/items/@a", "3"),
            ("PATCH", "/lists/l/items/@a", #"{"n":3}"#),
            ("POST", "/lists/l/items/@a/move", #"{"to":[0,0]}"#),
            ("PUT", "/items/0-0?list=l", "4"),
            ("PATCH", "/items/0-0?list=l", "{}"),
            ("DELETE", "/lists/l/items/@a", ""),
            ("DELETE", "/lists/l/sections/@H", ""),
            ("PUT", "/lists/l", "[]"),
            ("DELETE", "/lists/l", ""),
        ]
        for (number, (method, target, body)) in writes.enumerated() {
            let reply = try client.send(method, target, [:], body.isEmpty ? nil : body)
            #expect((200..<300).contains(reply.status), "\(method) \(target): \(reply.text)")
            #expect(reply.header("List-Version") == String(number + 1), "\(method) \(target)")
        }
    }

    @Test("List: a write that leaves every text and place as it was makes no version")
    func nothingChanges() throws {
        let client = try ContractClient()
        try client.putLetters()
        let writes: [(String, String, String)] = [
            ("PATCH", "/lists/l", #"{"title":"Letters"}"#),
            ("PATCH", "/lists/l", "{}"),
            ("PATCH", "/lists/l/sections/@F", #"{"header":"First","footer":null}"#),
            ("POST", "/lists/l/sections/@F/move", #"{"index":0}"#),
            ("POST", "/lists/l/sections/@F/move", #"{"before":"@G"}"#),
            ("PUT", "/lists/l/items/@a", #" "a" "#),
            ("PUT", "/items/0-1?list=l", #""b""#),
            ("PATCH", "/lists/l/items/@a", #""a""#),
            ("POST", "/lists/l/items/@b/move", #"{"to":[0,1]}"#),
            ("POST", "/lists/l/items/@b/move", #"{"after":"@a"}"#),
        ]
        for (method, target, body) in writes {
            let reply = try client.send(method, target, [:], body)
            #expect((200..<300).contains(reply.status), "\(method) \(target): \(reply.text)")
            #expect(reply.header("List-Version") == "1", "\(method) \(target) \(body)")
        }
        try #expect(client.putLetters().header("List-Version") == "1")
        try #expect(client.get("/lists/l?at=2").outcome == "404 version-not-found")
    }

    @Test("List: every version within the history stays readable")
    func readable() throws {
        let client = try ContractClient()
        for value in 1...20 { try client.put("/lists/l", "[\(value)]") }
        for value in 1...20 { try #expect(client.get("/lists/l/items/0-0?at=\(value)").at("value") == String(value)) }
    }

    @Test("List, Section, Item: the shapes, key by key")
    func shapes() throws {
        let client = try ContractClient()
        try client.putLetters()
        try #expect(
            client.get("/lists/l").memberNames == [
                "id", "version", "title", "metadata", "defaultType", "identity", "sectionCount", "itemCount", "createdAt", "updatedAt",
            ])
        #expect(
            Set(try client.get("/lists/l/sections/0").memberNames)
                == ["id", "index", "header", "footer", "metadata", "itemCount", "itemOffset", "list", "version"])
        #expect(
            Set(try client.get("/lists/l/items/0-1").memberNames)
                == ["id", "indexPath", "type", "cell", "revision", "value", "list"])
        try #expect(
            client.get("/lists/l/sections").at("sections.1")
                == #"{"footer":null,"header":null,"id":"G","index":1,"itemCount":1,"itemOffset":3,"metadata":{}}"#)
        try #expect(
            client.get("/lists/l/items").at("items.3")
                == #"{"cell":"Cell","id":"d","indexPath":[1,0],"revision":1,"type":null,"value":"d"}"#)
        let list = try client.get("/lists/l")
        #expect(
            list.at(each: "id", "version", "title", "metadata", "defaultType", "identity", "sectionCount", "itemCount")
                == "l 1 Letters {} null null 2 4")
        #expect(list.at("createdAt").wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
        #expect(list.at("updatedAt").wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
    }

    @Test("Item: the revision is the version that last changed its value; moving it does not change it")
    func revision() throws {
        let client = try ContractClient()
        try client.putLetters()
        try #expect(client.put("/lists/l/items/@a", "1").at("revision") == "2")
        try #expect(client.post("/lists/l/items/@a/move", #"{"to":[1,0]}"#).at(each: "revision", "indexPath") == "2 [1,0]")
        try client.put("/lists/l/items/@b", "1")
        try #expect(client.get("/lists/l/items/@a").at("revision") == "2")
        try #expect(client.get("/lists/l/items/@c").at("revision") == "1")
        // Another type under the same value is another revision.
        try client.put("/lists/t", #"{"sections":[{"items":[{"id":"x","value":1}]}]}"#)
        try client.put("/lists/t", #"{"sections":[{"items":[{"id":"x","type":"T","value":1}]}]}"#)
        try #expect(client.get("/lists/t/items/@x").at(each: "revision", "type") == "2 T")
    }

    @Test("Deleting a list takes one version number, D; the list made again goes on at D+1; versions up to D are 410; all else is 404")
    func lives() throws {
        let client = try ContractClient()
        try client.put("/lists/l", "[1]")
        try client.put("/lists/l", "[2]")
        let end = try client.delete("/lists/l")
        #expect(end.header("List-Version") == "3")
        for version in 1...3 { try #expect(client.get("/lists/l?at=\(version)").outcome == "410 version-gone") }
        try #expect(client.get("/lists/l/items?at=3").outcome == "410 version-gone")
        try #expect(client.get("/lists/l?at=4").outcome.hasPrefix("404 "))
        try #expect(client.get("/lists/l").outcome == "404 list-not-found")
        try #expect(client.get("/lists/l/sections/0").outcome == "404 list-not-found")
        try #expect(client.delete("/lists/l").outcome == "404 list-not-found")
        let again = try client.put("/lists/l", "[1]")
        #expect(again.status == 201 && again.at("version") == "4" && again.header("ETag") == "\"v4\"")
        try #expect(client.get("/lists/l/items/0-0").at("revision") == "4")
        for version in 1...3 { try #expect(client.get("/lists/l?at=\(version)").outcome == "410 version-gone") }
        try #expect(client.get("/lists/l?at=4").status == 200)
    }

    @Test("Deleted, then inserted again with the same id, is the same item")
    func sameItem() throws {
        let client = try ContractClient()
        try client.putLetters()
        try client.delete("/lists/l/items/@a")
        try #expect(client.get("/lists/l/items/@a").outcome == "404 item-not-found")
        try client.post("/lists/l/sections/@G/items", #"{"item":{"id":"a","value":"again"}}"#)
        try #expect(client.get("/lists/l/items/@a").at(each: "indexPath", "value", "revision") == "[1,1] again 3")
        try #expect(client.get("/lists/l/items/@a?at=2").outcome == "404 item-not-found")
        try #expect(client.get("/lists/l/items/@a?at=1").at(each: "indexPath", "value") == "[0,0] a")
    }
}
