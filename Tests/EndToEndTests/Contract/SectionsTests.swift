import Testing

@Suite("Contract §3: sections")
struct SectionsTests {
    /// The ids of a list's sections in order.
    private static func ids(_ client: ContractClient) throws -> String {
        let sections = try client.get("/lists/l/sections").object["sections"] as? [[String: Any]] ?? []
        return sections.map { $0["id"] as? String ?? "?" }.joined(separator: " ")
    }

    @Test("POST …/sections with index, before, after or none: 201 Section with list, Location by id")
    func post() throws {
        let client = try ContractClient()
        try client.putLetters()
        let made = try client.post(
            "/lists/l/sections",
            #"{"section":{"id":"a/b","header":"H","footer":1.0,"metadata":{"k":1},"items":[{"id":"x","value":1},{"value":2}]}}"#)
        #expect(made.status == 201 && made.header("Location") == "/lists/l/sections/@a%2Fb")
        #expect(made.header("ETag") == "\"v2\"" && made.header("List-Version") == "2")
        #expect(made.at(each: "id", "index", "header", "itemCount", "list", "metadata") == #"a/b 2 H 2 l {"k":1}"#)
        try #expect(client.get(#require(made.header("Location"))).at("itemCount") == "2")
        for (place, order) in [
            (#""index":0"#, "1 F G a/b"), (#""index":4"#, "1 F G a/b 2"), (#""before":"@G""#, "1 F 3 G a/b 2"),
            (#""after":"@G""#, "1 F 3 G 4 a/b 2"), (#""before":0"#, "5 1 F 3 G 4 a/b 2"), (#""after":"@2""#, "5 1 F 3 G 4 a/b 2 6"),
        ] {
            let id = try client.get("/lists/l").at("sectionCount")
            let number = String((Int(id) ?? 0) - 2)
            try #expect(client.post("/lists/l/sections", "{\"section\":{\"id\":\"\(number)\"},\(place)}").status == 201, "\(place)")
            try #expect(Self.ids(client) == order, "\(place)")
        }
        let bare = try client.post("/lists/l/sections", #"{"section":{}}"#)
        #expect(bare.status == 201 && bare.at(each: "header", "footer", "metadata", "itemCount") == "null null {} 0")
    }

    @Test("PATCH …/sections/{section}: merge patch over header, footer, metadata; 200 Section")
    func patch() throws {
        let client = try ContractClient()
        try client.putLetters()
        let reply = try client.patch("/lists/l/sections/@F", #"{"header":{"t":1.0,"u":null},"footer":"f","metadata":{"a":1}}"#)
        #expect(reply.status == 200 && reply.header("ETag") == "\"v2\"" && reply.header("List-Version") == "2")
        #expect(
            reply.text.contains(#""header":{"t":1.0}"#) && reply.at(each: "footer", "metadata", "list", "itemCount") == #"f {"a":1} l 3"#)
        try #expect(
            client.patch("/lists/l/sections/0", #"{"header":{"v":2},"footer":null,"metadata":{"a":null}}"#).at(
                each: "header", "footer", "metadata") == #"{"t":1,"v":2} null {}"#)
        try #expect(client.patch("/lists/l/sections/@zz", "{}").outcome == "404 section-not-found")
        try #expect(client.patch("/lists/l/sections/0", #"{"metadata":1}"#).outcome == "422 invalid-value /metadata")
        try #expect(client.get("/lists/l/items/@a").at("revision") == "1")
    }

    @Test("POST …/sections/{section}/move: index (its place afterwards) or before/after; 200 Section")
    func move() throws {
        let client = try ContractClient()
        try client.put("/lists/l", #"{"sections":[{"id":"A","items":[{"id":"x","value":1}]},{"id":"B"},{"id":"C"},{"id":"D"}]}"#)
        for (section, place, order) in [
            ("@A", #""index":2"#, "B C A D"), ("@A", #""index":3"#, "B C D A"), ("@A", #""before":"@C""#, "B A C D"),
            ("1", #""after":"@D""#, "B C D A"), ("@D", #""before":0"#, "D B C A"), ("@D", #""after":"@D""#, "D B C A"),
        ] {
            let reply = try client.post("/lists/l/sections/\(section)/move", "{\(place)}")
            #expect(reply.status == 200 && reply.at("list") == "l", "\(reply.text)")
            try #expect(Self.ids(client) == order, "\(section) \(place)")
            try #expect(client.get("/lists/l/sections/@\(reply.at("id"))").at("index") == reply.at("index"))
        }
        try #expect(client.get("/lists/l/items/@x").at(each: "indexPath", "revision") == "[3,0] 1")
    }

    @Test("DELETE …/sections/{section}: with its items; 204, List-Version only")
    func delete() throws {
        let client = try ContractClient()
        try client.putLetters()
        let reply = try client.delete("/lists/l/sections/@F")
        #expect(reply.status == 204 && reply.header("List-Version") == "2" && reply.header("ETag") == nil && reply.body.isEmpty)
        try #expect(client.order() == "d" && client.get("/lists/l").at("itemCount") == "1")
        try #expect(client.get("/lists/l/items/@a").outcome == "404 item-not-found")
    }

    @Test(
        "A place in a body that does not exist is 422 index-out-of-range, a name that is not there 422 reference-not-found; with a pointer")
    func places() throws {
        let client = try ContractClient()
        try client.putLetters()
        try #expect(client.post("/lists/l/sections", #"{"section":{},"index":3}"#).outcome == "422 index-out-of-range /index")
        try #expect(client.post("/lists/l/sections", #"{"section":{},"index":-1}"#).outcome.hasPrefix("422 "))
        try #expect(
            client.post("/lists/l/sections", #"{"section":{},"index":99999999999999999999}"#).outcome == "422 index-out-of-range /index"
        )
        try #expect(client.post("/lists/l/sections", #"{"section":{},"index":"x"}"#).outcome == "422 invalid-value /index")
        try #expect(client.post("/lists/l/sections", #"{"section":{},"before":"@zz"}"#).outcome == "422 reference-not-found /before")
        try #expect(client.post("/lists/l/sections", #"{"section":{},"after":9}"#).outcome == "422 reference-not-found /after")
        try #expect(client.post("/lists/l/sections", #"{"section":{},"after":"zz"}"#).outcome == "422 invalid-value /after")
        try #expect(client.post("/lists/l/sections", #"{"section":{},"before":"@F","after":"@F"}"#).outcome.hasPrefix("422 invalid-value"))
        try #expect(client.post("/lists/l/sections/0/move", #"{"index":2}"#).outcome == "422 index-out-of-range /index")
        try #expect(client.post("/lists/l/sections/0/move", #"{"after":"@zz"}"#).outcome == "422 reference-not-found /after")
        try #expect(client.post("/lists/l/sections/0/move", "{}").outcome.hasPrefix("422 invalid-value"))
        try #expect(client.version() == "1")
    }

    @Test("Inserting an id in use is 409 id-taken; twice within one body, 422 invalid-value")
    func taken() throws {
        let client = try ContractClient()
        try client.putLetters()
        try #expect(client.post("/lists/l/sections", #"{"section":{"id":"G"}}"#).outcome == "409 id-taken /section")
        try #expect(
            client.post("/lists/l/sections", #"{"section":{"items":[{"value":1},{"id":"d","value":1}]}}"#).outcome
                == "409 id-taken /section/items/1")
        try #expect(
            client.post("/lists/l/sections", #"{"section":{"items":[{"id":"n","value":1},{"id":"n","value":1}]}}"#).outcome
                == "422 invalid-value /section/items/1/id")
        try #expect(client.version() == "1")
    }
}
