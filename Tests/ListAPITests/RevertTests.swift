import HTTPTypes
import ListAPI
import SQLiteStore
import TestSupport
import Testing

@Suite("A revert")
struct RevertTests {
    private static func items(_ count: Int) -> String {
        (0..<count).map { #"{"id":"i\#($0)","value":\#($0)}"# }.joined(separator: ",")
    }

    /// The API with a list of three versions: thirty items, then some changed and deleted, then another section.
    ///
    /// - Parameter limit: The most work on the store's writer; beyond it a write is a long one.
    private static func api(limit: Int = 4_096) async throws -> TestAPI {
        let api = try TestAPI(clock: TestClock()) { $0.shortWriteItems = limit }
        let first = #"{"title":"t","sections":[{"id":"s","header":"S","items":[\#(items(30))]}]}"#
        #expect(try await api.send(.put, "/lists/l", body: first).status == 201)
        let operations = (0..<12).map { #"{"op":"updateItem","item":"@i\#($0)","value":"x"}"# } + [#"{"op":"deleteItem","item":"@i20"}"#]
        #expect(try await api.send(.post, "/lists/l/batch", body: #"{"operations":[\#(operations.joined(separator: ","))]}"#).status == 200)
        #expect(try await api.send(.post, "/lists/l/sections", body: #"{"section":{"id":"t"},"index":0}"#).status == 201)
        return api
    }

    @Test("answers alike whether it is short or long")
    func alike() async throws {
        let (short, long) = (try await Self.api(), try await Self.api(limit: 5))
        let requests: [(String, [String: String], String)] = [
            ("/lists/l/revert", ["If-Match": #""v2""#], #"{"to":1}"#), ("/lists/l/revert", [:], #"{"to":9}"#),
            ("/lists/l/revert", [:], #"{"to":0}"#), ("/lists/none/revert", [:], #"{"to":1}"#),
            ("/lists/l/revert", ["If-Match": #""v3""#, "Idempotency-Key": "k"], #"{"to":1}"#),
            ("/lists/l/revert", ["If-Match": #""v3""#, "Idempotency-Key": "k"], #"{"to":1}"#),
            ("/lists/l/revert", [:], #"{"to":1}"#), ("/lists/l/revert", ["Prefer": "return=minimal"], #"{"to":3}"#),
            ("/lists/l/revert", [:], #"{"to":1}"#),
        ]
        for (target, headers, body) in requests {
            let expected = try await short.send(.post, target, headers, body: body)
            let found = try await long.send(.post, target, headers, body: body)
            let names = "\(target) \(headers) \(body)"
            #expect(found.status == expected.status && found.text.isEmpty == expected.text.isEmpty, "\(names)")
            for header in ["list-version", "etag", "idempotency-replayed", "preference-applied"] {
                #expect(found[header] == expected[header], "\(names)")
            }
            for path in ["type", "errors", "version", "itemCount", "sectionCount", "title"] {
                #expect(found.at(path) == expected.at(path), "\(names)")
            }
        }
        for target in ["items?limit=500", "sections?items=50", "changes?since=3&to=4", "changes?since=4"].map({ "/lists/l/\($0)" }) {
            let expected = try await short.get(target)
            #expect(try await long.get(target).text == expected.text, "\(target)")
        }
        #expect(try await long.get("/lists/l").at("version") == "6")
    }

    @Test("of many items has several transactions, and writes to other lists go on between them")
    func parts() async throws {
        let api = try TestAPI()
        #expect(try await api.send(.put, "/lists/l", body: #"{"sections":[{"id":"s","items":[\#(Self.items(9_000))]}]}"#).status == 201)
        #expect(try await api.send(.put, "/lists/l", body: "[]").status == 200)
        let before = api.store.commitCount
        async let revert = api.send(.post, "/lists/l/revert", body: #"{"to":1}"#)
        for value in 0..<20 { #expect(try await api.send(.put, "/lists/other", body: "[\(value)]").status < 300) }
        #expect(try await revert.status == 200)
        #expect(api.store.commitCount - before >= 22)
        #expect(try await api.get("/lists/l/items/@i8999").at("revision") == "3")
    }

    @Test("holds what it writes to the types of now, and nothing else")
    func types() async throws {
        for limit in [4_096, 1] {
            let api = try TestAPI { $0.shortWriteItems = limit }
            func list(_ value: String) -> String {
                #"{"sections":[{"id":"s","items":[{"id":"a","type":"T","value":\#(value)},{"id":"b","type":"T","value":"kept"},{"id":"c","value":1}]}]}"#
            }
            #expect(try await api.send(.put, "/lists/l", body: list(#""old""#)).status == 201)
            #expect(try await api.send(.put, "/lists/l", body: list("1")).status == 200)
            let schema = #"{"schema":{"type":"integer"}}"#
            #expect(try await api.send(.put, "/cell-types/T?validate=new", body: schema).status == 201)
            let refused = try await api.send(.post, "/lists/l/revert", body: #"{"to":1}"#)
            #expect(refused.status == 422 && refused.at("type") == "/problems/value-does-not-match-type")
            // Of “b”, which stays as it is, nothing is said.
            #expect(refused.text.contains(#""/to""#) && refused.text.contains("Item 0-0 of version 1"))
            #expect(!refused.text.contains("0-1"))
            #expect(try await api.get("/lists/l").at("version") == "2")
            #expect(try await api.send(.put, "/cell-types/T?validate=new", body: #"{"schema":{"type":"string"}}"#).status == 200)
            #expect(try await api.send(.post, "/lists/l/revert", body: #"{"to":1}"#).status == 200)
        }
    }

    @Test("that is too long to be checked on the writer is checked beside it")
    func longChecks() async throws {
        let api = try TestAPI()
        let schema = #"{"schema":{"type":"array","uniqueItems":true}}"#
        #expect(try await api.send(.put, "/cell-types/T", body: schema).status == 201)
        let value = "[" + (0..<3_000).map(String.init).joined(separator: ",") + "]"
        let items = (0..<8).map { #"{"id":"i\#($0)","type":"T","value":\#(value)}"# }.joined(separator: ",")
        #expect(try await api.send(.put, "/lists/l", body: #"{"sections":[{"id":"s","items":[\#(items)]}]}"#).status == 201)
        #expect(try await api.send(.put, "/lists/l", body: "[]").status == 200)
        #expect(try await api.send(.post, "/lists/l/revert", body: #"{"to":1}"#).at("itemCount") == "8")
    }
}
