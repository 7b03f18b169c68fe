import Testing

import Settings
import SQLiteStore
@testable import sectional

@Suite("Contract §3: what the names in a batch stand for")
struct BatchNamesTests {
    private static func letters(_ configure: (inout Settings) -> Void = { _ in }) throws -> ContractClient {
        let client = try ContractClient(configure)
        try client.putLetters()
        return client
    }

    @Test("item, section, before and after are looked up before anything is applied, in version at when the body has one")
    func names() throws {
        let client = try Self.letters()
        // Both index paths are those of the head before the batch.
        try client.post(
            "/lists/l/batch", BatchBody.text(#"{"op":"deleteItem","item":"0-0"}"#, #"{"op":"updateItem","item":"0-1","value":"B"}"#))
        try #expect(client.get("/lists/l/items/@b").at("value") == "B")
        try #expect(client.order() == "b c | d")
        // Section 1 of version 1 is G, also behind a section that is inserted before it.
        let reply = try client.post(
            "/lists/l/batch",
            BatchBody.text(
                #"{"op":"insertSection","section":{"id":"H"},"index":0}"#, #"{"op":"insertItem","section":1,"item":{"id":"e","value":1}}"#,
                #"{"op":"updateItem","item":"0-2","value":"C"}"#, #"{"op":"moveItem","item":"1-0","before":"0-1"}"#, at: 1))
        #expect(reply.status == 200 && reply.at(each: "results.2.id", "results.3.id") == "c d", "\(reply.text)")
        try #expect(client.order() == " | d b c | e")
    }

    @Test("A name not there may be the id of something that an earlier operation inserts")
    func inserted() throws {
        let client = try Self.letters()
        try client.patch("/lists/l", #"{"identity":"/k"}"#)
        let reply = try client.post(
            "/lists/l/batch",
            BatchBody.text(
                #"{"op":"insertSection","section":{"id":"H","items":[{"id":"h","value":1}]}}"#,
                #"{"op":"insertItem","section":"@H","item":{"value":{"k":"by-identity"}},"before":"@h"}"#,
                #"{"op":"moveItem","item":"@by-identity","to":[0,0]}"#, #"{"op":"updateItem","item":"@h","value":2}"#,
                #"{"op":"moveSection","section":"@H","before":"@F"}"#, #"{"op":"moveItem","item":"@a","after":"@h"}"#, at: 1))
        #expect(reply.status == 200, "\(reply.text)")
        try #expect(client.order() == "h a | by-identity b c | d")
        // Not a later one, and not one of the id that the server makes.
        let later = BatchBody.text(
            #"{"op":"deleteItem","item":"@z"}"#, #"{"op":"insertItem","section":0,"item":{"id":"z","value":1}}"#)
        try #expect(client.post("/lists/l/batch", later).outcome == "422 reference-not-found /operations/0")
        // In version 1 there was no h: the insertion is what the name is about, and it is refused.
        let taken = BatchBody.text(
            #"{"op":"insertItem","section":0,"item":{"id":"h","value":1}}"#, #"{"op":"deleteItem","item":"@h"}"#, at: 1)
        try #expect(client.post("/lists/l/batch", taken).outcome == "409 id-taken /operations/0")
    }

    @Test("Something that an earlier operation deleted is 409 item-gone or section-gone; so is what was deleted since at")
    func gone() throws {
        let client = try Self.letters()
        let deleteB = #"{"op":"deleteItem","item":"0-1"}"#
        let deleteF = #"{"op":"deleteSection","section":"@F"}"#
        for (first, second, expected) in [
            (deleteB, #"{"op":"updateItem","item":"@b","value":1}"#, "item-gone"),
            (deleteB, #"{"op":"patchItem","item":"0-1","merge":1}"#, "item-gone"),
            (deleteB, deleteB, "item-gone"), (deleteB, #"{"op":"moveItem","item":"@a","before":"@b"}"#, "item-gone"),
            (deleteB, #"{"op":"insertItem","section":0,"item":{"value":1},"after":"0-1"}"#, "item-gone"),
            (deleteF, #"{"op":"updateItem","item":"@b","value":1}"#, "item-gone"),
            (deleteF, #"{"op":"updateSection","section":0,"merge":{}}"#, "section-gone"),
            (deleteF, #"{"op":"insertItem","section":"@F","item":{"value":1}}"#, "section-gone"),
            (deleteF, #"{"op":"moveSection","section":"@G","before":0}"#, "section-gone"),
            (deleteF, #"{"op":"insertSection","section":{},"after":"@F"}"#, "section-gone"), (deleteF, deleteF, "section-gone"),
        ] {
            try #expect(
                client.post("/lists/l/batch", BatchBody.text(first, second)).outcome == "409 \(expected) /operations/1",
                "\(first) \(second)")
        }
        try #expect(client.version() == "1")
        try client.delete("/lists/l/items/@b")
        try client.delete("/lists/l/sections/@G")
        try #expect(
            client.post("/lists/l/batch", BatchBody.text(#"{"op":"updateItem","item":"0-1","value":1}"#, at: 1)).outcome
                == "409 item-gone /operations/0")
        try #expect(
            client.post("/lists/l/batch", BatchBody.text(#"{"op":"moveSection","section":1,"index":0}"#, at: 1)).outcome
                == "409 section-gone /operations/0")
        // Inserted again by an earlier operation it is the same.
        let again = BatchBody.text(
            #"{"op":"insertItem","section":"@F","item":{"id":"b","value":1}}"#, #"{"op":"updateItem","item":"0-1","value":2}"#, at: 1)
        try #expect(client.post("/lists/l/batch", again).at(each: "results.1.id", "results.1.value") == "b 2")
    }

    @Test("The version at: above the head 404, older than the history 410, no version 422")
    func versions() throws {
        let client = try Self.letters {
            $0.store.retention.versions = 16
            $0.store.retention.seconds = 0
        }
        try #expect(client.post("/lists/l/batch", BatchBody.text(at: 2)).outcome == "404 version-not-found")
        for version in ["0", "-1", "1.5", "\"1\"", "null"] {
            try #expect(client.post("/lists/l/batch", "{\"at\":\(version),\"operations\":[]}").outcome == "422 invalid-value /at")
        }
        for number in 0..<40 { try client.patch("/lists/l", "{\"title\":\"\(number)\"}") }
        try #expect(client.post("/lists/l/batch", BatchBody.text(at: 1)).outcome == "410 version-gone")
    }
}
