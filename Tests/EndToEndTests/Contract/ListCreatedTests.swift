import Foundation
import Testing

@testable import sectional

@Suite("Contract §2: List-Created and created")
struct ListCreatedTests {
    private let client: ContractClient

    init() throws {
        client = try ContractClient()
        try client.putLetters()
    }

    private func created(_ list: String = "l") throws -> String { try client.get("/lists/\(list)").at("createdAt") }

    /// Deletes the list and makes it again until it was made in another millisecond; gives the time of the list before.
    private func remake() throws -> String {
        let old = try created()
        repeat {
            try client.delete("/lists/l")
            try client.putLetters()
        } while try created() == old
        return old
    }

    @Test("Every answer with List-Version also has List-Created: the list's createdAt")
    func header() throws {
        let time = try created()
        for (target, _) in CachingTests.reads + [("/lists/l/versions", ""), ("/lists/l/interactions", ""), ("/lists/l/geometry", "")] {
            for headers in [[:], ["If-None-Match": "*"], ["If-Match": "\"x\""]] {
                for _ in 1...3 {
                    let reply = try client.get(target, headers)
                    #expect([200, 304, 412].contains(reply.status))
                    #expect(reply.header("List-Version") == "1" && reply.header("List-Created") == time, "\(target) \(headers)")
                }
            }
        }
        let writes = try [
            client.put("/lists/l/items/@a", "1"), client.patch("/lists/l", #"{"title":"x"}"#), client.put("/lists/l", "[1]"),
            client.putLines("/lists/l", #"{"item":{"id":"i","value":1}}"#), client.post("/lists/l/items/0-0/select", ""),
            client.post("/lists/l/sections", #"{"section":{"id":"S"}}"#), client.patch("/lists/l/sections/@S", #"{"header":1}"#),
            client.post("/lists/l/batch", BatchBody.text(#"{"op":"updateItem","item":"@i","value":2}"#)),
            client.put("/lists/l/items/@i", "3", ["Prefer": "return=minimal"]), client.put("/lists/l/items/@i", "1", ["If-Match": "\"x\""]),
            client.get("/lists/l/changes?since=1"), client.delete("/lists/l/items/@i"), client.delete("/lists/l"),
        ]
        for reply in writes {
            #expect(reply.header("List-Version") != nil && reply.header("List-Created") == time, "\(reply.status) \(reply.text)")
        }
        #expect(writes.last?.status == 204)
        try client.putNumbers("m", count: 1)
        let stream = try EventReader("/lists/m/events", port: client.server.port)
        #expect(try stream.head.header("List-Created") == created("m"))
    }

    @Test("changes?created= is 410 version-gone where that is not the list's, compared as a moment; anything else is 400")
    func changes() throws {
        let time = try created()
        for same in [time, time.replacing("Z", with: "%2B00:00"), time.replacing("T", with: "t"), time.replacing("Z", with: "000Z")] {
            try #expect(client.get("/lists/l/changes?since=1&created=\(same)").status == 200, "\(same)")
        }
        for other in ["2020-01-01T00:00:00Z", time.replacing("Z", with: "%2B01:00")] {
            let gone = try client.get("/lists/l/changes?since=1&created=\(other)&wait=60")
            #expect(gone.outcome.hasPrefix("410 version-gone") && gone.at("oldest") == "1" && gone.at("head") == "1", "\(other)")
        }
        for malformed in ["", "x", "1", "2020-01-01", "2020-01-01T00:00:00", "2020-13-01T00:00:00Z", time.replacing("Z", with: "+00:00")] {
            for route in ["changes?since=1&", "events?"] {
                let reply = try client.get("/lists/l/\(route)created=\(malformed)")
                #expect(reply.outcome == "400 bad-parameter created", "\(route)\(malformed)")
            }
        }
        let old = try remake()
        try client.put("/lists/l/items/@a", "7")
        let head = try client.version()
        // The numbers fit, the list is another.
        try #expect(client.get("/lists/l/changes?since=\(head)&created=\(old)").status == 410)
        try #expect(client.get("/lists/l/changes?since=\(head)&created=\(created())").status == 200)
    }

    @Test("a stream with created= begins with reset where that is not the list's")
    func stream() throws {
        let old = try remake()
        try client.put("/lists/l/items/@a", "7")
        let head = try client.version()
        for start in ["since=\(head)&", ""] {
            let stream = try EventReader("/lists/l/events?\(start)created=\(old)", port: client.server.port)
            let reset = try #require(try stream.next())
            #expect(reset.name == "reset" && reset.id == head)
        }
        let resumed = try EventReader("/lists/l/events?created=\(old)", ["Last-Event-ID": head], port: client.server.port)
        #expect(try resumed.next()?.name == "reset")
        let same = try EventReader("/lists/l/events?since=\(head)&created=\(created())", port: client.server.port)
        try client.put("/lists/l/items/@a", "8")
        #expect(try same.next()?.name == "change")
    }

    @Test("the cursor of GET /events holds it, also of a list that is made while the stream is open")
    func cursor() throws {
        try client.putNumbers("n", count: 2)
        let stream = try EventReader("/events?lists=l,n,later", port: client.server.port)
        try client.put("/lists/l/items/@a", "2")
        let first = try #require(try stream.next())
        try client.putNumbers("later", count: 1)
        let second = try #require(try stream.next())
        #expect(first.name == "change" && second.name == "change")
        let target = "/events?lists=l,n,later&since=\(second.id)"
        try client.put("/lists/n/items/@i0", "5")
        let resumed = try EventReader(target, port: client.server.port)
        #expect(try resumed.next()?.object["list"] as? String == "n")
        _ = try remake()
        let again = try EventReader("/events?lists=l&since=\(second.id)", port: client.server.port)
        let reset = try #require(try again.next())
        #expect(reset.name == "reset")
        // What a reset says is where the reader goes on.
        let further = try EventReader("/events?lists=l&since=\(reset.id)", port: client.server.port)
        try client.put("/lists/l/items/@a", "3")
        #expect(try further.next()?.name == "change")
    }
}
