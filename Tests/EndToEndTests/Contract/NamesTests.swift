import Testing

@Suite("Contract §1: ids")
struct NamesTests {
    @Test("List id: 1–128 of A–Z a–z 0–9 . _ ~ -, starting with a letter or digit")
    func listID() throws {
        let client = try ContractClient()
        for (id, isPossible) in [
            ("a", true), ("0", true), ("A.b_c~d-e", true), (String(repeating: "x", count: 128), true),
            (String(repeating: "x", count: 129), false), (".a", false), ("_a", false), ("~a", false), ("-a", false), ("a%20b", false),
            ("a%2Fb", false), ("%C3%A9", false), ("a+b", false), ("a:b", false), ("%62", true),
        ] {
            let reply = try client.put("/lists/\(id)", "[1]")
            #expect(reply.outcome == (isPossible ? "201" : "400 malformed-request"), "\(id)")
            if !isPossible { try #expect(client.get("/lists/\(id)/items").outcome == "400 malformed-request") }
        }
    }

    @Test("Section and item ids: 1–128 characters, a character being a Unicode scalar value")
    func lengths() throws {
        let client = try ContractClient()
        let longest = String(repeating: "👍", count: 128)
        func put(section: String, item: String) throws -> String {
            try client.put("/lists/l", #"{"sections":[{"id":"\#(section)","items":[{"id":"\#(item)","value":1}]}]}"#).outcome
        }
        try #expect(put(section: longest, item: longest) == "201")
        try #expect(client.get("/lists/l/items/0-0").at("id") == longest)
        try #expect(put(section: longest + "👍", item: "i") == "422 invalid-value /sections/0/id")
        try #expect(put(section: "s", item: longest + "x") == "422 invalid-value /sections/0/items/0/id")
        try #expect(put(section: "", item: "i") == "422 invalid-value /sections/0/id")
        try #expect(put(section: "s", item: "") == "422 invalid-value /sections/0/items/0/id")
    }

    @Test("Section and item ids: none a control character", arguments: [#"\u0000"#, #"\n"#, #"\u001F"#, #"\u007F"#, #"\u0085"#])
    func control(character: String) throws {
        let client = try ContractClient()
        let section = try client.put("/lists/l", #"{"sections":[{"id":"a\#(character)"}]}"#)
        #expect(section.outcome == "422 invalid-value /sections/0/id")
        let item = try client.put("/lists/l", #"{"sections":[{"items":[{"id":"a\#(character)","value":1}]}]}"#)
        #expect(item.outcome == "422 invalid-value /sections/0/items/0/id")
    }

    @Test("A section id is unique among the list's sections, an item id among all the list's items")
    func unique() throws {
        let client = try ContractClient()
        try #expect(
            client.put("/lists/l", #"{"sections":[{"id":"F"},{"id":"F"}]}"#).outcome == "422 invalid-value /sections/1/id")
        let twice = #"{"sections":[{"items":[{"id":"a","value":1}]},{"items":[{"id":"a","value":2}]}]}"#
        try #expect(client.put("/lists/l", twice).outcome == "422 invalid-value /sections/1/items/0/id")
        // A section and an item may have the same one.
        try #expect(client.put("/lists/l", #"{"sections":[{"id":"a","items":[{"id":"a","value":1}]}]}"#).status == 201)
    }

    @Test("Where no id is given the server makes a UUIDv7")
    func made() throws {
        let client = try ContractClient()
        try client.put("/lists/l", "[[1,2],[3]]")
        let form = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
        let items = try client.get("/lists/l/items").ids.split(separator: " ")
        let sections = try client.get("/lists/l/sections")
        let all = items.map(String.init) + [sections.at("sections.0.id"), sections.at("sections.1.id")]
        #expect(all.count == 5 && Set(all).count == 5)
        for id in all { #expect(id.wholeMatch(of: form) != nil, "\(id)") }
    }

    @Test("Ids, names and JSON object keys are the same when their UTF-8 bytes are; nothing is normalised")
    func bytes() throws {
        let client = try ContractClient()
        let both =
            "{\"sections\":[{\"items\":[{\"id\":\"\u{E9}\",\"value\":1},{\"id\":\"e\u{301}\",\"value\":{\"\u{E9}\":1,\"e\u{301}\":2}}]}]}"
        try #expect(client.put("/lists/l", both).status == 201)
        try #expect(client.get("/lists/l/items/@%C3%A9").at("indexPath") == "[0,0]")
        try #expect(client.get("/lists/l/items/@e%CC%81").at("indexPath") == "[0,1]")
        #expect(Array(try client.get("/lists/l/items/0-1").text.utf8).contains(0xCC))
        // The same id written with an escape is the same.
        let escaped = #"{"item":{"id":"\u00e9","value":1}}"#
        try #expect(client.post("/lists/l/sections/0/items", escaped).outcome == "409 id-taken /item")
    }

    @Test("In a path: a section is an index or @ and its id, an item an index path or @ and its id, percent-encoded as needed")
    func paths() throws {
        let client = try ContractClient()
        try client.put(
            "/lists/l",
            #"{"sections":[{"id":"a/b c","items":[{"id":"x/y?z#%+ ü","value":1},{"id":"x+y","value":2},{"id":"0-0","value":3}]}]}"#)
        for section in ["0", "@a%2Fb%20c", "@%61%2fb%20c", "%40a%2Fb%20c"] {
            try #expect(client.get("/lists/l/sections/\(section)").at("id") == "a/b c", "\(section)")
            try #expect(client.get("/lists/l/sections/\(section)/items").at("section.id") == "a/b c", "\(section)")
        }
        try #expect(client.get("/lists/l/items/@x%2Fy%3Fz%23%25+%20%C3%BC").at("indexPath") == "[0,0]")
        try #expect(client.get("/lists/l/items/@0-0").at("indexPath") == "[0,2]")
        try #expect(client.get("/lists/l/items/0-1").at("id") == "x+y")
    }

    @Test("In a path: + is a plus in a path and a space in a query")
    func plus() throws {
        let client = try ContractClient()
        try client.put(
            "/lists/l", #"{"sections":[{"id":"S","items":[{"id":"x y","value":1},{"id":"x+y","value":2},{"id":"z","value":3}]}]}"#)
        try #expect(client.get("/lists/l/items/@x+y").at("indexPath") == "[0,1]")
        try #expect(client.get("/lists/l/items?after=@x+y").at("offset") == "1")
        try #expect(client.get("/lists/l/items?after=@x%2By").at("offset") == "2")
    }

    @Test(
        "In a path: indexes have no sign and no leading zero; a segment that is neither form is 400; an index too large, however long, is 404"
    )
    func malformedPaths() throws {
        let client = try ContractClient()
        try client.putLetters()
        for (path, outcome) in [
            ("sections/-1", "400 malformed-request"), ("sections/+1", "400 malformed-request"), ("sections/01", "400 malformed-request"),
            ("sections/F", "400 malformed-request"), ("sections/@", "400 malformed-request"), ("sections/1.0", "400 malformed-request"),
            ("sections/@%ZZ", "400 malformed-request"), ("sections/@%C3", "400 malformed-request"),
            ("sections/2", "404 section-not-found"), ("sections/99999999999999999999999", "404 section-not-found"),
            ("sections/@f", "404 section-not-found"),
            ("items/0", "400 malformed-request"), ("items/0-", "400 malformed-request"), ("items/0-01", "400 malformed-request"),
            ("items/00-1", "400 malformed-request"), ("items/0--1", "400 malformed-request"), ("items/0-1-2", "400 malformed-request"),
            ("items/a", "400 malformed-request"), ("items/@", "400 malformed-request"),
            ("items/0-3", "404 item-not-found"), ("items/2-0", "404 item-not-found"), ("items/@zz", "404 item-not-found"),
            ("items/0-99999999999999999999999", "404 item-not-found"), ("items/99999999999999999999999-0", "404 item-not-found"),
        ] {
            try #expect(client.get("/lists/l/\(path)").outcome == outcome, "\(path)")
            try #expect(client.delete("/lists/l/\(path)").outcome == outcome, "\(path)")
        }
    }
}
