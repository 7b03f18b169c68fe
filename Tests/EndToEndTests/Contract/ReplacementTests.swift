import Testing

@Suite("Contract §3: what a PUT of a list keeps")
struct ReplacementTests {
    /// The ids of a list's sections and items.
    private static func ids(_ client: ContractClient) throws -> (sections: [String], items: [String]) {
        let sections = try client.get("/lists/l/sections").object["sections"] as? [[String: Any]] ?? []
        return (
            sections.compactMap { $0["id"] as? String },
            try client.get("/lists/l/items?limit=500").ids.split(separator: " ").map(String.init)
        )
    }

    @Test("Putting the same body again makes no version", arguments: [false, true])
    func same(asLines: Bool) throws {
        let client = try ContractClient()
        let bodies = [
            "[1,1,1.0,null]", "[[1,2],[],[2,1]]", "[]",
            #"{"title":"T","sections":[{"header":"A","items":[{"value":1},{"id":"x","value":1}]},{"id":"B"},{"items":[{"type":"T","value":{}}]}]}"#,
        ]
        let lines = [
            #"{"list":{"title":"T"}}"#, #"{"section":{"header":1}}"#, #"{"item":{"value":1}}"#, #"{"item":{"value":1}}"#,
            #"{"item":{"id":"x","value":2}}"#,
        ]
        for body in asLines ? [lines.joined(separator: "\n")] : bodies {
            let headers = asLines ? ["Content-Type": "application/x-ndjson"] : [:]
            let first = try client.put("/lists/l", body, headers)
            let ids = try Self.ids(client)
            let second = try client.put("/lists/l", "\n " + body + "\n", headers)
            #expect(second.status == 200 && second.at("version") == first.at("version"), "\(body)")
            try #expect(Self.ids(client) == ids)
        }
    }

    @Test("Sections and items with an id match by id")
    func byID() throws {
        let client = try ContractClient()
        try client.putLetters()
        try client.put(
            "/lists/l",
            """
            {"title":"Letters","sections":[{"id":"G","header":"new","items":[{"id":"a","value":"a"},{"id":"d","value":"D"}]},
             {"id":"F","items":[{"id":"c","value":"c"},{"id":"e","value":"e"}]}]}
            """)
        try #expect(client.order() == "a d | c e" && client.version() == "2")
        try #expect(client.get("/lists/l/sections/@G").at(each: "index", "header") == "0 new")
        // What moved and kept its value keeps its revision.
        for (item, revision) in [("a", "1"), ("c", "1"), ("d", "2"), ("e", "2")] {
            try #expect(client.get("/lists/l/items/@\(item)").at("revision") == revision, "\(item)")
        }
        try #expect(client.get("/lists/l/items/@b?at=1").at("indexPath") == "[0,1]")
    }

    @Test(
        "Sections without an id match the unclaimed old ones in order: first by equal header and items, then, between two such matches, one to one"
    )
    func sectionsWithoutID() throws {
        let client = try ContractClient()
        try client.put("/lists/l", "[[1],[2],[3]]")
        let old = try Self.ids(client).sections
        try client.put("/lists/l", "[[1],[2,5],[3]]")
        try #expect(Self.ids(client).sections == old)
        try client.put("/lists/l", "[[0],[1],[2,5],[3]]")
        try #expect(Array(Self.ids(client).sections.dropFirst()) == old)
        try client.put("/lists/l", "[[1],[3]]")
        try #expect(Self.ids(client).sections == [old[0], old[2]])
    }

    @Test(
        "An item without an id matches an unclaimed old item of equal value: first the longest common order within its section, then leftovers anywhere"
    )
    func itemsWithoutID() throws {
        let client = try ContractClient()
        try client.put(
            "/lists/l",
            #"{"sections":[{"id":"F","items":[{"value":"a","type":"T"},{"value":"b"},{"value":"c"}]},{"id":"G","items":[{"value":"d"}]}]}"#)
        let old = try Self.ids(client).items
        // A value in the middle; one that went to the other section.
        try client.put(
            "/lists/l",
            #"{"sections":[{"id":"F","items":[{"value":"a"},{"value":"x"},{"value":"b"}]},{"id":"G","items":[{"value":"c"},{"value":"d"}]}]}"#
        )
        let new = try Self.ids(client).items
        #expect([new[0], new[2], new[3], new[4]] == [old[0], old[1], old[2], old[3]])
        #expect(!old.contains(new[1]))
        // It keeps that item's type where none is sent.
        try #expect(client.get("/lists/l/items/0-0").at(each: "type", "revision") == "T 1")
    }

    @Test("Inserting one value into a bare array is one insertion", arguments: [0, 2, 5])
    func oneInsertion(place: Int) throws {
        let client = try ContractClient()
        var values = ["1", "2", "2", "2", "3"]
        try client.put("/lists/l", "[\(values.joined(separator: ","))]")
        let old = try Self.ids(client)
        values.insert("7", at: place)
        try #expect(client.put("/lists/l", "[\(values.joined(separator: ","))]").at("version") == "2")
        let new = try Self.ids(client)
        #expect(new.sections == old.sections)
        var kept = new.items
        kept.remove(at: place)
        #expect(kept == old.items)
    }

    @Test("NDJSON, whose memory is bounded: equal beginnings and ends keep their items, and ids match by id")
    func lines() throws {
        let client = try ContractClient()
        try client.put("/lists/l", "[1,2,3,4]")
        let old = try Self.ids(client)
        try client.putLines(
            "/lists/l", #"{"item":{"value":1}}"#, #"{"item":{"value":9}}"#, #"{"item":{"value":3}}"#, #"{"item":{"value":4}}"#)
        let new = try Self.ids(client)
        #expect([new.items[0], new.items[2], new.items[3]] == [old.items[0], old.items[2], old.items[3]])
        try client.putLines(
            "/lists/l", "{\"section\":{\"id\":\"\(old.sections[0])\"}}", "{\"item\":{\"id\":\"\(old.items[3])\",\"value\":4}}",
            "{\"item\":{\"id\":\"\(old.items[0])\",\"value\":8}}")
        try #expect(Self.ids(client).items == [old.items[3], old.items[0]])
        try #expect(client.get("/lists/l/items/0-0").at("revision") == "1")
        try #expect(client.get("/lists/l/items/0-1").at("revision") == "3")
    }
}
