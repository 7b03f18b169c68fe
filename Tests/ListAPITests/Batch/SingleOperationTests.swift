import HTTPTypes
import ListAPI
import Lists
import Testing

@Suite("A route of a single operation and a batch of that one")
struct SingleOperationTests {
    /// An operation as both have it.
    struct Operation: CustomTestStringConvertible {
        let name: String
        /// What the path names; nothing for `insertSection`.
        var target = ""
        var at: Int?
        var body = ""
        var isJSONPatch = false

        var testDescription: String { "\(name) \(target) \(at.map { "at \($0) " } ?? "")\(body)" }

        var request: (method: HTTPRequest.Method, path: String) {
            switch name {
            case "insertItem": (.post, "/sections/\(target)/items")
            case "updateItem": (.put, "/items/\(target)")
            case "patchItem": (.patch, "/items/\(target)")
            case "deleteItem": (.delete, "/items/\(target)")
            case "moveItem": (.post, "/items/\(target)/move")
            case "insertSection": (.post, "/sections")
            case "updateSection": (.patch, "/sections/\(target)")
            case "moveSection": (.post, "/sections/\(target)/move")
            default: (.delete, "/sections/\(target)")
            }
        }

        /// The member of an operation of a batch that is the whole body of the route; `nil` where its members are the body's.
        var member: String? {
            switch name {
            case "updateItem": "value"
            case "patchItem": isJSONPatch ? "patch" : "merge"
            case "updateSection": "merge"
            default: nil
            }
        }

        var batch: String {
            let kind = name == "insertItem" || name.hasSuffix("Section") ? "section" : "item"
            var members = ["\"op\":\"\(name)\""]
            if name != "insertSection" { members.append("\"\(kind)\":\"\(target)\"") }
            if let member {
                members.append("\"\(member)\":\(body)")
            } else if body.count > 2 {
                members.append(String(body.dropFirst().dropLast()))
            }
            return "{\(at.map { "\"at\":\($0)," } ?? "")\"operations\":[{\(members.joined(separator: ","))}]}"
        }
    }

    /// Sections `A` of `a b` and `B` of `d c`, in version 4. In version 1 they were `a b c`, `d` and `e`, and there was `C` of `f`.
    private static func api() async throws -> TestAPI {
        let api = try TestAPI { $0.limits = .init(value: 64, sections: 4, items: 6) }
        let document = """
            {"sections":[{"id":"A","items":[{"id":"a","value":{"k":1}},{"id":"b","value":2},{"id":"c","value":3}]},
                         {"id":"B","items":[{"id":"d","value":4},{"id":"e","value":5}]},{"id":"C","items":[{"id":"f","value":6}]}]}
            """
        try await api.send(.put, "/lists/l", body: document)
        try await api.send(.delete, "/lists/l/items/@e")
        try await api.send(.delete, "/lists/l/sections/@C")
        try await api.send(.post, "/lists/l/items/@c/move", body: #"{"to":[1,1]}"#)
        return api
    }

    private static func send(_ operation: Operation, _ api: TestAPI) async throws -> TestResponse {
        let (method, path) = operation.request
        let query = operation.at.map { "?at=\($0)" } ?? ""
        let type = operation.isJSONPatch ? ["Content-Type": "application/json-patch+json"] : [:]
        return try await api.send(method, "/lists/l\(path)\(query)", type, body: operation.body)
    }

    static let successes = [
        Operation(name: "insertItem", target: "@A", body: #"{"item":{"id":"x","type":"T","value":1.0}}"#),
        Operation(name: "insertItem", target: "1", body: #"{"items":[{"id":"x","value":1},{"id":"e","value":[]}],"index":1}"#),
        Operation(name: "insertItem", target: "1", at: 1, body: #"{"items":[{"id":"x","value":1}],"before":"0-2"}"#),
        Operation(name: "insertItem", target: "0", body: #"{"item":{"id":"x","value":1},"after":"@a"}"#),
        Operation(name: "updateItem", target: "0-1", body: "7.0"),
        Operation(name: "updateItem", target: "0-2", at: 1, body: #"{"n":null}"#),
        Operation(name: "updateItem", target: "@b", body: "2"),
        Operation(name: "patchItem", target: "@a", body: #"{"k":null,"l":[1]}"#),
        Operation(name: "patchItem", target: "0-2", at: 1, body: #"{"k":null,"l":[1]}"#),
        Operation(
            name: "patchItem", target: "0-0", body: #"[{"op":"test","path":"/k","value":1},{"op":"add","path":"/l","value":2}]"#,
            isJSONPatch: true),
        Operation(name: "deleteItem", target: "0-1"), Operation(name: "deleteItem", target: "0-2", at: 1),
        Operation(name: "moveItem", target: "@a", body: #"{"to":[1,2]}"#),
        Operation(name: "moveItem", target: "0-0", body: #"{"to":[0,0]}"#),
        Operation(name: "moveItem", target: "0-2", at: 1, body: #"{"before":"0-0"}"#),
        Operation(name: "moveItem", target: "0-0", body: #"{"after":"@c"}"#),
        Operation(name: "insertSection", body: #"{"section":{"id":"X","header":1.0,"items":[{"id":"x","value":1}]}}"#),
        Operation(name: "insertSection", body: #"{"section":{"id":"C"},"index":1}"#),
        Operation(name: "insertSection", at: 1, body: #"{"section":{"id":"X"},"before":"1"}"#),
        Operation(name: "insertSection", body: #"{"section":{"id":"X"},"after":"@A"}"#),
        Operation(name: "updateSection", target: "@A", body: #"{"header":{"t":1.0},"metadata":{"k":1}}"#),
        Operation(name: "updateSection", target: "1", at: 1, body: "{}"),
        Operation(name: "moveSection", target: "0", body: #"{"index":1}"#),
        Operation(name: "moveSection", target: "1", at: 1, body: #"{"before":"@A"}"#),
        Operation(name: "moveSection", target: "@A", body: #"{"after":"@A"}"#),
        Operation(name: "deleteSection", target: "0"), Operation(name: "deleteSection", target: "1", at: 1),
    ]

    @Test("leave the same list, and show the same item or section", arguments: successes)
    func success(operation: Operation) async throws {
        let (one, many) = (try await Self.api(), try await Self.api())
        let (single, batch) = (try await Self.send(operation, one), try await many.send(.post, "/lists/l/batch", body: operation.batch))
        #expect((200..<300).contains(single.status) && batch.status == 200, "\(single.text) \(batch.text)")
        #expect(single["list-version"] == batch["list-version"])
        let result = single.bytes.isEmpty ? "null" : single.text
        #expect(batch.text == "{\"list\":\"l\",\"version\":\(batch["list-version"] ?? ""),\"results\":[\(result)]}")
        for target in ["/lists/l/sections?items=50", "/lists/l/items", "/lists/l/changes?since=4"] {
            #expect(try await one.get(target).text == many.get(target).text)
        }
    }

    static let refusals: [(Operation, slug: String)] = [
        (Operation(name: "insertItem", target: "0", body: #"{"item":{"id":"c","value":1}}"#), "id-taken"),
        (Operation(name: "insertItem", target: "0", body: #"{"items":[{"value":1},{"id":"a","value":1}]}"#), "id-taken"),
        (Operation(name: "insertItem", target: "0", body: #"{"items":[{"value":1},{"value":1},{"value":1}]}"#), "limit-exceeded"),
        (Operation(name: "insertItem", target: "0", body: #"{"item":{"value":1},"index":3}"#), "index-out-of-range"),
        (Operation(name: "insertItem", target: "0", body: #"{"item":{"value":1},"before":"@c"}"#), "reference-not-found"),
        (Operation(name: "insertItem", target: "0", body: #"{"item":{"value":1},"after":"9-9"}"#), "reference-not-found"),
        (Operation(name: "insertItem", target: "1", at: 1, body: #"{"item":{"value":1},"before":"1-1"}"#), "item-gone"),
        (Operation(name: "insertItem", target: "2", at: 1, body: #"{"item":{"value":1}}"#), "section-gone"),
        (Operation(name: "insertItem", target: "0", body: #"{"item":{"value":1,"x":1}}"#), "unknown-key"),
        (Operation(name: "updateItem", target: "1-1", at: 1, body: "1"), "item-gone"),
        (Operation(name: "patchItem", target: "@e", at: 1, body: "1"), "item-gone"),
        (Operation(name: "patchItem", target: "0-0", body: "{\"l\":\"\(String(repeating: "x", count: 60))\"}"), "too-large"),
        (
            Operation(
                name: "patchItem", target: "0-0",
                body: "[{\"op\":\"add\",\"path\":\"/l\",\"value\":\"\(String(repeating: "x", count: 60))\"}]",
                isJSONPatch: true), "too-large"
        ),
        (
            Operation(
                name: "patchItem", target: "0-0", body: #"[{"op":"test","path":"/k","value":1},{"op":"remove","path":"/l"}]"#,
                isJSONPatch: true), "patch-conflict"
        ),
        (
            Operation(name: "patchItem", target: "0-0", body: #"[{"op":"add","path":"/l","value":1},{"op":"no"}]"#, isJSONPatch: true),
            "invalid-value"
        ),
        (Operation(name: "deleteItem", target: "1-1", at: 1), "item-gone"),
        (Operation(name: "moveItem", target: "@a", body: #"{"to":[2,0]}"#), "index-out-of-range"),
        (Operation(name: "moveItem", target: "@a", body: #"{"to":[0,2]}"#), "index-out-of-range"),
        (Operation(name: "moveItem", target: "@a", body: #"{"before":"@no"}"#), "reference-not-found"),
        (Operation(name: "moveItem", target: "@a", at: 1, body: #"{"after":"@e"}"#), "item-gone"),
        (Operation(name: "moveItem", target: "@e", at: 1, body: #"{"to":[0,0]}"#), "item-gone"),
        (Operation(name: "moveItem", target: "@a", body: #"{"to":[0]}"#), "invalid-value"),
        (Operation(name: "insertSection", body: #"{"section":{"id":"A"}}"#), "id-taken"),
        (Operation(name: "insertSection", body: #"{"section":{"items":[{"value":1},{"id":"d","value":1}]}}"#), "id-taken"),
        (Operation(name: "insertSection", body: #"{"section":{},"index":3}"#), "index-out-of-range"),
        (Operation(name: "insertSection", body: #"{"section":{},"after":"@no"}"#), "reference-not-found"),
        (Operation(name: "insertSection", at: 1, body: #"{"section":{},"before":"2"}"#), "section-gone"),
        (Operation(name: "updateSection", target: "@C", at: 1, body: "{}"), "section-gone"),
        (Operation(name: "updateSection", target: "0", body: #"{"items":[]}"#), "unknown-key"),
        (Operation(name: "updateSection", target: "0", body: #"{"metadata":1}"#), "invalid-value"),
        (Operation(name: "moveSection", target: "0", body: #"{"index":2}"#), "index-out-of-range"),
        (Operation(name: "moveSection", target: "0", body: #"{"before":"@no"}"#), "reference-not-found"),
        (Operation(name: "moveSection", target: "0", at: 1, body: #"{"after":"2"}"#), "section-gone"),
        (Operation(name: "deleteSection", target: "@C", at: 1), "section-gone"),
    ]

    @Test("refuse for the same reason, which points to the same in the operation", arguments: refusals)
    func refusal(operation: Operation, slug: String) async throws {
        let api = try await Self.api()
        let single = try await Self.send(operation, api)
        let batch = try await api.send(.post, "/lists/l/batch", body: operation.batch)
        #expect(single.at("type") == "/problems/\(slug)" && batch.at("type") == single.at("type"), "\(single.text) \(batch.text)")
        // A route says of a neighbour since when it is gone, a batch that it may have deleted it itself.
        #expect(single.status == batch.status && (single.at("detail") == batch.at("detail") || slug.hasSuffix("-gone")))
        // A batch says first which operation it is. Then comes what the route says, where that is about a part of its body.
        let prefix = "/operations/0" + (operation.member.map { "/\($0)" } ?? "")
        let pointers = [single.at("errors.0.pointer"), single.at("errors.1.pointer")].compactMap { $0 }.filter { !$0.isEmpty }
        #expect(batch.at("errors.0.pointer") == "/operations/0")
        for (index, pointer) in pointers.enumerated() { #expect(batch.at("errors.\(index + 1).pointer") == prefix + pointer) }
        #expect(batch.at("errors.\(pointers.count + 1).pointer") == nil, "\(batch.text)")
        #expect(try await api.get("/lists/l").at("version") == "4")
    }

    /// A path that names nothing is 404; in the body of a batch it is a name that stands for nothing.
    @Test("differ where the target is not there: the path is 404, a name in a body 422", arguments: successes)
    func missing(operation: Operation) async throws {
        guard operation.name != "insertSection" else { return }
        var operation = operation
        operation.target = "@none"
        let api = try await Self.api()
        let single = try await Self.send(operation, api)
        let batch = try await api.send(.post, "/lists/l/batch", body: operation.batch)
        let kind = operation.name == "insertItem" || operation.name.hasSuffix("Section") ? "section" : "item"
        #expect(single.status == 404 && single.at("type") == "/problems/\(kind)-not-found", "\(single.text)")
        #expect(batch.status == 422 && batch.at("type") == "/problems/reference-not-found", "\(batch.text)")
        #expect(batch.at("errors.1.pointer") == "/operations/0/\(kind)" && batch.at("detail") == single.at("detail"))
    }

    @Test("check a precondition before what is wrong with the body, and behind what is gone", arguments: refusals)
    func order(operation: Operation, slug: String) async throws {
        let api = try await Self.api()
        let (method, path) = operation.request
        let query = operation.at.map { "?at=\($0)" } ?? ""
        let headers = ["If-Match": "\"x\"", "Content-Type": operation.isJSONPatch ? "application/json-patch+json" : "application/json"]
        let single = try await api.send(method, "/lists/l\(path)\(query)", headers, body: operation.body)
        let isGone = slug == "item-gone" || slug == "section-gone"
        #expect(single.at("type") == "/problems/\(isGone ? slug : "precondition-failed")", "\(single.text)")
        let batch = try await api.send(.post, "/lists/l/batch", ["If-Match": "\"x\""], body: operation.batch)
        #expect(batch.at("type") == "/problems/precondition-failed", "\(batch.text)")
    }
}
