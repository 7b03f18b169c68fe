import HTTPTypes
import ListAPI
import Lists
import Testing
import Wire

@Suite("Refusals")
struct RefusalTests {
    @Test("syntax is checked before existence, existence before preconditions, preconditions before meaning")
    func order() async throws {
        let api = try TestAPI()
        #expect(try await api.send(.put, "/lists/a", body: "{").status == 400)
        #expect(try await api.send(.put, "/lists/a/items/0-0", body: "{").status == 400)
        #expect(try await api.send(.put, "/lists/a/items/0-0", ["Content-Type": "text/html"], body: "1").status == 415)
        #expect(try await api.send(.put, "/lists/a/items/0-0", body: "1").at("type") == "/problems/list-not-found")
        #expect(try await api.send(.put, "/lists/a", ["If-Match": "*"], body: "[1]").status == 412)
        #expect(try await api.send(.put, "/lists/a", ["If-None-Match": "*"], body: "[1]").status == 201)
        #expect(try await api.send(.put, "/lists/a", ["If-None-Match": "*"], body: "[[1],2]").status == 412)
        #expect(try await api.send(.put, "/lists/a", ["If-Match": "\"v9\""], body: "[[1],2]").status == 412)
        #expect(try await api.send(.put, "/lists/a", ["If-Match": "\"v1\""], body: "[[1],2]").status == 422)
        #expect(try await api.send(.put, "/lists/a/items/0-9", ["If-Match": "\"x\""], body: "1").at("type") == "/problems/item-not-found")
        #expect(try await api.get("/lists/a").at("version") == "1")
    }

    @Test(
        "a path segment that can be no name is 400, one that names nothing 404",
        arguments: [
            ("/lists/-a", 400), ("/lists/a/sections/x", 400), ("/lists/a/sections/01", 400), ("/lists/a/sections/+1", 400),
            ("/lists/a/sections/@", 400), ("/lists/a/items/1", 400), ("/lists/a/items/0-01", 400), ("/lists/a/items/@%00", 400),
            ("/lists/a/items/@%zz", 400), ("/items/@x?list=a", 400), ("/items/0-0", 400), ("/items/0-0?list=%2F", 400),
            ("/lists/nope", 404), ("/lists/a/sections/9", 404), ("/lists/a/sections/99999999999999999999999", 404),
            ("/lists/a/sections/@no", 404), ("/lists/a/items/0-1", 404), ("/lists/a/items/0-99999999999999999999999", 404),
            ("/lists/a/items/@no", 404), ("/lists/a/items/1-0", 404), ("/nowhere", 404), ("/lists/a/", 404), ("/lists//items", 404),
            ("/lists/a?at=99999999999999999999", 404),
        ])
    func paths(target: String, status: Int) async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/a", body: "[1]")
        let answer = try await api.get(target)
        #expect(answer.status == status)
        #expect(answer["content-type"] == "application/problem+json" && answer.at("status") == "\(status)")
        #expect(answer.at("instance") == String(target.prefix { $0 != "?" }))
    }

    @Test("a version above all that there can be is named as it was sent")
    func sentVersion() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/a", body: "[1]")
        for digits in ["9223372036854775807", "9223372036854775808", "99999999999999999999"] {
            let requests: [(HTTPRequest.Method, String)] = [(.get, ""), (.get, "/items"), (.put, "/items/0-0"), (.delete, "/sections/0")]
            for (method, path) in requests {
                let answer = try await api.send(method, "/lists/a\(path)?at=\(digits)", body: method == .put ? "2" : nil)
                #expect(answer.status == 404 && answer.at("type") == "/problems/version-not-found")
                #expect(answer.at("detail") == "List 'a' has no version \(digits); its newest is 1.", "\(method) \(path)")
            }
        }
        #expect(try await api.get("/lists/none?at=99999999999999999999").at("type") == "/problems/list-not-found")
    }

    @Test("a body that is not JSON in UTF-8 is refused by its type")
    func contentTypes() async throws {
        let api = try TestAPI()
        let form = try await api.send(.put, "/lists/a", ["Content-Type": "application/x-www-form-urlencoded"], body: "[1]")
        #expect(form.status == 415 && form.at("detail")?.contains("-H 'Content-Type: application/json'") == true)
        #expect(try await api.send(.put, "/lists/a", ["Content-Type": "application/json; charset=latin1"], body: "[1]").status == 415)
        #expect(try await api.send(.put, "/lists/a", ["Content-Encoding": "gzip"], body: "[1]").status == 415)
        #expect(try await api.send(.put, "/lists/a", ["Content-Type": "application/json; charset=UTF-8"], body: "[1]").status == 201)
        let patch = try await api.send(.patch, "/lists/a/items/0-0", ["Content-Type": "text/plain"], body: "1")
        #expect(patch.status == 415 && patch["accept-patch"]?.contains("application/merge-patch+json") == true)
        let empty = try await api.send(.put, "/lists/a", body: "")
        #expect(empty.status == 400 && empty.at("type") == "/problems/malformed-json")
    }

    @Test("an unknown method says which are known; OPTIONS does so with 204")
    func methods() async throws {
        let api = try TestAPI()
        let refused = try await api.send(.delete, "/lists")
        #expect(refused.status == 405 && refused["allow"] == "GET, HEAD, OPTIONS")
        let options = try await api.send(.options, "/lists/a/items/0-0")
        #expect(options.status == 204 && options["allow"] == "GET, HEAD, PUT, PATCH, DELETE, OPTIONS")
        try await api.send(.put, "/lists/a", body: "[1]")
        #expect(try await api.send(.head, "/lists/a").status == 200)
    }

    @Test("values larger than the limit are refused with 413, also where a patch makes them")
    func sizes() async throws {
        let api = try TestAPI { $0.limits = .init(value: 64) }
        let long = "\"" + String(repeating: "x", count: 63) + "\""
        #expect(try await api.send(.put, "/lists/a", body: "[\(long)]").at("type") == "/problems/too-large")
        try await api.send(.put, "/lists/a", body: #"[{"a":"\#(String(repeating: "x", count: 40))"}]"#)
        let grown = try await api.send(.patch, "/items/0-0?list=a", body: #"{"b":"\#(String(repeating: "x", count: 40))"}"#)
        #expect(grown.status == 413)
        #expect(try await api.get("/lists/a").at("version") == "1")
    }

    @Test("every kind of problem is explained in words", arguments: ProblemType.allCases)
    func explanations(slug: ProblemType) async throws {
        let api = try TestAPI()
        let page = try await api.get("/problems/\(slug.rawValue)")
        #expect(page.status == 200 && page.text.contains("\(slug.status)") && page.text.utf8.count > 60)
        #expect(try await api.get("/problems/no-such").status == 404)
    }

    @Test("a health check and a readiness check are not cached")
    func health() async throws {
        let api = try TestAPI()
        for target in ["/healthz", "/readyz"] {
            let answer = try await api.get(target)
            #expect(answer.status == 200 && answer["cache-control"] == "no-store")
        }
    }
}
