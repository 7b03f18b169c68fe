import Testing

@Suite("Contract §3: items")
struct ItemsTests {
    @Test("POST …/items: item or items, with index, before, after or none: 201 {\"items\":[Item…]}, Location of the first")
    func post() throws {
        let client = try ContractClient()
        try client.putLetters()
        let one = try client.post("/lists/l/sections/@F/items", #"{"item":{"id":"x/y","type":"T","value":1.0}}"#)
        #expect(one.status == 201 && one.header("Location") == "/lists/l/items/@x%2Fy" && one.header("List-Version") == "2")
        #expect(one.memberNames == ["items"])
        #expect(
            one.at("items.0")
                == #"{"cell":"T","id":"x/y","indexPath":[0,3],"list":"l","revision":2,"type":"T","value":1}"#)
        let several = try client.post("/lists/l/sections/1/items", #"{"items":[{"id":"p","value":1},{"id":"q","value":2}],"index":0}"#)
        #expect(several.ids == "p q" && several.header("Location") == "/lists/l/items/@p")
        #expect(several.at(each: "items.0.indexPath", "items.1.indexPath") == "[1,0] [1,1]")
        try client.post("/lists/l/sections/@F/items", #"{"item":{"id":"m","value":1},"before":"@b"}"#)
        try client.post("/lists/l/sections/@F/items", #"{"item":{"id":"n","value":1},"after":"@b"}"#)
        try client.post("/lists/l/sections/@F/items", #"{"item":{"id":"o","value":1},"after":"0-0"}"#)
        try client.post("/lists/l/sections/@G/items", #"{"item":{"id":"r","value":1},"index":3}"#)
        try #expect(client.order() == "a o m b n c x/y | p q d r")
        try #expect(client.post("/lists/l/sections/@F/items", #"{"item":{"id":"w"}}"#).outcome.hasPrefix("422 invalid-value /item"))
        try #expect(client.post("/lists/l/sections/@F/items", "{}").outcome.hasPrefix("422 invalid-value"))
        try #expect(client.post("/lists/l/sections/@F/items", #"{"item":{"value":1},"items":[]}"#).outcome.hasPrefix("422 "))
    }

    @Test("PUT …/items/{item}: the body is the new value; never inserts; 200 Item with list, Content-Location")
    func put() throws {
        let client = try ContractClient()
        try client.putLetters()
        for target in ["/lists/l/items/@d", "/lists/l/items/1-0", "/items/1-0?list=l"] {
            let version = (Int(try client.version()) ?? 0) + 1
            let reply = try client.put(target, "{\"value\":\(version)}")
            #expect(reply.status == 200 && reply.header("List-Version") == "\(version)" && reply.header("ETag") == "\"r\(version)-1.0@d\"")
            #expect(reply.header("Content-Location") == "/lists/l/items/1-0?at=\(version)")
            #expect(reply.at(each: "id", "indexPath", "revision", "value", "list") == "d [1,0] \(version) {\"value\":\(version)} l")
            try #expect(client.get(#require(reply.header("Content-Location"))).body == reply.body)
        }
        try #expect(client.put("/lists/l/items/@zz", "1").outcome == "404 item-not-found")
        try #expect(client.put("/lists/l/items/0-3", "1").outcome == "404 item-not-found")
        try #expect(client.put("/items/2-0?list=l", "1").outcome == "404 item-not-found")
        try #expect(client.put("/lists/zz/items/0-0", "1").outcome == "404 list-not-found")
    }

    @Test(
        "PATCH …/items/{item}: merge patch (and application/json) over the value; untouched members keep text and order, new ones go last")
    func mergePatch() throws {
        let client = try ContractClient()
        try client.put("/lists/l", #"[{"z":1.0,"s":"\u0041","o":{"k":1e400,"l":2},"a":[1]}]"#)
        for type in ["application/merge-patch+json", "application/json", nil] {
            let headers = type.map { ["Content-Type": $0] } ?? [:]
            let reply = try client.patch("/items/0-0?list=l", #"{"a":null,"o":{"l":null,"new":{"x":null,"y":1}},"last":true}"#, headers)
            #expect(reply.text.contains(#""value":{"z":1.0,"s":"\u0041","o":{"k":1e400,"new":{"y":1}},"last":true}"#))
            #expect(reply.header("Content-Location") == "/lists/l/items/0-0?at=2")
        }
        try #expect(client.patch("/lists/l/items/0-0", "[1]").at("value") == "[1]")
        try #expect(client.patch("/lists/l/items/0-0", #"{"a":null,"b":1}"#).at("value") == #"{"b":1}"#)
    }

    @Test(
        "PATCH …/items/{item}: JSON patch, all six operations; a malformed one is 422; a failing test or missing path 409 patch-conflict, pointer /N"
    )
    func jsonPatch() throws {
        let client = try ContractClient()
        try client.put("/lists/l", #"[{"z":1.0,"a":[1,2],"b":{"c":3},"~/":4}]"#)
        func patch(_ body: String) throws -> HTTPReply {
            try client.patch("/lists/l/items/0-0", body, ["Content-Type": "application/json-patch+json"])
        }
        let all = """
            [{"op":"test","path":"/z","value":1},{"op":"add","path":"/a/-","value":3.0},{"op":"add","path":"/a/0","value":0},
             {"op":"remove","path":"/~0~1"},{"op":"replace","path":"/b/c","value":"C"},{"op":"move","from":"/b/c","path":"/d"},
             {"op":"copy","from":"/a","path":"/e"}]
            """
        try #expect(patch(all).text.contains(#""value":{"z":1.0,"a":[0,1,2,3.0],"b":{},"d":"C","e":[0,1,2,3.0]}"#))
        let good = #"{"op":"add","path":"/n","value":1}"#
        for (operation, outcome) in [
            (#"{"op":"test","path":"/z","value":2}"#, "409 patch-conflict /1"), (#"{"op":"remove","path":"/zz"}"#, "409 patch-conflict /1"),
            (#"{"op":"replace","path":"/zz","value":1}"#, "409 patch-conflict /1"),
            (#"{"op":"add","path":"/a/9","value":1}"#, "409 patch-conflict /1"),
            (#"{"op":"move","from":"/zz","path":"/y"}"#, "409 patch-conflict /1"),
            (#"{"op":"copy","from":"/a/7","path":"/y"}"#, "409 patch-conflict /1"),
        ] { try #expect(patch("[\(good),\(operation)]").outcome == outcome, "\(operation)") }
        for operation in [
            #"{"op":"frob","path":"/z"}"#, #"{"path":"/z"}"#, #"{"op":"add","path":"/z"}"#, #"{"op":"add","path":"z","value":1}"#,
            #"{"op":"move","path":"/z"}"#, "7", #"{"op":"add","path":"/~2","value":1}"#,
        ] { try #expect(patch("[\(good),\(operation)]").outcome.hasPrefix("422 invalid-value /1"), "\(operation)") }
        try #expect(patch("{}").outcome.hasPrefix("422 invalid-value"))
        try #expect(patch("[").outcome.hasPrefix("400 malformed-json"))
        try #expect(client.get("/lists/l/items/0-0").at("value.n") == "-" && client.version() == "2")
        try #expect(patch("[]").status == 200)
    }

    @Test("DELETE …/items/{item}: 204, List-Version only")
    func delete() throws {
        let client = try ContractClient()
        try client.putLetters()
        let reply = try client.delete("/lists/l/items/@b")
        #expect(reply.status == 204 && reply.header("List-Version") == "2" && reply.header("ETag") == nil && reply.body.isEmpty)
        try #expect(client.delete("/lists/l/items/0-0").status == 204)
        try #expect(client.order() == "c | d")
        try #expect(client.delete("/lists/l/items/@b").outcome == "404 item-not-found")
        try #expect(client.delete("/items/0-0?list=l").outcome == "405 method-not-allowed")
    }

    @Test("POST …/items/{item}/move: to (its place afterwards), or before/after an item; 200 Item with Content-Location")
    func move() throws {
        let client = try ContractClient()
        try client.putLetters()
        for (item, place, order, path) in [
            ("@a", #""to":[0,2]"#, "b c a | d", "0-2"), ("@a", #""to":[1,1]"#, "b c | d a", "1-1"),
            ("@a", #""before":"@c""#, "b a c | d", "0-1"),
            ("0-0", #""after":"@c""#, "a c b | d", "0-2"), ("@d", #""before":"0-0""#, "d a c b | ", "0-0"),
            ("@c", #""to":[1,0]"#, "d a b | c", "1-0"),
            ("@d", #""after":"@b""#, "a b d | c", "0-2"), ("@d", #""after":"@d""#, "a b d | c", "0-2"),
        ] {
            let reply = try client.post("/lists/l/items/\(item)/move", "{\(place)}")
            #expect(reply.status == 200, "\(reply.text)")
            try #expect(client.order() == order, "\(item) \(place)")
            let version = try client.version()
            #expect(reply.header("Content-Location") == "/lists/l/items/\(path)?at=\(version)")
            try #expect(client.get(#require(reply.header("Content-Location"))).body == reply.body)
            #expect(reply.header("ETag") == "\"r1-\(path.replacing("-", with: "."))@\(reply.at("id"))\"")
            #expect(reply.at(each: "list", "revision") == "l 1")
        }
    }

    @Test(
        "A place in a body that does not exist is 422 index-out-of-range, a name that is not there 422 reference-not-found; with a pointer")
    func places() throws {
        let client = try ContractClient()
        try client.putLetters()
        let insert = "/lists/l/sections/@F/items"
        try #expect(client.post(insert, #"{"item":{"value":1},"index":4}"#).outcome == "422 index-out-of-range /index")
        try #expect(client.post(insert, #"{"item":{"value":1},"before":"@zz"}"#).outcome == "422 reference-not-found /before")
        try #expect(client.post(insert, #"{"item":{"value":1},"after":"@d"}"#).outcome == "422 reference-not-found /after")
        try #expect(client.post(insert, #"{"item":{"value":1},"after":"0-9"}"#).outcome == "422 reference-not-found /after")
        try #expect(client.post(insert, #"{"item":{"value":1},"after":"d"}"#).outcome == "422 invalid-value /after")
        try #expect(client.post(insert, #"{"item":{"value":1},"index":0,"after":"@a"}"#).outcome.hasPrefix("422 invalid-value"))
        let move = "/lists/l/items/@a/move"
        try #expect(client.post(move, #"{"to":[2,0]}"#).outcome.hasPrefix("422 index-out-of-range /to"))
        try #expect(client.post(move, #"{"to":[0,3]}"#).outcome.hasPrefix("422 index-out-of-range /to"))
        try #expect(client.post(move, #"{"to":[1,2]}"#).outcome.hasPrefix("422 index-out-of-range /to"))
        try #expect(client.post(move, #"{"to":[1]}"#).outcome.hasPrefix("422 invalid-value /to"))
        try #expect(client.post(move, #"{"to":"1-0"}"#).outcome == "422 invalid-value /to")
        try #expect(client.post(move, #"{"before":"@zz"}"#).outcome == "422 reference-not-found /before")
        try #expect(client.post(move, "{}").outcome.hasPrefix("422 invalid-value"))
        // 404 is for the URL.
        try #expect(client.post("/lists/l/items/@zz/move", #"{"to":[9,9]}"#).outcome == "404 item-not-found")
        try #expect(client.post("/lists/l/sections/@zz/items", #"{"item":{"value":1},"index":9}"#).outcome == "404 section-not-found")
        try #expect(client.version() == "1")
    }

    @Test("Inserting an id in use is 409 id-taken; twice within one body, 422 invalid-value")
    func taken() throws {
        let client = try ContractClient()
        try client.putLetters()
        try #expect(client.post("/lists/l/sections/@F/items", #"{"item":{"id":"d","value":1}}"#).outcome == "409 id-taken /item")
        try #expect(
            client.post("/lists/l/sections/@F/items", #"{"items":[{"value":1},{"id":"a","value":1}]}"#).outcome
                == "409 id-taken /items/1")
        try #expect(
            client.post("/lists/l/sections/@F/items", #"{"items":[{"id":"n","value":1},{"id":"n","value":1}]}"#).outcome
                == "422 invalid-value /items/1/id")
        try #expect(client.version() == "1")
    }
}
