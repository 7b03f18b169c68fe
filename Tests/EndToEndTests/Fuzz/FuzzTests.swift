import Foundation
import JSON
import Lists
import Testing

@Suite("Hostile requests")
struct FuzzTests {
    @Test("get well-formed answers with documented statuses, and leave the server as it was for everybody else")
    func fuzz() throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: .min ... .max)
        let count = environment["FUZZ_REQUESTS"].flatMap { Int($0) } ?? 20_000
        print("the requests have the seed \(seed); FUZZ_SEED and FUZZ_REQUESTS in the environment set seed and number")
        let server = try ServerProcess.released(environment: [
            "SECTIONAL_LIMITS_BODY": "1000000", "SECTIONAL_HISTORY_VERSIONS": "50", "SECTIONAL_HISTORY_SECONDS": "0",
            "SECTIONAL_CACHE_RESPONSES": "1000000", "SECTIONAL_CACHE_NODES": "1000000",
            // A request that breaks off with its first bytes may be noticed only then.
            "SECTIONAL_SERVER_TIMEOUT": "1",
        ])
        let statuses = try DocumentedStatuses(Data(server.connect().get("/openapi.json").body))
        let content = #"[["kept","as"],["it","was"]]"#
        #expect(try server.connect().send("PUT", "/lists/control", body: content).status == 201)
        let control = try server.connect().get("/lists/control/items").text
        var fuzzer = RequestFuzzer(seed: seed)
        var seen: Set<Int> = []
        for number in 0..<count {
            let request = fuzzer.next()
            do {
                guard let reply = try RawExchange(request.bytes, to: server.port).reply else { continue }
                seen.insert(reply.status)
                try Self.check(reply, request, statuses)
            } catch {
                let sent = String(decoding: request.bytes.prefix(2_000), as: UTF8.self)
                Issue.record("seed \(seed), request \(number): \(error)\n\(sent)\n\(server.run.errors.suffix(2_000))")
                return
            }
            if number % 500 == 0 { #expect(try server.connect().get("/lists/control/items").text == control, "seed \(seed)") }
        }
        #expect(seen.isSuperset(of: [200, 201, 204, 304, 400, 404, 405, 409, 412, 415, 422]), "seed \(seed): \(seen.sorted())")
        #expect(try server.connect().get("/lists/control/items").text == control, "seed \(seed)")
        try Self.checkLists(server)
        #expect(try server.memory() < 512 << 10, "seed \(seed)")
        #expect(try server.stop() == 0, "seed \(seed)\n\(server.run.errors.suffix(2_000))")
        #expect(!server.run.errors.contains(" error "), "seed \(seed)\n\(server.run.errors.suffix(2_000))")
    }

    /// Damaged bytes may make another method or target of it, so that any documented status is right.
    private static func check(_ reply: RawExchange.Reply, _ request: FuzzedRequest, _ statuses: DocumentedStatuses) throws {
        guard reply.status <= 501 && reply.status != 500 || reply.status == 503 || reply.status == 505 && !request.damage.isEmpty else {
            throw TestFailure("status \(reply.status)")
        }
        if request.damage.isEmpty, !statuses.allow(reply.status, method: request.method, target: request.target) {
            throw TestFailure("status \(reply.status) is not documented")
        }
        guard reply.headers["request-id"] != nil else {
            // The library's own words, for what is no request.
            guard [400, 413, 414, 431, 505].contains(reply.status) else { throw TestFailure("no Request-Id") }
            return
        }
        guard reply.headers["content-encoding"] == nil, !reply.body.isEmpty else { return }
        let type = reply.headers["content-type"] ?? ""
        if type.hasPrefix("application/json") || type.hasPrefix("application/problem+json") { _ = try JSONText(validating: reply.body) }
        if reply.status >= 400, !type.hasPrefix("application/problem+json") { throw TestFailure("an error that is no problem: \(type)") }
    }

    /// Each list that is left can be read to its end, and what it exports has as many items as it says.
    private static func checkLists(_ server: ServerProcess) throws {
        let lists = try server.connect().get("/lists").object["lists"] as? [[String: Any]] ?? []
        for list in lists {
            guard let id = list["id"] as? String, let count = list["itemCount"] as? Int else { throw TestFailure("no list: \(list)") }
            let bytes = Array("GET /lists/\(id)/export HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
            let lines = try RawExchange(bytes, to: server.port).reply?.body.split(separator: 10) ?? []
            #expect(lines.filter { $0.starts(with: Array(#"{"item":"#.utf8)) }.count == count)
        }
    }
}
