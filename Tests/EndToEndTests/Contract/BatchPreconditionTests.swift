import Testing

@Suite("Contract §3: ifMatch of the operations of a batch")
struct BatchPreconditionTests {
    private let client: ContractClient

    init() throws {
        client = try ContractClient()
        try client.putLetters()
    }

    private static func operations(_ tags: String) -> [String] {
        [
            #"{"op":"updateItem","item":"@b","value":"B","ifMatch":\#(tags)}"#,
            #"{"op":"patchItem","ifMatch":\#(tags),"item":"@b","merge":{"x":1}}"#,
            #"{"op":"deleteItem","item":"@b","ifMatch":\#(tags)}"#, #"{"op":"moveItem","item":"0-1","ifMatch":\#(tags),"to":[1,0]}"#,
        ]
    }

    @Test("updateItem, patchItem, deleteItem and moveItem take a tag without quotation marks, or an array of such tags")
    func matching() throws {
        for index in 0..<4 {
            for tags in [#""r1@b""#, #"["r9@b","r1@b"]"#, #""r1-0.1@b""#] {
                try client.delete("/lists/l")
                try client.putLetters()
                let version = try client.version()
                let operation = Self.operations(tags.replacing("r1", with: "r\(version)"))[index]
                let reply = try client.post("/lists/l/batch", BatchBody.text(operation))
                #expect(reply.status == 200, "\(operation) \(reply.text)")
            }
        }
    }

    @Test("Where none matches, the batch is 412 with the pointer /operations/N and current, and nothing has changed")
    func failing() throws {
        try client.put("/lists/l/items/@b", "2")
        for tags in [#""r1@b""#, #"["r1@b","r2@a"]"#, #""v2""#, #""r2@c""#] {
            for operation in Self.operations(tags) {
                let reply = try client.post("/lists/l/batch", BatchBody.text(#"{"op":"deleteItem","item":"@a"}"#, operation))
                #expect(reply.outcome == "412 precondition-failed /operations/1", "\(operation)")
                #expect(
                    reply.at("current.id") == "b" && reply.at("current.value") == "2" && reply.at("current.list") == "l", "\(operation)")
                #expect(reply.header("List-Version") == "2" && reply.header("ETag") == "\"r2-0.1@b\"")
                #expect(reply.header("List-Created") != nil)
            }
        }
        try #expect(client.order() == "a b c | d" && client.version() == "2")
    }

    @Test("Items are compared as they were before the batch, wherever they stood in version at")
    func before() throws {
        let twice = BatchBody.text(
            #"{"op":"updateItem","item":"@b","value":1,"ifMatch":"r1@b"}"#, #"{"op":"updateItem","item":"@b","value":2,"ifMatch":"r1@b"}"#)
        try #expect(client.post("/lists/l/batch", twice).status == 200)
        let named = BatchBody.text(#"{"op":"deleteItem","item":"0-1","ifMatch":"r1@b"}"#, at: 1)
        try #expect(client.post("/lists/l/batch", named).outcome == "412 precondition-failed /operations/0")
        // An item of the batch's own was not there before.
        let own = BatchBody.text(
            #"{"op":"insertItem","section":0,"item":{"id":"n","value":1}}"#, #"{"op":"updateItem","item":"@n","value":2,"ifMatch":"r3@n"}"#)
        let reply = try client.post("/lists/l/batch", own)
        #expect(reply.outcome == "412 precondition-failed /operations/1" && reply.at("current") == "null")
        #expect(reply.header("List-Version") == "2")
        // What is missing comes before what is false, and what a precondition of the whole batch asks before both.
        let missing = BatchBody.text(
            #"{"op":"deleteItem","item":"@b","ifMatch":"r1@b"}"#, #"{"op":"deleteItem","item":"@z","ifMatch":"r1@z"}"#)
        try #expect(client.post("/lists/l/batch", missing).outcome == "422 reference-not-found /operations/1")
        try #expect(client.post("/lists/l/batch", missing, ["If-Match": "\"v1\""]).outcome == "412 precondition-failed")
        try client.delete("/lists/l/items/@b")
        let gone = BatchBody.text(#"{"op":"deleteItem","item":"0-1","ifMatch":"r1@b"}"#, at: 1)
        try #expect(client.post("/lists/l/batch", gone).outcome == "409 item-gone /operations/0")
    }

    @Test("Anything else as ifMatch is 422, as is ifMatch of another operation")
    func malformed() throws {
        for tags in ["7", "null", "{}", "[]", "[7]", #""""#, #""\"r1@b\"""#, #"["r1@b",null]"#, #""r1@b c""#] {
            let outcome = try client.post("/lists/l/batch", BatchBody.text(Self.operations(tags)[0])).outcome
            #expect(outcome == "422 invalid-value /operations/0", "\(tags)")
        }
        for operation in [
            #"{"op":"deleteSection","section":0,"ifMatch":"r1@b"}"#,
            #"{"op":"insertItem","section":0,"item":{"value":1},"ifMatch":"r1@b"}"#,
        ] {
            try #expect(client.post("/lists/l/batch", BatchBody.text(operation)).outcome == "422 unknown-key /operations/0")
        }
        try #expect(client.version() == "1")
    }
}
