import HTTPTypes
import ListAPI
import Ports
import StoreSuite
import Testing

@Suite("Servers that follow one log")
struct CatchUpTests {
    @Test("show what another one has acknowledged, also where a cache has an answer")
    func showsWrites() async throws {
        let log = MemoryLog()
        let servers = [try TestAPI(log: log) { $0.freshness = Freshness() }, try TestAPI(log: log) { $0.freshness = Freshness() }]
        for version in 1...20 {
            try await servers[version % 2].send(.put, "/lists/a", body: "[\(version)]")
            let other = servers[(version + 1) % 2]
            for _ in 0..<3 { #expect(try await other.get("/lists/a/items").at("version") == "\(version)") }
        }
        try await servers[0].send(.delete, "/lists/a")
        #expect(try await servers[1].get("/lists/a/items").status == 404)
    }

    @Test("write an item that another one has changed, moved or made just now, without looking at the log before")
    func writesAfterOthers() async throws {
        let log = MemoryLog()
        let servers = [try TestAPI(log: log) { $0.freshness = Freshness() }, try TestAPI(log: log) { $0.freshness = Freshness() }]
        try await servers[0].send(.put, "/lists/a", body: #"{"sections":[{"items":[{"id":"x","value":{"n":0}},{"id":"y","value":1}]}]}"#)
        var tag = try #require(await servers[0].get("/lists/a/items/@x")["etag"])
        for turn in 1...20 {
            let answer = try await servers[turn % 2].send(
                .patch, "/lists/a/items/@x", ["if-match": tag, "content-type": "application/merge-patch+json"], body: #"{"n":\#(turn)}"#)
            #expect(answer.status == 200)
            tag = try #require(answer["etag"])
        }
        try await servers[0].send(.post, "/lists/a/sections/0/items", body: #"{"items":[{"id":"z","value":1}]}"#)
        #expect(try await servers[1].send(.post, "/lists/a/items/@z/select").status == 202)
        #expect(try await servers[1].send(.delete, "/lists/a/items/@y").status == 204)
        #expect(try await servers[0].send(.delete, "/lists/a/items/@y").status == 404)
    }

    @Test("refuse reads while the log gives no answer, but for those of the server itself, and show a copy that may be stale")
    func refusesReads() async throws {
        let log = MemoryLog()
        let exact = try TestAPI(log: log) { $0.freshness = Freshness() }
        let stale = try TestAPI(log: log) { $0.freshness = Freshness(staleSeconds: 3_600) }
        try await exact.send(.put, "/lists/a", body: "[1]")
        #expect(try await stale.get("/lists/a").status == 200)
        log.setAway(true)
        let refused = try await exact.get("/lists/a")
        #expect(refused.status == 503 && refused["retry-after"] == "1")
        #expect(try await exact.get("/healthz").status == 200)
        #expect(try await stale.get("/lists/a").status == 200)
        #expect(try await stale.send(.put, "/lists/a", body: "[2]").status == 503)
    }
}
