import CellTypes
import HTTPServing
import HTTPTypes
import JSON
import ListAPI
import Lists
import Testing

@Suite("The cells of items, and what an old app is shown")
struct AcceptCellTypesTests {
    private static let document = #"""
        {"sections":[{"id":"S","items":[{"id":"a","type":"Card","value":1},{"id":"b","type":"RowModel","value":2},{"id":"c","value":3}]},
        {"items":[{"id":"d","type":"Card","value":4}]}]}
        """#

    private static let card = CellType(name: "Card", reuseIdentifier: "BigCard", fallback: "RowModel")

    private static func api() async throws -> TypedAPI {
        let api = try TypedAPI()
        try await api.send(.put, "/lists/l", body: document)
        try api.register(card)
        return api
    }

    /// Types and cells as they come in an answer's text.
    private static func cells(_ text: String) -> [String] {
        text.matches(of: /"type":(?:null|"(\w+)"),"cell":"(\w+)"/).map { "\($0.1 ?? "null") \($0.2)" }
    }

    @Test(
        "every answer with items shows registered cells, and fallbacks to a client that says what it knows",
        arguments: [
            ("/lists/l/items", 4), ("/lists/l/sections/0/items", 3), ("/lists/l/sections?items=3", 4), ("/lists/l/items/0-0", 1),
            ("/items/0-0?list=l", 1), ("/lists/l/items?at=1", 4), ("/lists/l/changes?since=1&to=2", 1),
        ])
    func reads(target: String, count: Int) async throws {
        let api = try await Self.api()
        try await api.send(.post, "/lists/l/sections/1/items", body: #"{"item":{"type":"Card","value":5}}"#)
        let all = ["Card BigCard", "RowModel RowCell", "null Cell", "Card BigCard"]
        let known = ["RowModel RowCell", "RowModel RowCell", "null Cell", "RowModel RowCell"]
        let none = ["null UnsupportedCell", "null UnsupportedCell", "null Cell", "null UnsupportedCell"]
        for (accepting, expected) in [(nil, all), ("RowModel", known), ("RowModel, Card", all), ("", none), ("Other", none)] {
            let answer = try await api.get(target, accepting: accepting)
            #expect(answer.status == 200)
            let cells = Self.cells(answer.text)
            #expect(Array(cells.prefix(count)) == Array(expected.prefix(count)), "\(target) for \(accepting ?? "-"): \(cells)")
            #expect(answer["vary"] == "Accept-Encoding, Accept-Cell-Types")
        }
        // Nothing but types and cells differs.
        let (plain, old) = (try await api.get(target), try await api.get(target, accepting: ""))
        func stripped(_ text: String) -> String { text.replacing(/"type":(?:null|"\w+"),"cell":"\w+"/, with: "") }
        #expect(stripped(plain.text) == stripped(old.text))
    }

    @Test("an item without a type counts as the list's default type")
    func defaultType() async throws {
        let api = try await Self.api()
        try await api.send(.patch, "/lists/l", body: #"{"defaultType":"Card"}"#)
        for (accepting, expected) in [
            (nil, "null BigCard"), ("Card", "null BigCard"), ("RowModel", "RowModel RowCell"), ("", "null UnsupportedCell"),
        ] {
            let item = try await api.get("/lists/l/items/@c", accepting: accepting)
            #expect(Self.cells(item.text) == [expected])
        }
        #expect(try await api.get("/lists/l/items/@c", accepting: "").at("value") == "3")
    }

    @Test("answers to writes show items as the client's other answers do")
    func writes() async throws {
        let api = try await Self.api()
        let card = #"{"item":{"id":"n","type":"Card","value":1}}"#
        let made = try await api.send(.post, "/lists/l/sections/0/items", accepting: "RowModel", body: card)
        #expect(made.status == 201 && Self.cells(made.text) == ["RowModel RowCell"])
        let put = try await api.send(.put, "/lists/l/items/@n", accepting: "", body: "2")
        #expect(put.status == 200 && Self.cells(put.text) == ["null UnsupportedCell"])
        #expect(try await api.get("/lists/l/items/@n", accepting: "")["etag"] == put["etag"])
        let moved = try await api.send(.post, "/lists/l/items/@n/move", body: #"{"to":[1,0]}"#)
        #expect(Self.cells(moved.text) == ["Card BigCard"])
        let operations = #"{"operations":[{"op":"updateItem","item":"@n","value":3},{"op":"deleteItem","item":"@a"}]}"#
        let batch = try await api.send(.post, "/lists/l/batch", accepting: "RowModel", body: operations)
        #expect(batch.status == 200 && Self.cells(batch.text) == ["RowModel RowCell"])
        let failed = try await api.send(.put, "/lists/l/items/@n", accepting: "RowModel", ["If-Match": "\"no\""], body: "4")
        #expect(failed.status == 412 && Self.cells(failed.text) == ["RowModel RowCell"])
        #expect(try await api.get("/lists/l/items/@n", accepting: "RowModel")["etag"] == failed["etag"])
    }

    @Test("an export and interactions show every client the same")
    func others() async throws {
        let api = try await Self.api()
        for accepting in [nil, "", "RowModel", "\""] {
            let export = try await api.get("/lists/l/export", accepting: accepting)
            #expect(Self.cells(export.text) == ["Card BigCard", "RowModel RowCell", "null Cell", "Card BigCard"])
            #expect(export["etag"] == "\"v1\"")
            let selected = try await api.send(.post, "/lists/l/items/0-0/select", accepting: accepting)
            #expect(selected.status == 202 && Self.cells(selected.text) == ["Card BigCard"])
            let log = try await api.get("/lists/l/interactions?last=1", accepting: accepting)
            #expect(Self.cells(log.text) == ["Card BigCard"])
        }
    }

    @Test(
        "a header that is no list of names is refused wherever it counts",
        arguments: [
            "/lists/l/items", "/lists/l/items/0-0", "/lists/l/sections?items=1", "/lists/l/geometry", "/lists/l/changes?since=1",
            "/lists/l/events", "/events?lists=l",
        ])
    func malformed(target: String) async throws {
        let api = try await Self.api()
        for value in ["\"Card", "a\u{FFFD}", String(repeating: "A,", count: 1_001)] {
            // Asked for twice, since a cache might answer the second.
            for _ in 0..<3 {
                let answer = try await api.get(target, accepting: value)
                #expect(answer.status == 400 && answer.at("type") == "/problems/malformed-request")
                #expect(answer.at("errors.0.parameter") == "Accept-Cell-Types")
            }
        }
        let write = try await api.send(.post, "/lists/l/items/@a/move", accepting: "\"", body: #"{"to":[1,0]}"#)
        #expect(write.status == 400)
        #expect(try await api.get("/lists/l").at("version") == "1")
    }

    @Test("each stream is shown what its client knows, by the registry of when an event is made")
    func streams() async throws {
        let api = try await Self.api()
        let clients = [(nil, "Card BigCard"), ("RowModel", "RowModel RowCell"), ("Other", "null UnsupportedCell")] as [(String?, String)]
        for target in ["/lists/l/events", "/events?lists=l"] {
            let from = try #require(Int(try await api.get("/lists/l").at("version") ?? ""))
            var streams: [(any BodyStream, String)] = []
            for (accepting, cell) in clients { streams.append((try #require(try await api.stream(target, accepting: accepting)), cell)) }
            for (stream, _) in streams { _ = stream.readAll() }
            try await api.send(.put, "/lists/l/items/@a", body: "\(from * 10)")
            for (stream, cell) in streams { #expect(Self.cells(try await Self.event(stream)) == [cell], "\(target)") }
            try api.register(CellType(name: "Card", reuseIdentifier: "Other\(from)"))
            try await api.send(.put, "/lists/l/items/@a", body: "\(from * 10 + 1)")
            #expect(Self.cells(try await Self.event(streams[0].0)) == ["Card Other\(from)"])
            #expect(Self.cells(try await Self.event(streams[1].0)) == ["null UnsupportedCell"])
            for (stream, _) in streams { stream.close() }
            try api.register(Self.card)
        }
    }

    /// The next event of a stream.
    private static func event(_ stream: any BodyStream) async throws -> String {
        while true {
            let text = stream.readAll()
            if text.contains("event: change") { return text }
            let (wakes, continuation) = AsyncStream.makeStream(of: Void.self)
            stream.whenReady { continuation.finish() }
            for await _ in wakes {}
        }
    }
}
