import HTTPTypes
import JSON
import ListAPI
import SQLiteStore
import Testing
@testable import Lists

@Suite("Operations that take long")
struct LongOperationTests {
    private static func items(_ count: Int, _ prefix: String) -> String {
        (0..<count).map { #"{"id":"\#(prefix)\#($0)","value":\#($0)}"# }.joined(separator: ",")
    }

    /// The API with a list of a long section and a short one.
    private static func api(limit: Int) async throws -> TestAPI {
        let api = try TestAPI { $0.shortWriteItems = limit }
        let long = #"{"sections":[{"id":"s","items":[\#(items(300, "a"))]},{"id":"t","items":[{"id":"b","value":0}]}]}"#
        #expect(try await api.send(.put, "/lists/l", body: long).status == 201)
        return api
    }

    @Test("answer as short ones do")
    func alike() async throws {
        let inserted = #"{"op":"insertItem","section":"@t","items":[\#(Self.items(40, "d"))]}"#
        let batch = #"{"operations":[\#(inserted),{"op":"deleteSection","section":"@s"}]}"#
        let requests: [(HTTPRequest.Method, String, [String: String], String?)] = [
            (.post, "/lists/l/sections/@t/items", [:], #"{"items":[\#(Self.items(30, "c"))],"before":"@b"}"#),
            (.post, "/lists/l/sections/@t/items", [:], #"{"items":[\#(Self.items(30, "c"))]}"#),
            (.post, "/lists/l/sections/9/items", [:], #"{"items":[\#(Self.items(30, "x"))]}"#),
            (.post, "/lists/l/sections/0/items", [:], #"{"items":[\#(Self.items(30, "x"))],"index":999}"#),
            (.post, "/lists/l/sections", [:], #"{"section":{"id":"u","items":[\#(Self.items(30, "u"))]},"index":1}"#),
            (.delete, "/lists/l/sections/@s", ["If-Match": #""v1""#], nil),
            (.post, "/lists/l/batch", ["If-Match": #""v1""#], batch),
            (.post, "/lists/l/batch", ["Idempotency-Key": "k"], batch),
            (.post, "/lists/l/batch", ["Idempotency-Key": "k"], batch),
            (.delete, "/lists/l/sections/@s", [:], nil),
            (.delete, "/lists/l/sections/0", [:], nil),
            (.post, "/lists/none/batch", [:], batch),
        ]
        let (short, long) = (try await Self.api(limit: 100_000), try await Self.api(limit: 10))
        for (method, target, headers, body) in requests {
            let expected = try await short.send(method, target, headers, body: body)
            let found = try await long.send(method, target, headers, body: body)
            let names = "\(method) \(target)"
            #expect(found.status == expected.status, "\(names)")
            for header in ["list-version", "etag", "location", "idempotency-replayed"] {
                #expect(found[header] == expected[header], "\(names)")
            }
            #expect(found.at("type") == expected.at("type") && found.at("errors") == expected.at("errors"), "\(names)")
            #expect(found.at("items") == expected.at("items") && found.at("results") == expected.at("results"), "\(names)")
        }
        let export = try await short.get("/lists/l/items?limit=500")
        #expect(try await long.get("/lists/l/items?limit=500").at("items") == export.at("items"))
        #expect(try await long.get("/lists/l").at("version") == short.get("/lists/l").at("version"))
    }

    @Test("have several transactions, and one version")
    func parts() async throws {
        let api = try TestAPI()
        #expect(try await api.send(.put, "/lists/l", body: "[[]]").status == 201)
        var before = api.store.commitCount
        #expect(try await api.send(.post, "/lists/l/sections/0/items", body: #"{"items":[\#(Self.items(9_000, "a"))]}"#).status == 201)
        #expect(api.store.commitCount - before >= 3)
        before = api.store.commitCount
        #expect(try await api.send(.delete, "/lists/l/sections/0").status == 204)
        #expect(api.store.commitCount - before >= 3)
        #expect(try await api.get("/lists/l").at("version") == "3")
        #expect(try await api.get("/lists/l?at=2").at("itemCount") == "9000")
    }

    @Test("have the ids of what they insert read only where a name is not there")
    func names() async throws {
        let api = try await Self.api(limit: 10)
        let list = try #require(ListID("l"))
        var names = NameTable(head: try api.store.snapshot(of: list, at: nil), named: nil)
        var insertion = ItemInsertion()
        insertion.drafts = (0..<5_000).map { ItemDraft(id: Identifier(verbatim: "new\($0)"), type: .none, value: .null) }
        names.noteIDs(insertedBy: .insertItems(insertion, into: .id(Identifier(verbatim: "s"))))
        try names.lookUp(.deleteItem(.id(Identifier(verbatim: "a3"))))
        #expect(names.insertedItems.isEmpty)
        try names.lookUp(.deleteItem(.id(Identifier(verbatim: "new7"))))
        #expect(names.insertedItems.count == 5_000)
        #expect(throws: ListError.self) { try names.lookUp(.deleteItem(.id(Identifier(verbatim: "new5000")))) }
    }
}
