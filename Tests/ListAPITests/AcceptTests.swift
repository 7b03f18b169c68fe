import HTTPTypes
import Testing

@Suite("Accept")
struct AcceptTests {
    private static let reads = [
        "/lists", "/lists/l", "/lists/l/sections", "/lists/l/sections/0", "/lists/l/sections/0/items", "/lists/l/items",
        "/lists/l/items/0-0", "/items/0-0?list=l", "/lists/l/items?at=1",
    ]

    @Test("who takes no JSON gets 406 from each read, kept or not", arguments: reads)
    func json(target: String) async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/l", body: "[1]")
        for _ in 0..<3 {
            for value in ["text/html", "application/x-ndjson", "application/json;q=0, */*", "*/*;q=0"] {
                for method in [HTTPRequest.Method.get, .head] {
                    let answer = try await api.send(method, target, ["Accept": value])
                    #expect(answer.status == 406 && answer["content-type"] == "application/problem+json")
                    #expect(answer["cache-control"] == "no-store" && answer.at("type") == "/problems/not-acceptable")
                }
            }
            for value in ["application/json", "*/*", "text/html, */*;q=0.1", "application/*", "nonsense"] {
                #expect(try await api.get(target, ["Accept": value]).status == 200, "\(value)")
            }
        }
    }

    @Test("an export goes to who takes NDJSON or JSON")
    func export() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/l", body: "[1]")
        for (value, status) in [
            ("application/x-ndjson", 200), ("application/json", 200), ("*/*", 200), ("text/html", 406), ("application/x-ndjson;q=0", 406),
        ] {
            let answer = try await api.get("/lists/l/export", ["Accept": value])
            #expect(answer.status == status && answer["vary"] == "Accept-Encoding, Accept-Cell-Types", "\(value)")
            #expect(answer["content-type"] == (status == 200 ? "application/x-ndjson" : "application/problem+json"))
        }
    }

    @Test("syntax is checked before Accept, and Accept before existence; writes and the server's own pages do not look at it")
    func order() async throws {
        let api = try TestAPI()
        let html = ["Accept": "text/html"]
        #expect(try await api.get("/lists/l?at=x", html).status == 400)
        #expect(try await api.get("/lists/l", html).status == 406)
        #expect(try await api.get("/nowhere", html).status == 404)
        #expect(try await api.send(.put, "/lists/l", html, body: "[1]").status == 201)
        for target in ["/healthz", "/metrics", "/openapi.json", "/problems/not-found"] {
            #expect(try await api.get(target, html).status == 200, "\(target)")
        }
    }

    @Test("a HEAD of nothing is like its GET, to the length")
    func head() async throws {
        let api = try TestAPI()
        for target in ["/nowhere", "/lists/l/items/0-0/move"] {
            #expect(try await api.send(.head, target).bytes == (try await api.get(target).bytes))
        }
    }
}
