import Foundation
import TestSupport
import Testing

/// `Clients/Kotlin`, run on the JVM by the programs of `Tests/Kotlin`. The first test waits for the compiler.
@Suite("The client in Kotlin", .serialized)
struct KotlinClientTests {
    @Test("leads its model, and what a view is told, from the list before to the list after; a program finds a vector that does not")
    func vectors() throws {
        let (output, count) = try KotlinProgram.checkVectors()
        #expect(output.hasPrefix("\(count) vectors, ") && count > 30, "\(output)")
    }

    @Test("holds its model, its state machines, its texts and its files to plain ones")
    func units() throws {
        let folder = try TestFolder()
        let output = try KotlinProgram.finish(KotlinProgram.start("units", folder.url.path))
        #expect(output == "texts pass, the model passes, sessions pass, sections pass, placements pass, caches pass")
    }

    @Test("follows a list that others write to, while somebody scrolls and edits", .timeLimit(.minutes(10)))
    func follows() async throws { try await KotlinProgram.follow() }

    @Test("keeps what is written without a network over a kill, and does it once", .timeLimit(.minutes(10)))
    func kill() throws {
        let app = try EditedApp<KotlinProgram>()
        try app.sendWithoutAnswer(methods: ["POST"])
        let last = try app.send()
        #expect(last.hasSuffix("{} []"), "\(last)")
        // Thirteen writes that change something, and no more versions.
        let client = app.client
        #expect(try client.get("/lists/a").object["version"] as? Int == 14)
        let own = try client.get("/lists/a/sections/2").object
        #expect(own["id"] as? String == "own" && own["header"] as? String == "Own" && own["itemCount"] as? Int == 1)
        #expect(try client.get("/lists/a").object["sectionCount"] as? Int == 20)
        #expect(try client.get("/lists/a/sections/1").object["footer"] as? String == "edited")
        #expect(try app.text("title", of: "0-0") == "twice")
        #expect(try client.get("/lists/a/items/@i0-1").object["value"] as? String == "whole")
        #expect(try client.get("/lists/a/items/@i0-2").status == 404 && client.get("/lists/a/items/@i0-8").status == 404)
        #expect(try client.get("/lists/a/sections/0").object["itemCount"] as? Int == 49)
        #expect(try client.get("/lists/a/items/1-50").object["value"] as? [Int] == [1])
        #expect(try app.text("title", of: "@fresh") == "inserted")
        #expect(try client.get("/lists/a/interactions").text.contains(#""context":{"from":"app"}"#))
    }

    @Test("takes back what somebody else was first with, and says what is there now", .timeLimit(.minutes(10)))
    func conflict() throws {
        let app = try EditedApp<KotlinProgram>()
        #expect(try app.client.send("PUT", "/lists/a/items/@i0-1", body: #""theirs""#).status == 200)
        #expect(try app.client.send("DELETE", "/lists/a/items/@i0-7").status == 204)
        let last = try app.send()
        #expect(last.contains(#"Conflict "theirs" [{"op":"updateItem","item":"@i0-1","value":"whole"}]"#), "\(last)")
        #expect(last.contains("Gone null [{\"op\":\"patchItem\",\"item\":\"@i0-7\""), "\(last)")
        // A batch is refused as a whole.
        #expect(try app.client.get("/lists/a/items/@i0-8").status == 200)
    }

    @Test("becomes equal to the server's list behind a bad network with fifty writers", .timeLimit(.minutes(10)))
    func torture() async throws { try await KotlinProgram.torture(methods: ["POST"]) }
}
