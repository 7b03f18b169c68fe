import Dispatch
import Foundation
import HTTPTypes
import ListAPI
import Lists
import SQLiteStore
import Synchronization
import Testing

@Suite("A schema and what is stored")
struct StoredItemTests {
    private static let schema = #"{"schema":{"type":"integer"}}"#

    private static func items(_ values: [String], type: String = "T") -> String {
        values.enumerated().map { "{\"id\":\"i\($0)\",\"type\":\"\(type)\",\"value\":\($1)}" }.joined(separator: ",")
    }

    @Test("the items of a type are counted as the lists are now, as far as the token reaches")
    func uses() async throws {
        let api = try TestAPI { $0.tokens = [TestTokens.token("root", .admin), TestTokens.token("some", .read, ["a"])] }
        let root = TestTokens.bearer("root")
        for (list, count) in [("a", 3), ("b", 40), ("c", 2)] {
            let items = Self.items(Array(repeating: "1", count: count))
            try await api.send(.put, "/lists/\(list)", root, body: "{\"sections\":[{\"items\":[\(items)]}]}")
        }
        try await api.send(.delete, "/lists/c", root)
        try await api.send(.delete, "/lists/b/items/@i0", root)
        let all = try await api.get("/cell-types/T/uses", root)
        #expect(all.text == #"{"type":"T","itemCount":42,"listCount":2,"lists":[{"list":"b","itemCount":39},{"list":"a","itemCount":3}]}"#)
        #expect(try await api.get("/cell-types/T/uses", TestTokens.bearer("some")).at("itemCount") == "3")
        #expect(try await api.get("/cell-types/U/uses", root).at("itemCount") == "0")
    }

    @Test("a schema that stored items violate is refused with their number and the first ten, unless it is for new ones")
    func violated() async throws {
        let api = try TestAPI()
        // The later list has the smaller id.
        try await api.send(
            .put, "/lists/b", body: "{\"sections\":[{\"items\":[\(Self.items((0..<400).map { $0 % 4 == 0 ? "\"x\"" : "1" }))]}]}")
        try await api.send(.put, "/lists/a", body: "{\"sections\":[{\"items\":[\(Self.items(["1", "[2]"]))]},{\"items\":[]}]}")
        try await api.send(.put, "/lists/c", body: "{\"sections\":[{\"items\":[\(Self.items(["\"x\""], type: "U"))]}]}")
        let refused = try await api.send(.put, "/cell-types/T", body: Self.schema)
        #expect(refused.status == 409 && refused.at("type") == "/problems/type-violated" && refused.at("count") == "101")
        #expect(refused.at("errors.0.list") == "a" && refused.at("errors.0.item") == "i1" && refused.at("errors.0.pointer") == "")
        #expect(refused.at("errors.0.keyword") == "type" && refused.at("errors.9.item") == "i32" && refused.at("errors.10") == nil)
        #expect((1...9).allSatisfy { refused.at("errors.\($0).list") == "b" && refused.at("errors.\($0).item") == "i\(($0 - 1) * 4)" })
        #expect(try await api.get("/cell-types/T").status == 404)
        #expect(try await api.send(.put, "/cell-types/T?validate=new", body: Self.schema).status == 201)
        #expect(try await api.send(.put, "/lists/b/items/@i0", body: "\"y\"").status == 422)
        #expect(try await api.get("/lists/b/items/@i0").at("value") == "x")
        // The schema is the same, so nothing new is asked of what is stored; another one is.
        let described = String(Self.schema.dropLast()) + #","description":"D"}"#
        #expect(try await api.send(.put, "/cell-types/T", body: described).status == 200)
        #expect(try await api.send(.put, "/cell-types/T", body: #"{"schema":{"type":"number"}}"#).status == 409)
        #expect(try await api.send(.put, "/cell-types/T", body: #"{"schema":{"type":["array","integer","string"]}}"#).status == 200)
        #expect(try await api.send(.put, "/cell-types/T", body: "{}").status == 200)
    }

    @Test("what was deleted, changed or is of an older version does not count")
    func heads() async throws {
        let api = try TestAPI()
        for list in ["a", "b", "c"] {
            try await api.send(.put, "/lists/\(list)", body: "{\"sections\":[{\"items\":[\(Self.items(["1", "\"x\""]))]}]}")
        }
        try await api.send(.delete, "/lists/a")
        try await api.send(.delete, "/lists/b/items/@i1")
        #expect(try await api.send(.put, "/cell-types/T", body: Self.schema).at("count") == "1")
        try await api.send(
            .post, "/lists/c/batch", body: #"{"operations":[{"op":"updateItem","item":"@i1","value":"x","type":null}]}"#)
        #expect(try await api.send(.put, "/cell-types/T", body: Self.schema).status == 201)
    }

    @Test("preconditions and what is wrong with the type are told before stored items are looked at")
    func order() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/a", body: "{\"sections\":[{\"items\":[\(Self.items(["\"x\""]))]}]}")
        #expect(try await api.send(.put, "/cell-types/T", ["If-Match": "*"], body: Self.schema).status == 412)
        #expect(try await api.send(.put, "/cell-types/T", body: #"{"schema":{"type":"integer"},"fallback":"T"}"#).status == 422)
        let keyed = try await api.send(.put, "/cell-types/T", ["Idempotency-Key": "k"], body: Self.schema)
        #expect(keyed.status == 409)
        try await api.send(.delete, "/lists/a")
        #expect(try await api.send(.put, "/cell-types/T", ["Idempotency-Key": "k"], body: Self.schema).status == 201)
    }

    @Test("however writers and schemas meet, no list holds a value that a schema in force forbids", .timeLimit(.minutes(3)))
    func race() async throws {
        let api = try TestAPI(history: 16)
        let lists = ["a", "b", "c"]
        for list in lists { try await Self.putRight(list, api) }
        let tally = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    while !tally.isDone { try await Self.write(to: lists.randomElement() ?? "a", api, tally) }
                }
            }
            group.addTask {
                // Both outcomes, several times; the time limit is the test's.
                while !tally.isDone {
                    let answer = try await api.send(.put, "/cell-types/T", body: Self.schema)
                    tally.note(schema: answer.status)
                    if answer.status == 409 {
                        for list in lists { try await Self.putRight(list, api) }
                    } else {
                        try Self.expectIntegers(api)
                        try await api.send(.put, "/cell-types/T", body: "{}")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(tally.schemas.isSubset(of: [200, 201, 409]), "\(tally.schemas)")
    }

    /// What came of the writes and the schemas of a test.
    private final class Tally: Sendable {
        private let state = Mutex((schemas: [Int: Int](), right: 0, wrong: 0))

        var schemas: Set<Int> { state.withLock { Set($0.schemas.keys) } }

        /// Whether each outcome has come often enough.
        var isDone: Bool {
            state.withLock { state in
                let taken = (state.schemas[200] ?? 0) + (state.schemas[201] ?? 0)
                return taken >= 5 && (state.schemas[409] ?? 0) >= 5 && state.right >= 20 && state.wrong >= 5
            }
        }

        func note(schema status: Int) { state.withLock { $0.schemas[status, default: 0] += 1 } }

        func note(isWrong: Bool) {
            state.withLock { if isWrong { $0.wrong += 1 } else { $0.right += 1 } }
        }
    }

    private static func putRight(_ list: String, _ api: TestAPI) async throws {
        let items = items((0..<300).map { "\($0)" })
        try await api.send(.put, "/lists/\(list)", body: "{\"sections\":[{\"id\":\"s\",\"items\":[\(items)]}]}")
    }

    /// Writes an item of the type by one of the ways, one in three of them wrong.
    private static func write(to list: String, _ api: TestAPI, _ tally: Tally) async throws {
        let isWrong = Int.random(in: 0..<3) == 0
        let value = isWrong ? "\"x\"" : "\(Int.random(in: 0..<9_999))"
        let item = "i\(Int.random(in: 0..<300))"
        let answer: TestResponse
        switch Int.random(in: 0..<4) {
        case 0:
            answer = try await api.send(.post, "/lists/\(list)/sections/0/items", body: "{\"item\":{\"type\":\"T\",\"value\":\(value)}}")
        case 1:
            let items = items((0..<300).map { $0 == 7 ? value : "\($0)" })
            answer = try await api.send(.put, "/lists/\(list)", body: "{\"sections\":[{\"id\":\"s\",\"items\":[\(items)]}]}")
        case 2:
            let operation = "{\"op\":\"updateItem\",\"item\":\"@\(item)\",\"value\":\(value),\"type\":\"T\"}"
            answer = try await api.send(.post, "/lists/\(list)/batch", body: "{\"operations\":[\(operation)]}")
        default: answer = try await api.send(.put, "/lists/\(list)/items/@\(item)", body: value)
        }
        if (200..<300).contains(answer.status) { tally.note(isWrong: isWrong) }
    }

    /// While the schema is in force every item of the type, in the heads of all lists, is an integer.
    private static func expectIntegers(_ api: TestAPI) throws {
        for head in try api.store.lists(prefix: "", after: nil, limit: 99) {
            let items = try head.items(in: 0..<head.itemCount)
            try head.readItems(items) { index, item in
                let value = String(decoding: item.value, as: UTF8.self)
                #expect(head.type(of: items[index]) != "T" || Int(value) != nil, "\(head.id) \(value)")
            }
        }
    }
}
