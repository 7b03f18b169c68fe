import HTTPTypes
import ListAPI
import Lists
import Testing

@Suite("JSON patches and preferences")
struct PatchTests {
    private static let type = ["Content-Type": "application/json-patch+json"]

    private static func api() async throws -> TestAPI {
        let api = try TestAPI()
        try await api.send(.put, "/lists/l", body: #"[[{"z":1.0,"n":1e400,"o":{"k":1,"l":[2]}}]]"#)
        return api
    }

    @Test("a JSON patch changes what it names and keeps the text of all else")
    func patch() async throws {
        let api = try await Self.api()
        let body = """
            [{"op":"test","path":"/z","value":1},{"op":"add","path":"/o/l/-","value":3.50},
             {"op":"move","from":"/o/k","path":"/new"},{"op":"copy","from":"/n","path":"/m"},{"op":"remove","path":"/z"}]
            """
        let patched = try await api.send(.patch, "/lists/l/items/0-0", Self.type, body: body)
        #expect(patched.status == 200 && patched["content-location"] == "/lists/l/items/0-0?at=2", "\(patched.text)")
        #expect(patched.text.hasSuffix(#""value":{"n":1e400,"o":{"l":[2,3.50]},"new":1,"m":1e400}}"#))
        let idle = try await api.send(.patch, "/items/0-0?list=l", Self.type, body: #"[{"op":"replace","path":"/new","value":1}]"#)
        #expect(idle.status == 200 && idle["list-version"] == "2")
    }

    @Test(
        "a patch that does not fit is refused as a whole, with a pointer to its operation",
        arguments: [
            (#"[{"op":"remove","path":"/z"},{"op":"test","path":"/n","value":1}]"#, 409, "patch-conflict", "/1"),
            (#"[{"op":"replace","path":"/no","value":1}]"#, 409, "patch-conflict", "/0"),
            (#"[{"op":"add","path":"/a","value":1},{"op":"spam","path":"/a"}]"#, 422, "invalid-value", "/1"),
            (#"{"z":2}"#, 422, "invalid-value", ""), (#"[{"op":"add","path":"/a"}]"#, 422, "invalid-value", "/0"),
        ])
    func refusals(body: String, status: Int, slug: String, pointer: String) async throws {
        let api = try await Self.api()
        let refused = try await api.send(.patch, "/lists/l/items/0-0", Self.type, body: body)
        #expect(refused.status == status && refused.at("type") == "/problems/\(slug)" && refused.at("errors.0.pointer") == pointer)
        #expect(try await api.get("/lists/l").at("version") == "1")
        #expect(try await api.send(.patch, "/lists/l/items/0-9", Self.type, body: body).status == 404)
        let conditional = Self.type.merging(["If-Match": "\"no\""]) { first, _ in first }
        #expect(try await api.send(.patch, "/lists/l/items/0-0", conditional, body: body).status == 412)
    }

    @Test("a PATCH says which patches it takes, and a value that a patch makes too large is refused")
    func bounds() async throws {
        let api = try TestAPI { $0.limits = .init(value: 100) }
        try await api.send(.put, "/lists/l", body: #"[{"a":"\#(String(repeating: "x", count: 60))"}]"#)
        let type = try await api.send(.patch, "/lists/l/items/0-0", ["Content-Type": "text/plain"], body: "[]")
        #expect(
            type.status == 415
                && type["accept-patch"] == "application/merge-patch+json, application/json-patch+json, application/json")
        let copy = #"[{"op":"copy","from":"/a","path":"/b"}]"#
        #expect(try await api.send(.patch, "/lists/l/items/0-0", Self.type, body: copy).status == 413)
        #expect(try await api.send(.patch, "/lists/l/items/0-0", Self.type, body: "[").status == 400)
    }

    @Test("a client that wants little gets no body, and the same headers")
    func minimal() async throws {
        let api = try await Self.api()
        let minimal = ["Prefer": "return=minimal"]
        let put = try await api.send(.put, "/lists/l/items/0-0", minimal, body: "1")
        #expect(put.status == 204 && put.bytes.isEmpty && put["preference-applied"] == "return=minimal")
        #expect(put["content-location"] == "/lists/l/items/0-0?at=2" && put["list-version"] == "2" && put["content-type"] == nil)
        #expect(try await api.get("/lists/l/items/0-0")["etag"] == put["etag"])
        let made = try await api.send(.put, "/lists/m", minimal, body: "[]")
        #expect(made.status == 201 && made.bytes.isEmpty && made["location"] == "/lists/m" && made["etag"] == "\"v1\"")
        let item = try await api.send(.post, "/lists/l/sections/0/items", minimal, body: #"{"item":{"id":"x","value":1}}"#)
        #expect(item.status == 201 && item.bytes.isEmpty && item["location"] == "/lists/l/items/@x")
        let whole = try await api.send(.patch, "/lists/l", ["Prefer": "wait=5, return=representation"], body: "{}")
        #expect(whole.status == 200 && whole.at("id") == "l" && whole["preference-applied"] == "return=representation")
        #expect(try await api.send(.patch, "/lists/l", ["Prefer": "return=much"], body: "{}")["preference-applied"] == nil)
        let refused = try await api.send(.patch, "/lists/none", minimal, body: "{}")
        #expect(refused.status == 404 && refused.at("status") == "404" && refused["preference-applied"] == nil)
        let deleted = try await api.send(.delete, "/lists/l/items/@x", minimal)
        #expect(deleted.status == 204 && deleted["preference-applied"] == "return=minimal")
    }

    @Test("a value in a patch may be as deep as any, and no deeper")
    func depth() async throws {
        let api = try await Self.api()
        try await api.send(.put, "/lists/l", body: #"{"sections":[{"items":[{"value":1}]}]}"#)
        let merge = ["Content-Type": "application/merge-patch+json"]
        for (depth, status) in [(512, 200), (513, 400)] {
            let array = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let object = #"{"k":\#(array.dropFirst().dropLast())}"#
            let patch = #"[{"op":"replace","path":"","value":\#(array)}]"#
            #expect(try await api.send(.patch, "/lists/l/items/0-0", Self.type, body: patch).status == status)
            #expect(try await api.send(.patch, "/lists/l/items/0-0", merge, body: object).status == status)
            // These are bounded at 64 by their meaning.
            let refusal = status == 200 ? 422 : status
            #expect(try await api.send(.patch, "/lists/l", merge, body: #"{"metadata":\#(object)}"#).status == refusal)
            #expect(try await api.send(.patch, "/lists/l/sections/0", merge, body: #"{"header":\#(array)}"#).status == refusal)
        }
        #expect(try await api.get("/lists/l")["list-version"] == "4")
    }
}
