import Testing

@Suite("Contract §3: lists")
struct ListsTests {
    @Test("PUT makes the list: 201 + Location, or replaces its whole content: 200; List")
    func put() throws {
        let client = try ContractClient()
        let made = try client.put("/lists/a~b.c", #"[["java","swift","js"],["java","swift","js"]]"#)
        #expect(made.status == 201 && made.header("Location") == "/lists/a~b.c")
        #expect(made.header("ETag") == "\"v1\"" && made.header("List-Version") == "1")
        #expect(made.at(each: "id", "version", "sectionCount", "itemCount") == "a~b.c 1 2 6")
        let replaced = try client.put("/lists/a~b.c", "[]")
        #expect(replaced.status == 200 && replaced.header("Location") == nil)
        #expect(replaced.at(each: "version", "sectionCount", "itemCount") == "2 0 0")
        #expect(replaced.header("ETag") == "\"v2\"" && replaced.header("List-Version") == "2")
        try #expect(client.get("/lists/a~b.c").body == replaced.body)
    }

    @Test("(a) An array whose elements are all arrays: sections of bare values")
    func arrays() throws {
        let client = try ContractClient()
        try client.put("/lists/l", #"[["java","swift"],[],["js"]]"#)
        try #expect(
            client.get("/lists/l/sections?items=5").at(
                each: "sectionCount", "sections.0.items.1.value", "sections.1.itemCount", "sections.0.header") == "3 swift 0 null")
        try client.put("/lists/l", #"[[["Paris","CDG"],["Rome","FCO"]]]"#)
        let page = try client.get("/lists/l/items")
        #expect(page.at(each: "itemCount", "items.0.value", "items.1.value") == #"2 ["Paris","CDG"] ["Rome","FCO"]"#)
        // An object among bare values is a value, whatever its keys are.
        try client.put("/lists/l", #"[[{"id":"x","value":1}]]"#)
        try #expect(client.get("/lists/l/items/0-0").at("value") == #"{"id":"x","value":1}"#)
    }

    @Test("(b) An array with no array among its elements: one section without a header; [] is a list without sections; a mix is a 422")
    func flat() throws {
        let client = try ContractClient()
        try client.put("/lists/l", #"[1,{"a":[]},null]"#)
        try #expect(client.get("/lists/l/sections").at(each: "sectionCount", "itemCount", "sections.0.header") == "1 3 null")
        try #expect(client.put("/lists/l", "[]").at(each: "sectionCount", "itemCount") == "0 0")
        try #expect(client.put("/lists/l", "[[1],2]").outcome.hasPrefix("422 invalid-value"))
        try #expect(client.put("/lists/l", "[2,[1]]").outcome.hasPrefix("422 invalid-value"))
        for body in ["1", "null", "\"x\"", "true"] {
            try #expect(client.put("/lists/l", body).outcome.hasPrefix("422 invalid-value"), "\(body)")
        }
    }

    @Test("(c) A document: sections is required and an item is always an envelope with value (null is a value)")
    func document() throws {
        let client = try ContractClient()
        try #expect(client.put("/lists/l", "{}").outcome == "422 invalid-value /sections")
        try #expect(client.put("/lists/l", #"{"sections":null}"#).outcome == "422 invalid-value /sections")
        try #expect(client.put("/lists/l", #"{"sections":[1]}"#).outcome == "422 invalid-value /sections/0")
        try #expect(client.put("/lists/l", #"{"sections":[{"items":{}}]}"#).outcome == "422 invalid-value /sections/0/items")
        try #expect(client.put("/lists/l", #"{"sections":[{"items":[7]}]}"#).outcome == "422 invalid-value /sections/0/items/0")
        try #expect(
            client.put("/lists/l", #"{"sections":[{"items":[{"id":"a"}]}]}"#).outcome.hasPrefix("422 invalid-value /sections/0/items/0")
        )
        try #expect(client.put("/lists/l", #"{"sections":[{"items":[{"id":"a","value":null}]}]}"#).status == 201)
        try #expect(client.get("/lists/l/items/@a").at("value") == "null")
        let whole = """
            {"title":"T","metadata":{"k":1.0},"defaultType":"D","identity":"/i","sections":[{"id":"S","header":1,"footer":[2],"metadata":{"m":{}},
             "items":[{"id":"x","type":"Y","value":3}]}]}
            """
        try #expect(client.put("/lists/l", whole).at(each: "title", "metadata", "defaultType", "identity") == #"T {"k":1} D /i"#)
        try #expect(client.get("/lists/l/sections/@S").at(each: "header", "footer", "metadata") == #"1 [2] {"m":{}}"#)
        try #expect(client.get("/lists/l/items/@x").at(each: "type", "value") == "Y 3")
    }

    @Test(
        "(d) NDJSON: the list line may be missing, items before the first section are a section without a header, empty lines are skipped")
    func lines() throws {
        let client = try ContractClient()
        let made = try client.putLines(
            "/lists/l", "", #"{"item":{"id":"a","value":1.0}}"#, "\r", #"{"section":{"id":"G","header":"g"}}"#,
            #" {"item":{"value":null}} "#, "")
        #expect(made.status == 201 && made.header("Location") == "/lists/l" && made.at(each: "sectionCount", "itemCount") == "2 2")
        try #expect(client.get("/lists/l/sections").at(each: "sections.0.header", "sections.1.id", "sections.1.header") == "null G g")
        try #expect(client.putLines("/lists/l", #"{"list":{"title":"T"}}"#).at(each: "title", "sectionCount") == "T 0")
        try #expect(client.put("/lists/l", "", ["Content-Type": "application/x-ndjson"]).outcome == "422 invalid-value 1")
    }

    @Test("(d) NDJSON: an error names its line in errors[0].line, and nothing has changed")
    func badLines() throws {
        let client = try ContractClient()
        try client.putLetters()
        let item = #"{"item":{"id":"x","value":1}}"#
        try #expect(client.putLines("/lists/l", item, "", "{").outcome == "400 malformed-json 3")
        try #expect(client.putLines("/lists/l", item, #"{"item":{"id":"y"}}"#).outcome == "422 invalid-value 2")
        try #expect(client.putLines("/lists/l", item, #"{"thing":{}}"#).outcome == "422 unknown-key 2")
        try #expect(client.putLines("/lists/l", item, "[]").outcome == "422 invalid-value 2")
        try #expect(client.putLines("/lists/l", item, item).outcome == "422 invalid-value 2")
        try #expect(client.putLines("/lists/l", item, #"{"list":{}}"#).outcome == "422 invalid-value 2")
        try #expect(
            client.putLines("/lists/l", #"{"section":{"id":"S"}}"#, item, #"{"section":{"id":"S"}}"#).outcome == "422 invalid-value 3")
        try #expect(client.version() == "1")
    }

    @Test("(a) and (b) keep title, metadata, defaultType, identity; in (c) and in NDJSON's list line a missing one takes its default")
    func properties() throws {
        let client = try ContractClient()
        let properties = #""title":"T","metadata":{"a":1},"defaultType":"D","identity":"/i""#
        func read() throws -> String { try client.get("/lists/l").at(each: "title", "metadata", "defaultType", "identity") }
        func reset() throws { try client.put("/lists/l", "{\(properties),\"sections\":[]}") }
        try reset()
        for body in [#"[[{"i":"a"}]]"#, #"[{"i":"b"}]"#, "[]"] {
            try client.put("/lists/l", body)
            try #expect(read() == #"T {"a":1} D /i"#)
        }
        try client.put("/lists/l", #"{"title":"U","sections":[]}"#)
        try #expect(read() == "U {} null null")
        try reset()
        try client.putLines("/lists/l", #"{"list":{"defaultType":"E"}}"#)
        try #expect(read() == "null {} E null")
        try reset()
        try client.putLines("/lists/l", #"{"section":{}}"#)
        try #expect(read() == #"T {"a":1} D /i"#)
    }

    @Test("PATCH: merge patch over title, metadata, defaultType, identity; 200 List")
    func patch() throws {
        let client = try ContractClient()
        try client.putLetters()
        let reply = try client.patch("/lists/l", #"{"title":null,"metadata":{"a":{"b":1.0,"c":2}},"defaultType":"D","identity":"/a~1b"}"#)
        #expect(reply.status == 200 && reply.header("ETag") == "\"v2\"" && reply.header("List-Version") == "2")
        #expect(reply.at(each: "title", "defaultType", "identity", "itemCount") == "null D /a~1b 4")
        try #expect(
            client.patch("/lists/l", #"{"metadata":{"a":{"c":null},"d":[null]}}"#).text.contains(
                #""metadata":{"a":{"b":1.0},"d":[null]}"#))
        try #expect(client.patch("/lists/l", #"{"metadata":null}"#).at("metadata") == "{}")
        try #expect(client.patch("/lists/l", #"{"title":7}"#).outcome == "422 invalid-value /title")
        try #expect(client.patch("/lists/l", #"{"metadata":[]}"#).outcome == "422 invalid-value /metadata")
        try #expect(client.patch("/lists/l", #"{"defaultType":""}"#).outcome == "422 invalid-value /defaultType")
        try #expect(client.patch("/lists/l", #"{"identity":"x"}"#).outcome == "422 invalid-value /identity")
        try #expect(client.patch("/lists/l", "[]").outcome.hasPrefix("422 invalid-value"))
        try #expect(client.patch("/lists/l", "{}", ["Content-Type": "application/merge-patch+json"]).status == 200)
        try #expect(client.patch("/lists/zz", "{}").outcome == "404 list-not-found")
    }

    @Test("DELETE ends it: 204, List-Version only")
    func delete() throws {
        let client = try ContractClient()
        try client.putLetters()
        let reply = try client.delete("/lists/l")
        #expect(reply.status == 204 && reply.body.isEmpty && reply.header("List-Version") == "2" && reply.header("ETag") == nil)
        try #expect(client.get("/lists").at("lists") == "[]")
    }
}
