import Foundation
import TestSupport
import Testing

/// `Clients/TypeScript`, run in Node by the programs of `Tests/TypeScript`.
@Suite("The client in TypeScript", .serialized)
struct TypeScriptClientTests {
    @Test("leads its model, and a view of stages alone, from the list before to the list after; a vector that does not is found")
    func vectors() throws {
        let (output, count) = try NodeProgram.checkVectors()
        #expect(output == "\(count) vectors" && count > 30)
    }

    @Test("keeps its writes, its values and its files as it says, without a server and with one that answers what a test wants")
    func units() throws {
        let folder = try TestFolder()
        #expect(try NodeProgram.finish(NodeProgram.start("units", folder.url.path)) == "units pass")
    }

    @Test("follows a list that others write to, while somebody scrolls, edits, and comes back", .timeLimit(.minutes(10)))
    func follows() async throws { try await NodeProgram.follow() }

    @Test("keeps what is written without a network over a kill, and does it once", .timeLimit(.minutes(10)))
    func kill() throws {
        let app = try EditedApp<NodeProgram>()
        try app.sendWithoutAnswer(methods: ["PATCH"])
        let last = try app.send()
        #expect(last.hasSuffix("{} []"), "\(last)")
        // Nine writes, two values of one item being one, and no more versions.
        let client = app.client
        #expect(try client.get("/lists/a").object["version"] as? Int == 10)
        #expect(try app.text("title", of: "0-0") == "twice")
        #expect(try client.get("/lists/a/items/@i0-1").object["value"] as? String == "whole")
        #expect(try client.get("/lists/a/items/@i0-2").status == 404)
        #expect(try client.get("/lists/a/items/1-50").object["value"] as? [Int] == [1])
        #expect(try app.text("title", of: "@fresh") == "inserted")
        #expect(try client.get("/lists/a/items/2-0").object["value"] as? String == "in it")
        #expect(try client.get("/lists/a/sections/2").object["id"] as? String == "own")
        #expect(try client.get("/lists/a/items/@i0-3").object["value"] as? String == "together")
        #expect(try client.get("/lists/a/sections/1").object["footer"] as? String == "together")
    }

    @Test("takes back what somebody else was first with, and says what is there now", .timeLimit(.minutes(10)))
    func conflict() throws {
        let app = try EditedApp<NodeProgram>()
        #expect(try app.client.send("PUT", "/lists/a/items/@i0-1", body: #""theirs""#).status == 200)
        #expect(try app.client.send("DELETE", "/lists/a/items/@i0-0").status == 204)
        let last = try app.send()
        #expect(last.contains(#"precondition-failed PUT lists/a/items/@i0-1 "theirs""#), "\(last)")
        #expect(last.contains("item-not-found PATCH lists/a/items/@i0-0"), "\(last)")
    }

    @Test("becomes equal to the server's list behind a bad network with fifty writers", .timeLimit(.minutes(10)))
    func torture() async throws { try await NodeProgram.torture(methods: ["POST", "PATCH", "PUT", "DELETE"]) }
}
