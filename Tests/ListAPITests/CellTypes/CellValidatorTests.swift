import CellTypes
import Foundations
import HTTPTypes
import JSON
import ListAPI
import Lists
import StoreSuite
import TestSupport
import Testing

@Suite("Validators of answers with cells")
struct CellValidatorTests {
    /// GETs whose answers have items, cells or heights.
    static let withCells = [
        "/lists/l/items", "/lists/l/items?after=@a", "/lists/l/sections/0/items", "/lists/l/sections?items=1", "/lists/l/items/0-0",
        "/items/@a?list=l", "/lists/l/geometry", "/lists/l/changes?since=1", "/lists/l/changes?since=1&to=2",
    ]
    /// GETs whose answers have none.
    static let withoutCells = ["/lists/l", "/lists/l/sections", "/lists/l/sections/0", "/lists/l/versions", "/lists", "/lists/l/export"]

    private static func api(_ configure: (inout ListAPISettings) -> Void = { _ in }) async throws -> TypedAPI {
        let api = try TypedAPI(configure: configure)
        try await api.send(.put, "/lists/l", body: #"{"sections":[{"items":[{"id":"a","type":"A","value":1},{"id":"b","value":2}]}]}"#)
        try await api.send(.put, "/lists/l/items/@b", body: "3")
        return api
    }

    private static func target(_ target: String) -> String { target.replacing("/items/@a?list=l", with: "/items/0-0?list=l") }

    /// The end of a tag that tells variants apart; `nil` where it has none.
    private static func variant(_ answer: TestResponse) -> String? {
        answer["etag"]?.firstMatch(of: /\.([0-9a-f]{8})(?:-gz)?"$/).map { String($0.1) }
    }

    @Test("a tag says what its answer depends on beside the list, if anything, and the answer is then asked about", arguments: withCells)
    func variants(target: String) async throws {
        let target = Self.target(target)
        let api = try await Self.api()
        let pinned = target.contains("since=") ? target : target + (target.contains("?") ? "&" : "?") + "at=2"
        let bare = try await api.get(pinned)
        #expect(Self.variant(bare) == nil)
        if pinned != "/lists/l/changes?since=1" { #expect(bare["cache-control"] == "max-age=31536000, immutable") }
        var seen: [String] = []
        func check(_ accepting: String?, _ comment: String) async throws {
            let answer = try await api.get(pinned, accepting: accepting)
            let variant = try #require(Self.variant(answer), "\(comment)")
            #expect(!seen.contains(variant), "\(comment)")
            #expect(pinned == "/lists/l/changes?since=1" || answer["cache-control"] == "no-cache", "\(comment)")
            seen.append(variant)
            let tag = answer["etag"] ?? ""
            for known in [tag, "W/\(tag)", "\(tag.dropLast())-gz\"", "\"x\", \(tag)", "*"] {
                for _ in 0..<3 {
                    let same = try await api.get(pinned, accepting: accepting, ["If-None-Match": known])
                    #expect(same.status == 304 && same["etag"] == tag, "\(comment), \(known)")
                }
            }
            for other in [bare["etag"] ?? "", "\(tag.dropLast(3))xx\"", "\(tag.dropLast()).00000000\""] {
                #expect(try await api.get(pinned, accepting: accepting, ["If-None-Match": other]).status == 200, "\(comment), \(other)")
            }
            let head = try await api.send(.head, pinned, accepting: accepting)
            #expect(head.status == 200 && head["etag"] == tag)
        }
        try await check("", "nothing known")
        try await check("A", "A known")
        try await check("B, A", "two known")
        #expect(try await api.get(pinned, accepting: "A,B, A")["etag"] == api.get(pinned, accepting: "B,A")["etag"])
        try api.register(CellType(name: "A", reuseIdentifier: "X"))
        try await check(nil, "registered")
        try await check("A", "registered and known")
        try api.register(CellType(name: "A", reuseIdentifier: "Y"))
        try await check(nil, "registered again")
        api.store.setCellTypes(api.store.cellTypes.removing("A"))
        try await check(nil, "removed")
    }

    @Test("an answer without items has the tag of the version, whatever is registered or known", arguments: withoutCells)
    func plain(target: String) async throws {
        let api = try await Self.api()
        let bare = try await api.get(target)["etag"]
        try api.register(CellType(name: "A"))
        for accepting in [nil, "", "A"] {
            for _ in 0..<3 { #expect(try await api.get(target, accepting: accepting)["etag"] == bare) }
        }
        if target.hasPrefix("/lists/l"), !target.hasSuffix("versions"), !target.hasSuffix("export") {
            #expect(try await api.get(target + "?at=1", accepting: "A")["cache-control"] == "max-age=31536000, immutable")
        }
    }

    @Test("an item's tag says that the list has a default type; a page's does not")
    func defaultType() async throws {
        let api = try await Self.api()
        try await api.send(.patch, "/lists/l", body: #"{"defaultType":"A"}"#)
        let item = try await api.get("/lists/l/items/0-1")
        #expect(Self.variant(item) != nil && item["cache-control"] == "no-cache")
        #expect(try await api.get("/lists/l/items?at=3")["cache-control"] == "max-age=31536000, immutable")
        try await api.send(.patch, "/lists/l", body: #"{"defaultType":"B"}"#)
        #expect(try await api.get("/lists/l/items/0-1")["etag"] != item["etag"])
    }

    @Test("an encoded variant ends in -gz, last, and is the same answer")
    func gzip() async throws {
        let api = try await Self.api()
        try await api.send(.put, "/lists/l", body: "[[" + (0..<200).map { "\"\($0) and some words\"" }.joined(separator: ",") + "]]")
        try api.register(CellType(name: "A"))
        for _ in 0..<3 {
            let plain = try await api.get("/lists/l/items", accepting: "A")
            let encoded = try await api.get("/lists/l/items", accepting: "A", ["Accept-Encoding": "gzip"])
            #expect(encoded["content-encoding"] == "gzip")
            #expect(encoded["etag"] == plain["etag"].map { "\($0.dropLast())-gz\"" })
            #expect(Gzip.decompress(encoded.bytes, limit: 1 << 20) == plain.bytes)
        }
    }

    @Test("a write's precondition takes any variant, and its answer has the tag that a GET of the same has")
    func writes() async throws {
        let api = try await Self.api()
        try api.register(CellType(name: "A", reuseIdentifier: "X"))
        var value = 10
        for (accepting, reader) in [(nil, "A"), ("A", nil), ("", "B"), ("B", "B")] as [(String?, String?)] {
            for (target, suffix) in [("/lists/l/items/@a", ""), ("/lists/l/items/@a", "-gz"), ("/items/0-0?list=l", "-gz")] {
                let tag = try #require(try await api.get(target, accepting: reader)["etag"])
                value += 1
                let sent = suffix.isEmpty ? tag : "\(tag.dropLast())\(suffix)\""
                let put = try await api.send(.put, target, accepting: accepting, ["If-Match": sent], body: "\(value)")
                #expect(put.status == 200, "\(sent)")
                #expect(try await api.get(target, accepting: accepting)["etag"] == put["etag"])
                #expect(try await api.send(.put, target, accepting: accepting, ["If-Match": sent], body: "0").status == 412)
            }
            let page = try #require(try await api.get("/lists/l/items", accepting: reader)["etag"])
            value += 1
            let made = try await api.send(
                .post, "/lists/l/sections/0/items", accepting: accepting, ["If-Match": page], body: "{\"item\":{\"value\":\(value)}}")
            #expect(made.status == 201)
            #expect(try await api.get("/lists/l/items", accepting: accepting)["etag"] == made["etag"])
            let section = try await api.send(.patch, "/lists/l/sections/0", accepting: accepting, body: "{\"header\":\(value)}")
            #expect(section.status == 200 && Self.variant(section) == nil)
            let list = try await api.send(.patch, "/lists/l", accepting: accepting, body: "{\"title\":\"\(value)\"}")
            #expect(list.status == 200 && Self.variant(list) == nil)
        }
    }

    @Test("an item that takes another's place is not taken for a variant of it")
    func lookalikes() async throws {
        let api = try TypedAPI()
        let ids = ["a-gz", "a.0123abcd", "a.0123abcd-gz"]
        for id in ids {
            try await api.send(.put, "/lists/l", body: #"{"sections":[{"items":[{"id":"\#(id)","value":1},{"id":"a","value":2}]}]}"#)
            let tag = try #require(try await api.get("/lists/l/items/0-0")["etag"])
            #expect(try await api.get("/lists/l/items/0-0", ["If-None-Match": tag]).status == 304)
            try await api.send(.delete, "/lists/l/items/0-0")
            #expect(try await api.get("/lists/l/items/0-0", ["If-None-Match": tag]).at("value") == "2", "\(id)")
            #expect(try await api.send(.put, "/lists/l/items/0-0", ["If-Match": tag], body: "3").status == 412, "\(id)")
            try await api.send(.delete, "/lists/l")
        }
    }
}
