import Foundation
import Lists
import Ports
import StoreSuite
import TestSupport
import Testing

@testable import sectional

@Suite("Contract §6: selection")
struct SelectionTests {
    @Test("select, deselect and actions/{name}, by index path and by id, answer 202 with the interaction")
    func answers() throws {
        let client = try ContractClient()
        try client.putLetters()
        for (number, (path, type, action)) in [
            ("select", "item.selected", "null"), ("deselect", "item.deselected", "null"), ("actions/a.B_c-9", "item.action", "a.B_c-9"),
        ].enumerated() {
            for (offset, item) in ["0-1", "@b"].enumerated() {
                let reply = try client.post("/lists/l/items/\(item)/\(path)", "")
                #expect(reply.status == 202 && reply.header("List-Version") == "1" && reply.header("ETag") == "\"r1-0.1@b\"")
                #expect(reply.memberNames == ["id", "sequence", "type", "action", "list", "version", "item", "context", "timestamp"])
                #expect(reply.at(each: "type", "action", "list", "version", "item.id") == "\(type) \(action) l 1 b")
                #expect(reply.at("sequence") == "\(2 * number + offset + 1)" && reply.at("context") == "{}")
                #expect(reply.at("item") == #"{"cell":"Cell","id":"b","indexPath":[0,1],"revision":1,"type":null,"value":"b"}"#)
            }
        }
        try #expect(client.version() == "1")
    }

    @Test("The body is empty, {} or a context, which comes back as it was sent")
    func bodies() throws {
        let client = try ContractClient()
        try client.putLetters()
        for (body, context) in [
            ("", "{}"), ("{}", "{}"), (#"{"context":{}}"#, "{}"), (#"{"context": {"b":1.0, "a":"\u0041"}}"#, #"{"b":1.0,"a":"\u0041"}"#),
        ] {
            try #expect(client.post("/lists/l/items/0-0/select", body).text.contains("\"context\":\(context),\"timestamp\""))
        }
        for (body, outcome) in [
            (#"{"context":7}"#, "422 invalid-value /context"), (#"{"context":null}"#, "422 invalid-value /context"),
            (#"{"c":{}}"#, "422 unknown-key /c"), ("[]", "422 invalid-value"), ("{", "400 malformed-json 1"),
            (#"{"context":{"a":""# + String(repeating: "x", count: 300_000) + #""}}"#, "413 too-large /context"),
        ] {
            try #expect(client.post("/lists/l/items/0-0/select", body).outcome == outcome)
        }
        let form = ["Content-Type": "application/x-www-form-urlencoded"]
        try #expect(client.post("/lists/l/items/0-0/select", "a=1", form).outcome == "415 unsupported-media-type")
        let name = String(repeating: "x", count: 64)
        try #expect(client.post("/lists/l/items/0-0/actions/\(name)", "").at("action") == name)
        for name in [name + "x", "a%20b", "%C3%A9", "a~b"] {
            try #expect(client.post("/lists/l/items/0-0/actions/\(name)", "").outcome == "400 malformed-request")
        }
    }

    @Test("interactions reads them back after a sequence number, with a next where there are more; HEAD, gzip and 304 work")
    func reading() throws {
        let client = try ContractClient()
        try client.putLetters()
        let answers = try (0..<5).map { try client.post("/lists/l/items/0-\($0 % 3)/select", "").text }
        let page = try client.get("/lists/l/interactions?after=1&limit=2")
        #expect(page.text == "{\"list\":\"l\",\"interactions\":[\(answers[1...2].joined(separator: ","))],\"next\":3}")
        try #expect(client.get("/lists/l/interactions?after=3").text.hasSuffix("\(answers[4])],\"next\":null}"))
        #expect(page.header("List-Version") == "1" && page.header("Cache-Control") == "no-cache")
        #expect(page.header("Vary") == "Accept-Encoding, Accept-Cell-Types")
        let tag = try #require(page.header("ETag"))
        try #expect(client.get("/lists/l/interactions?after=1&limit=2", ["If-None-Match": tag]).status == 304)
        try #expect(client.send("HEAD", "/lists/l/interactions").status == 200)
        try #expect(client.get("/lists/l/interactions", ["Accept-Encoding": "gzip"]).header("Content-Encoding") == "gzip")
        try #expect(client.get("/lists/zz/interactions").outcome == "404 list-not-found")
    }

    @Test("those of a list that was deleted are gone with it, while sequence goes on when it is made again", .timeLimit(.minutes(1)))
    func deleted() throws {
        let client = try ContractClient()
        for round in 0..<3 {
            try client.put("/lists/l", #"[["secret"]]"#)
            let before = round * 2
            try #expect(client.get("/lists/l/interactions").text == #"{"list":"l","interactions":[],"next":null}"#)
            try #expect(client.get("/lists/l/interactions?last=500").text == #"{"list":"l","interactions":[],"next":null}"#)
            for sequence in before + 1...before + 2 {
                try #expect(client.post("/lists/l/items/0-0/select", "").at("sequence") == "\(sequence)")
            }
            for target in ["?limit=9", "?after=\(before)", "?last=500", "?after=\(before)&wait=1"] {
                let page = try client.get("/lists/l/interactions\(target)")
                #expect(
                    page.at(each: "interactions.0.sequence", "interactions.1.sequence", "interactions.2") == "\(before + 1) \(before + 2) -"
                )
            }
            for after in 0..<before { try #expect(client.get("/lists/l/interactions?after=\(after)").outcome == "410 version-gone") }
            try #expect(client.delete("/lists/l").status == 204)
            try #expect(client.get("/lists/l/interactions").outcome == "404 list-not-found")
        }
    }

    @Test("after one older than what is kept: 410")
    func expiry() throws {
        let server = try ClockedServer(events: EventPolicy(interactionSeconds: 60))
        let connection = server.connection
        _ = try connection.send("PUT", "/lists/l", body: "[1]")
        for _ in 0..<2 { try #expect(connection.send("POST", "/lists/l/items/0-0/select").status == 202) }
        server.clock.advance(seconds: 61)
        try #expect(connection.get("/lists/l/interactions?after=1").outcome == "410 version-gone")
        try #expect(connection.send("POST", "/lists/l/items/0-0/select").at("sequence") == "3")
        try #expect(connection.get("/lists/l/interactions?after=2").at("interactions.0.sequence") == "3")
        try #expect(connection.get("/lists/l/interactions?after=0").outcome == "410 version-gone")
    }

    @Test("sixteen clients at once: sequence counts 1, 2, 3, … without a gap, and every answer is read back", .timeLimit(.minutes(2)))
    func concurrency() async throws {
        let client = try ContractClient()
        try client.putLetters()
        let server = client.server
        let answers = try await withThrowingTaskGroup(of: [String].self) { group in
            for number in 0..<16 {
                group.addTask {
                    let connection = try server.connect()
                    return try (0..<20).map { round in
                        let body = "{\"context\":{\"client\":\(number),\"round\":\(round)}}"
                        return try connection.send("POST", "/lists/l/items/0-\(round % 3)/select", body: body).text
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let page = try client.get("/lists/l/interactions?limit=500")
        let read = try #require(try page.object["interactions"] as? [[String: Any]])
        #expect(read.compactMap { $0["sequence"] as? Int } == Array(1...320))
        #expect(answers.count == 320 && answers.allSatisfy { page.text.contains($0) })
    }

    @Test(
        "random writes and interactions agree with a model: any version that was, deleted items, a list that is made again",
        .timeLimit(.minutes(3)))
    func random() throws {
        let seed = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let client = try ContractClient()
        var model = SelectionModel()
        // Interactions of lists that were deleted.
        var gone = 0
        for _ in 0..<1_200 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0 where !model.items.isEmpty:
                let row = Int.random(in: 0..<model.items.count, using: &random)
                try #expect(client.delete("/lists/l/items/0-\(row)").status == 204)
                model.write { $0.remove(at: row) }
            case 1...2 where model.isThere:
                let (row, id) = (Int.random(in: 0...model.items.count, using: &random), "i\(model.version)")
                let body = "{\"item\":{\"id\":\"\(id)\",\"value\":\"\(id)\"},\"index\":\(row)}"
                let reply = try client.post("/lists/l/sections/0/items", body)
                try #require(reply.status == 201, "seed \(seed): \(reply.text)")
                model.write { $0.insert(id, at: row) }
            case 3 where model.isThere && Int.random(in: 0..<4, using: &random) == 0:
                try #expect(client.delete("/lists/l").status == 204)
                model.delete()
                gone = model.recorded.count
            case 4...5 where !model.isThere:
                try #expect(client.put("/lists/l", #"{"sections":[{}]}"#).status == 201)
                model.make()
            default:
                let version = Bool.random(using: &random) ? nil : Int.random(in: 1...model.version + 1, using: &random)
                let row = Int.random(in: 0...4, using: &random)
                let reply = try client.post("/lists/l/items/0-\(row)/select" + (version.map { "?at=\($0)" } ?? ""), "")
                try #require(reply.outcome == model.select(row, at: version), "seed \(seed): \(reply.text)")
                guard reply.status == 202 else { continue }
                model.recorded.append(reply.text)
                #expect(reply.at("item.id") == model.items(at: version ?? model.version)?[row], "seed \(seed)")
                #expect(
                    reply.at("sequence") == "\(model.recorded.count)" && reply.at("version") == "\(version ?? model.version)",
                    "seed \(seed)")
            }
        }
        if !model.isThere { try client.put("/lists/l", "[]") }
        if gone > 0 { try #expect(client.get("/lists/l/interactions?after=\(gone - 1)").outcome == "410 version-gone", "seed \(seed)") }
        var (read, after) = (Array(model.recorded.prefix(gone)), "\(gone)")
        while after != "null" {
            let page = try client.get("/lists/l/interactions?limit=37&after=\(after)")
            let slice = model.recorded.dropFirst(read.count).prefix(37)
            #expect(page.text.hasPrefix("{\"list\":\"l\",\"interactions\":[\(slice.joined(separator: ","))],"), "seed \(seed)")
            read += slice
            after = page.at("next")
        }
        #expect(read.count == model.recorded.count && read.count > 20, "seed \(seed)")
    }
}
