import Testing

@Suite("Contract §1: values, types and identity")
struct ValuesTests {
    @Test("value comes back as it was sent")
    func verbatim() throws {
        let client = try ContractClient()
        for value in [
            "1.0", "1e400", "-0", "-0.0E+10", "12345678901234567890", #""\u0041\/\n""#, "\"\u{1F600}\"", #""\uD83D\uDE00""#,
            #"{"b":1,"a":[true,false,null],"":{}}"#, "null", #""""#, "[[]]",
        ] {
            try client.put("/lists/l", #"{"sections":[{"id":"S","items":[{"id":"x","value":0}]}]}"#)
            let written = try client.put("/lists/l/items/@x", " \n\(value)\t ")
            #expect(written.text.contains("\"value\":\(value)"))
            for target in ["items/@x", "items/0-0", "items", "sections/0/items", "sections?items=1", "export"] {
                try #expect(client.get("/lists/l/\(target)").text.contains("\"value\":\(value)"), "\(target)")
            }
        }
    }

    @Test("value: only insignificant white space may go")
    func whiteSpace() throws {
        let client = try ContractClient()
        try client.put("/lists/l", #"[0]"#)
        try client.put("/items/0-0?list=l", #"{ "a b" : [ 1 , " x  y " ] }"#)
        try #expect(client.get("/items/0-0?list=l").text.contains(#""value":{"a b":[1," x  y "]}"#))
    }

    @Test("A BOM, a lone surrogate escape, invalid UTF-8, a duplicate key and nesting deeper than 512 are 400 malformed-json")
    func malformed() throws {
        let client = try ContractClient()
        try client.putLetters()
        for value in [
            "\u{FEFF}1", #""\uD800""#, #""\uDE00\uD83D""#, #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, "01", "1.", "nul", "[1,]", "'a'",
            "1 2", "\"\t\"",
            String(repeating: "[", count: 513) + String(repeating: "]", count: 513), "NaN", "{\"a\":1,}", "// x\n1",
        ] {
            try #expect(client.put("/lists/l/items/@a", value).outcome.hasPrefix("400 malformed-json"))
            try #expect(client.put("/lists/l", #"{"sections":[{"items":[{"value":\#(value)}]}]}"#).outcome.hasPrefix("400 malformed-json"))
            try #expect(client.version() == "1")
        }
    }

    @Test("Invalid UTF-8 is 400 malformed-json")
    func invalidUTF8() throws {
        let client = try ContractClient()
        try client.putLetters()
        let raw = try client.server.connect()
        try raw.write("PUT /lists/l/items/@a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n\"")
        try raw.write(bytes: [0xC3, 0x28, UInt8(ascii: "\"")])
        try #expect(raw.readReply().outcome.hasPrefix("400 malformed-json"))
    }

    @Test("A value nested 512 deep is taken, in every kind of body")
    func deepest() throws {
        let client = try ContractClient()
        let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        try #expect(client.put("/lists/l", #"{"sections":[{"id":"S","items":[{"id":"x","value":\#(deep)}]}]}"#).status == 201)
        try #expect(client.put("/lists/l/items/@x", deep).status == 200)
        try #expect(client.post("/lists/l/sections/@S/items", #"{"items":[{"value":\#(deep)}]}"#).status == 201)
        try #expect(client.putLines("/lists/k", #"{"item":{"value":\#(deep)}}"#).status == 201)
        try #expect(client.put("/lists/m", "[[\(deep)]]").status == 201)
    }

    @Test("Two values are equal when their texts are: 1.0 is not 1, \"\\u0041\" is not \"A\", key order counts")
    func equality() throws {
        let client = try ContractClient()
        try client.put("/lists/l", "[1]")
        for (number, value) in ["1.0", #""A""#, #""\u0041""#, #"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#].enumerated() {
            try #expect(client.put("/items/0-0?list=l", value).at("revision") == String(number + 2))
        }
        try #expect(client.put("/items/0-0?list=l", #"{ "b" : 2, "a" : 1 }"#).header("List-Version") == "6")
    }

    @Test("JSON Patch test compares as its standard says")
    func patchTest() throws {
        let client = try ContractClient()
        try client.put("/lists/l", #"[{"n":1.0,"s":"\u0041","o":{"a":1,"b":2}}]"#)
        let patch = """
            [{"op":"test","path":"/n","value":1},{"op":"test","path":"/s","value":"A"},
             {"op":"test","path":"/o","value":{"b":2,"a":1}},{"op":"add","path":"/ok","value":true}]
            """
        let reply = try client.patch("/items/0-0?list=l", patch, ["Content-Type": "application/json-patch+json"])
        #expect(reply.text.contains(#""value":{"n":1.0,"s":"\u0041","o":{"a":1,"b":2},"ok":true}"#))
    }

    @Test("title: a string or null, to 1 KiB; header, footer: any JSON; metadata: an object; each to 16 KiB of JSON text")
    func sizes() throws {
        let client = try ContractClient()
        func list(_ members: String) throws -> String { try client.put("/lists/l", "{\(members),\"sections\":[]}").outcome }
        func section(_ members: String) throws -> String { try client.put("/lists/l", "{\"sections\":[{\(members)}]}").outcome }
        let text = { (count: Int) in "\"" + String(repeating: "x", count: count) + "\"" }
        try #expect(list("\"title\":\(text(1_024))") == "201")
        try #expect(list("\"title\":\(text(1_025))") == "422 limit-exceeded /title")
        try #expect(list("\"title\":null") == "200")
        try #expect(list("\"title\":1") == "422 invalid-value /title")
        try #expect(list("\"metadata\":[]") == "422 invalid-value /metadata")
        try #expect(list("\"metadata\":null") == "422 invalid-value /metadata")
        // {"x":"…"} is eight characters more.
        try #expect(list("\"metadata\":{\"x\":\(text(16_384 - 8))}") == "200")
        try #expect(list("\"metadata\":{\"x\":\(text(16_384 - 7))}") == "422 limit-exceeded /metadata")
        for key in ["header", "footer"] {
            try #expect(section("\"\(key)\":\(text(16_382))") == "200")
            try #expect(section("\"\(key)\":\(text(16_383))") == "422 limit-exceeded /sections/0/\(key)")
            try #expect(section("\"\(key)\":{\"a\":[1.0]}") == "200")
            try #expect(client.get("/lists/l/sections/0").text.contains("\"\(key)\":{\"a\":[1.0]}"))
        }
        try #expect(section("\"metadata\":{\"x\":\(text(16_384 - 7))}") == "422 limit-exceeded /sections/0/metadata")
        try #expect(section("\"metadata\":\"x\"") == "422 invalid-value /sections/0/metadata")
    }

    @Test("type: 1–128 characters, none a control character, or null; cell: what the type resolves to")
    func types() throws {
        let client = try ContractClient()
        func put(_ type: String, _ more: String = "") throws -> String {
            let reply = try client.put("/lists/l", "{\(more)\"sections\":[{\"items\":[{\"id\":\"x\",\"type\":\(type),\"value\":1}]}]}")
            guard reply.status < 300 else { return reply.outcome }
            return try client.get("/lists/l/items/@x").at(each: "type", "cell")
        }
        try #expect(put("\"DemoModel\"") == "DemoModel DemoCell")
        try #expect(put("\"MenuItem\"") == "MenuItem MenuCell")
        try #expect(put("\"Photo\"") == "Photo Photo")
        try #expect(put("null") == "null Cell")
        try #expect(put("null", "\"defaultType\":\"AirportModel\",") == "null AirportCell")
        let longest = String(repeating: "é", count: 128)
        try #expect(put("\"\(longest)\"") == "\(longest) \(longest)")
        try #expect(put("\"\(longest)x\"") == "422 invalid-value /sections/0/items/0/type")
        try #expect(put("\"\"") == "422 invalid-value /sections/0/items/0/type")
        try #expect(put("\"a\\u0001\"") == "422 invalid-value /sections/0/items/0/type")
        try #expect(put("7") == "422 invalid-value /sections/0/items/0/type")
    }

    @Test("identity: a JSON pointer that yields the item's id when the item brings none: a string, or a number by its text as sent")
    func identity() throws {
        let client = try ContractClient()
        let start = #"{"identity":"/iata","sections":[{"id":"S","items":["#
        try client.put("/lists/l", start + #"{"value":{"iata":"CDG"}},{"value":{"iata":1.0}},{"id":"own","value":{"iata":"FCO"}}]}]}"#)
        try #expect(client.order() == "CDG 1.0 own")
        for value in [#"{"iata":null}"#, #"{"iata":{}}"#, #"{"iata":true}"#, "{}", "7"] {
            let outcome = try client.put("/lists/l", start + #"{"id":"a","value":1},{"value":\#(value)}]}]}"#).outcome
            #expect(outcome == "422 invalid-value /sections/0/items/1/value" || outcome.hasPrefix("422 invalid-value /sections/0/items/1"))
            try #expect(
                client.post("/lists/l/sections/@S/items", #"{"item":{"value":\#(value)}}"#).outcome.hasPrefix("422 invalid-value /item")
            )
        }
        try #expect(client.post("/lists/l/sections/@S/items", #"{"item":{"value":{"iata":"LHR"}}}"#).at("items.0.id") == "LHR")
        // Bare values of a PUT are matched by it.
        try client.put("/lists/l", #"[{"iata":"LHR","n":1},{"iata":"NRT"}]"#)
        try #expect(client.order() == "LHR NRT")
        try #expect(client.put("/lists/m", #"{"identity":"iata","sections":[]}"#).outcome == "422 invalid-value /identity")
    }

    @Test("identity: writing a value later never changes an id, nor does a PATCH of identity")
    func identityStays() throws {
        let client = try ContractClient()
        try client.put("/lists/l", #"{"identity":"/k","sections":[{"items":[{"value":{"k":"a","j":"b"}}]}]}"#)
        try #expect(client.put("/lists/l/items/@a", #"{"k":"z"}"#).at("id") == "a")
        try #expect(client.put("/lists/l/items/@a", "1").at("id") == "a")
        try #expect(client.patch("/lists/l", #"{"identity":"/j"}"#).at("identity") == "/j")
        try #expect(client.order() == "a")
        try #expect(client.patch("/lists/l", #"{"identity":null}"#).at("identity") == "null")
        try client.post("/lists/l/sections/0/items", #"{"item":{"value":{}}}"#)
        try #expect(client.get("/lists/l").at("itemCount") == "2")
    }

    @Test("The read-only keys may come along in a document or in NDJSON and are ignored")
    func readOnly() throws {
        let client = try ContractClient()
        let list = #""id":"x","version":9,"sectionCount":9,"itemCount":9,"createdAt":"x","updatedAt":7,"list":"x""#
        let section = #""index":9,"itemCount":9,"list":"x""#
        let item = #""indexPath":[9,9],"cell":"X","revision":9,"list":"x","value":1"#
        try #expect(
            client.put("/lists/l", "{\(list),\"sections\":[{\(section),\"items\":[{\(item)}]}]}").at(each: "id", "version") == "l 1")
        try client.putLines("/lists/k", "{\"list\":{\(list)}}", "{\"section\":{\(section)}}", "{\"item\":{\(item)}}")
        try #expect(client.get("/lists/k/items/0-0").at(each: "cell", "revision", "list") == "Cell 1 k")
        try #expect(client.post("/lists/l/sections", "{\"section\":{\(section)}}").status == 201)
        try #expect(client.post("/lists/l/sections/0/items", "{\"item\":{\(item)}}").at("items.0.indexPath") == "[0,1]")
    }

    @Test("In a merge patch of a List or Section the read-only keys are 422 unknown-key")
    func readOnlyPatch() throws {
        let client = try ContractClient()
        try client.putLetters()
        for key in ["id", "version", "sectionCount", "itemCount", "createdAt", "updatedAt", "list"] {
            try #expect(client.patch("/lists/l", "{\"\(key)\":1}").outcome == "422 unknown-key /\(key)")
        }
        for key in ["id", "index", "itemCount", "list", "items", "version"] {
            try #expect(client.patch("/lists/l/sections/0", "{\"\(key)\":1}").outcome == "422 unknown-key /\(key)")
        }
    }

    @Test("Any unknown key outside a value, a header, a footer and metadata is 422 unknown-key")
    func unknown() throws {
        let client = try ContractClient()
        try client.putLetters()
        try #expect(client.put("/lists/l", #"{"sections":[],"a/b~":1}"#).outcome == "422 unknown-key /a~1b~0")
        try #expect(client.put("/lists/l", #"{"sections":[{"x":1}]}"#).outcome == "422 unknown-key /sections/0/x")
        try #expect(
            client.put("/lists/l", #"{"sections":[{"items":[{"value":1,"x":1}]}]}"#).outcome == "422 unknown-key /sections/0/items/0/x")
        try #expect(client.patch("/lists/l", #"{"x":1}"#).outcome == "422 unknown-key /x")
        try #expect(client.post("/lists/l/sections", #"{"section":{},"x":1}"#).outcome == "422 unknown-key /x")
        try #expect(client.post("/lists/l/sections", #"{"section":{"x":1}}"#).outcome == "422 unknown-key /section/x")
        try #expect(client.post("/lists/l/sections/0/move", #"{"index":0,"x":1}"#).outcome == "422 unknown-key /x")
        try #expect(client.post("/lists/l/sections/0/items", #"{"item":{"value":1},"x":1}"#).outcome == "422 unknown-key /x")
        try #expect(client.post("/lists/l/items/0-0/move", #"{"to":[0,0],"x":1}"#).outcome == "422 unknown-key /x")
        try #expect(client.putLines("/lists/l", #"{"item":{"value":1,"x":1}}"#).outcome == "422 unknown-key 1")
        let free = #"{"metadata":{"x":1},"sections":[{"header":{"x":1},"footer":{"x":1},"metadata":{"x":1},"items":[{"value":{"x":1}}]}]}"#
        try #expect(client.put("/lists/l", free).status == 200)
    }
}
