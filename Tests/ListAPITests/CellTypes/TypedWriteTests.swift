import Foundation
import HTTPTypes
import ListAPI
import Testing

@Suite("What is written with a registered type")
struct TypedWriteTests {
    private static let schema = #"{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}}"#

    /// The API with the type `T`, whose values are objects with an integer `n`.
    private static func api(_ configure: (inout ListAPISettings) -> Void = { _ in }) async throws -> TestAPI {
        let api = try TestAPI(configure: configure)
        #expect(try await api.send(.put, "/cell-types/T", body: "{\"schema\":\(schema)}").status == 201)
        let list = #"{"sections":[{"id":"s","items":[{"id":"a","type":"T","value":{"n":1}},{"id":"b","value":"free"}]}]}"#
        #expect(try await api.send(.put, "/lists/l", body: list).status == 201)
        return api
    }

    /// The status, the kind of problem, and the pointers and keywords of its errors.
    private static func outcome(_ answer: TestResponse) throws -> [String] {
        guard answer.status >= 400 else { return [String(answer.status)] }
        let problem = try JSONDecoder().decode(ProblemDocument.self, from: Data(answer.bytes))
        let errors = problem.errors ?? []
        return ["\(answer.status) \(problem.type.dropFirst("/problems/".count))"]
            + errors.map { error in
                [error.line.map { "line \($0)" }, error.pointer, error.keyword].compactMap(\.self).joined(separator: " ")
            }
    }

    private struct ProblemDocument: Decodable {
        struct Entry: Decodable {
            let line: Int?
            let pointer: String?
            let keyword: String?
        }

        let type: String
        let errors: [Entry]?
    }

    private static let mismatch = "422 value-does-not-match-type"

    @Test("is checked where one item is written, and the errors point into the body or the value that a patch makes")
    func items() async throws {
        let api = try await Self.api()
        let merge = ["Content-Type": "application/merge-patch+json"]
        let patch = ["Content-Type": "application/json-patch+json"]
        for item in ["/lists/l/items/@a", "/lists/l/items/0-0", "/items/0-0?list=l"] {
            #expect(try Self.outcome(try await api.send(.put, item, body: #"{"n":"x"}"#)) == [Self.mismatch, "/n type"], "\(item)")
            #expect(try Self.outcome(try await api.send(.put, item, body: "[]")) == [Self.mismatch, " type"], "\(item)")
            #expect(try Self.outcome(try await api.send(.patch, item, merge, body: #"{"n":null}"#)) == [Self.mismatch, " required"])
            let replace = #"[{"op":"replace","path":"/n","value":1.5}]"#
            #expect(try Self.outcome(try await api.send(.patch, item, patch, body: replace)) == [Self.mismatch, "/n type"])
            #expect(try Self.outcome(try await api.send(.patch, item, merge, body: #"{"m":1}"#)) == ["200"])
        }
        #expect(try await api.get("/lists/l").at("version") == "2")
        #expect(try await api.send(.put, "/lists/l/items/@b", body: "[]").status == 200)
        #expect(try await api.send(.post, "/lists/l/items/@a/move", body: #"{"to":[0,1]}"#).status == 200)
    }

    @Test("is checked where items are inserted, each of them")
    func insertions() async throws {
        let api = try await Self.api()
        let items = "/lists/l/sections/0/items"
        let one = #"{"item":{"type":"T","value":{}}}"#
        #expect(try Self.outcome(try await api.send(.post, items, body: one)) == [Self.mismatch, "/item/value required"])
        let some = #"{"items":[{"type":"T","value":1},{"value":1},{"type":"T","value":{"n":"x"}},{"type":"U","value":1}]}"#
        #expect(
            try Self.outcome(try await api.send(.post, items, body: some))
                == [Self.mismatch, "/items/0/value type", "/items/2/value/n type"])
        let section = #"{"section":{"items":[{"value":1},{"type":"T","value":2}]}}"#
        #expect(
            try Self.outcome(try await api.send(.post, "/lists/l/sections", body: section)) == [
                Self.mismatch, "/section/items/1/value type",
            ])
        #expect(try await api.get("/lists/l").at("version") == "1")
        let right = #"{"items":[{"type":"T","value":{"n":1}},{"type":null,"value":1}]}"#
        #expect(try await api.send(.post, items, body: right).status == 201)
    }

    @Test("is checked in a batch, whose first error names the operation")
    func batches() async throws {
        let api = try await Self.api()
        func batch(_ operations: String) async throws -> [String] {
            try Self.outcome(try await api.send(.post, "/lists/l/batch", body: "{\"operations\":[\(operations)]}"))
        }
        let fine = #"{"op":"updateItem","item":"@b","value":2},"#
        #expect(
            try await batch(fine + #"{"op":"updateItem","item":"@a","value":{"n":[]}}"#)
                == [Self.mismatch, "/operations/1", "/operations/1/value/n type"])
        #expect(
            try await batch(#"{"op":"updateItem","item":"@b","value":3,"type":"T"}"#)
                == [Self.mismatch, "/operations/0", "/operations/0/value type"])
        #expect(
            try await batch(fine + #"{"op":"patchItem","item":"@a","merge":{"n":"x"}}"#) == [Self.mismatch, "/operations/1", "/n type"])
        #expect(
            try await batch(#"{"op":"insertItem","section":0,"items":[{"value":1},{"type":"T","value":1}]}"#)
                == [Self.mismatch, "/operations/0", "/operations/0/items/1/value type"])
        #expect(
            try await batch(#"{"op":"insertSection","section":{"items":[{"type":"T","value":{}}]}}"#)
                == [Self.mismatch, "/operations/0", "/operations/0/section/items/0/value required"])
        // What an earlier operation has made of the type and the value counts.
        let typed = #"{"op":"updateItem","item":"@b","value":{"n":3},"type":"T"},{"op":"patchItem","item":"@b","merge":{"n":null}}"#
        #expect(try await batch(typed) == [Self.mismatch, "/operations/1", " required"])
        let inserted =
            #"{"op":"insertItem","section":0,"item":{"id":"c","type":"T","value":{"n":3}}},{"op":"updateItem","item":"@c","value":0}"#
        #expect(try await batch(inserted) == [Self.mismatch, "/operations/1", "/operations/1/value type"])
        let untyped = #"{"op":"updateItem","item":"@a","value":{"n":3},"type":null},{"op":"updateItem","item":"@a","value":0}"#
        #expect(try await api.get("/lists/l").at("version") == "1")
        #expect(try await batch(untyped) == ["200"])
    }

    @Test("is checked in a document of the whole list, in each of its shapes")
    func documents() async throws {
        let api = try await Self.api()
        let document =
            #"{"sections":[{"items":[{"value":0}]},{"items":[{"type":"T","value":{"n":1}},{"type":"T","value":{"n":"x","m":[]}}]}]}"#
        #expect(
            try Self.outcome(try await api.send(.put, "/lists/l", body: document)) == [Self.mismatch, "/sections/1/items/1/value/n type"])
        let made = try await api.send(.put, "/lists/new", body: document)
        #expect(try Self.outcome(made) == [Self.mismatch, "/sections/1/items/1/value/n type"])
        #expect(try await api.get("/lists/new").status == 404)
        // An item that is recognised by its identity keeps its type; one that is recognised by its value is not written.
        let keyed = #"{"identity":"/i","sections":[{"items":[{"type":"T","value":{"i":"1","n":1}},{"type":"T","value":{"i":"2","n":1}}]}]}"#
        #expect(try await api.send(.put, "/lists/k", body: keyed).status == 201)
        #expect(
            try Self.outcome(try await api.send(.put, "/lists/k", body: #"[{"i":"1","n":1},{"i":"2","n":"x"}]"#)) == [
                Self.mismatch, "/1/n type",
            ])
        #expect(
            try Self.outcome(try await api.send(.put, "/lists/k", body: #"[[],[{"i":"1"},{"i":"2","n":1}]]"#))
                == [Self.mismatch, "/1/0 required"])
        #expect(try await api.send(.put, "/lists/k", body: #"[{"i":"2","n":1},{"i":"1","n":1}]"#).status == 200)
    }

    @Test("is not checked again where a document recognises it by its value and says nothing of its type")
    func kept() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/l", body: #"{"sections":[{"items":[{"type":"T","value":"wrong"}]}]}"#)
        #expect(try await api.send(.put, "/cell-types/T?validate=new", body: "{\"schema\":\(Self.schema)}").status == 201)
        #expect(try await api.send(.put, "/lists/l", body: #"["wrong","new"]"#).status == 200)
        let typed = #"{"sections":[{"items":[{"type":"T","value":"wrong"},{"value":"new"}]}]}"#
        #expect(try Self.outcome(try await api.send(.put, "/lists/l", body: typed)) == [Self.mismatch, "/sections/0/items/0/value type"])
        #expect(try await api.send(.post, "/lists/l/items/0-0/move", body: #"{"to":[0,1]}"#).status == 200)
        #expect(try await api.get("/lists/l/items/0-1").at("type") == "T")
    }

    @Test("is checked line by line, and an error has its line and a pointer into it")
    func lines() async throws {
        let api = try await Self.api()
        let ndjson = ["Content-Type": "application/x-ndjson"]
        let lines = [
            #"{"section":{}}"#, #"{"item":{"type":"T","value":{"n":1}}}"#, "", #"{"item":{"type":"T","value":{"n":[1]}}}"#,
            #"{"item":{"value":{"n":[1]}}}"#, #"{"item":{"type":"T","value":{}}}"#,
        ].joined(separator: "\n")
        let wrong = [Self.mismatch, "line 4 /item/value/n type", "line 6 /item/value required"]
        #expect(try Self.outcome(try await api.send(.put, "/lists/l", ndjson, body: lines)) == wrong)
        #expect(
            try Self.outcome(try await api.send(.put, "/lists/l", ndjson.merging(["If-Match": "\"v9\""]) { $1 }, body: lines))
                == ["412 precondition-failed"])
        let keyed = #"{"list":{"identity":"/i"}}"# + "\n" + #"{"item":{"type":"T","value":{"i":"1","n":1}}}"#
        #expect(try await api.send(.put, "/lists/k", ndjson, body: keyed).status == 201)
        let changed = #"{"item":{"value":{"i":"1","n":"x"}}}"#
        #expect(
            try Self.outcome(try await api.send(.put, "/lists/k", ndjson, body: changed)) == [Self.mismatch, "line 1 /item/value/n type"])
    }

    @Test("has at most 100 errors")
    func many() async throws {
        let api = try await Self.api()
        let items = Array(repeating: #"{"type":"T","value":0}"#, count: 300).joined(separator: ",")
        let answers = [
            try await api.send(.post, "/lists/l/sections/0/items", body: "{\"items\":[\(items)]}"),
            try await api.send(.put, "/lists/l", body: "{\"sections\":[{\"items\":[\(items)]}]}"),
            try await api.send(
                .put, "/lists/l", ["Content-Type": "application/x-ndjson"],
                body: String(repeating: "{\"item\":{\"type\":\"T\",\"value\":0}}\n", count: 300)),
            try await api.send(
                .post, "/lists/l/batch", body: "{\"operations\":[{\"op\":\"insertItem\",\"section\":0,\"items\":[\(items)]}]}"),
        ]
        for answer in answers { #expect(try Self.outcome(answer).count == 101) }
    }

    @Test("comes after what is told before it")
    func order() async throws {
        let api = try await Self.api()
        #expect(try await api.send(.put, "/lists/l/items/@x", body: "[]").status == 404)
        #expect(try await api.send(.put, "/lists/l/items/@a", ["If-Match": "\"r9@a\""], body: "[]").status == 412)
        let document = #"{"sections":[{"items":[{"type":"T","value":0}]}]}"#
        #expect(try await api.send(.put, "/lists/l", ["If-Match": "\"v9\""], body: document).status == 412)
        #expect(try await api.send(.put, "/lists/l", body: document + "x").status == 400)
    }

    @Test("needs a type that is registered where the operator wants that, and no other where nobody does")
    func strict() async throws {
        let unregistered = "422 unregistered-type"
        let api = try await Self.api { $0.strictTypes = true }
        let item = "/lists/l/sections/0/items"
        #expect(
            try Self.outcome(try await api.send(.post, item, body: #"{"item":{"type":"U","value":1}}"#)) == [unregistered, "/item/type"])
        let some = #"{"items":[{"type":"T","value":1},{"type":"U","value":1}]}"#
        #expect(try Self.outcome(try await api.send(.post, item, body: some)) == [unregistered, "/items/1/type"])
        let document = #"{"defaultType":"V","sections":[{"items":[{"value":1},{"type":"U","value":1}]}]}"#
        #expect(try Self.outcome(try await api.send(.put, "/lists/l", body: document)) == [unregistered, "/sections/0/items/1/type"])
        let line = try await api.send(
            .put, "/lists/l", ["Content-Type": "application/x-ndjson"], body: #"{"item":{"type":"U","value":1}}"#)
        #expect(try Self.outcome(line) == [unregistered, "line 1 /item/type"])
        let batch = #"{"operations":[{"op":"updateItem","item":"@b","value":1,"type":"U"}]}"#
        #expect(
            try Self.outcome(try await api.send(.post, "/lists/l/batch", body: batch))
                == [unregistered, "/operations/0", "/operations/0/type"])
        #expect(try await api.send(.delete, "/cell-types/T").status == 204)
        #expect(try Self.outcome(try await api.send(.put, "/lists/l/items/@a", body: "1")) == [unregistered, ""])
        #expect(try await api.send(.post, "/lists/l/items/@a/move", body: #"{"to":[0,1]}"#).status == 200)
        #expect(try await api.send(.put, "/lists/l/items/@b", body: "1").status == 200)
        let free = try await Self.api()
        #expect(try await free.send(.post, item, body: #"{"item":{"type":"U","value":1}}"#).status == 201)
    }
}
