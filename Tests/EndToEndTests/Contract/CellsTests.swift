import Foundation
import Foundations
import ListAPI
import Settings
import TestSupport
import Testing

@Suite("Contract §5: what a client knows, and geometry")
struct CellsTests {
    private static func client() throws -> ContractClient {
        let client = try ContractClient { $0.api.origins = ["https://app.example"] }
        try client.put(
            "/lists/l",
            #"""
            {"sections":[{"id":"F","header":"First","items":[{"id":"a","type":"NewsModel","value":1},{"id":"b","type":"News, short","value":2},
             {"id":"c","value":3}]},{"id":"G","footer":0,"items":[]}]}
            """#)
        return client
    }

    /// GETs whose answers have items, cells or heights.
    static let withCells = [
        "/lists/l/items", "/lists/l/sections/@F/items", "/lists/l/sections?items=2", "/lists/l/items/0-0", "/items/0-0?list=l",
        "/lists/l/geometry",
        "/lists/l/changes?since=0&to=1",
    ]

    @Test("Items of types that a client does not know are UnsupportedCell, and all else of them is as it was")
    func unsupported() throws {
        let client = try Self.client()
        let plain = try client.get("/lists/l/items")
        #expect(plain.text.contains(#""type":"NewsModel","cell":"NewsCell""#) && plain.text.contains(#""type":null,"cell":"Cell""#))
        let gone = #""type":null,"cell":"UnsupportedCell""#
        for (value, replaced) in [
            ("", ["NewsModel", "News, short"]), ("NewsModel", ["News, short"]), ("  \"News, short\" ,x", ["NewsModel"]),
            ("News, short", ["NewsModel", "News, short"]), ("\"News, short\",NewsModel", []), ("日本", ["NewsModel", "News, short"]),
            ("%4EewsModel", ["NewsModel", "News, short"]), ("newsmodel", ["NewsModel", "News, short"]),
        ] {
            var expected = plain.text
            for type in replaced {
                let cell = type == "NewsModel" ? "NewsCell" : type
                expected = expected.replacingOccurrences(of: "\"type\":\"\(type)\",\"cell\":\"\(cell)\"", with: gone)
            }
            let shown = try client.get("/lists/l/items", ["Accept-Cell-Types": value])
            #expect(shown.status == 200 && shown.text == expected, "\(value)")
        }
        try client.patch("/lists/l", #"{"defaultType":"NewsModel"}"#)
        try #expect(client.get("/lists/l/items/@c", ["Accept-Cell-Types": "NewsModel"]).text.contains(#""type":null,"cell":"NewsCell""#))
        try #expect(client.get("/lists/l/items/@c", ["Accept-Cell-Types": "x"]).text.contains(gone))
    }

    @Test("A header that is no list of names in UTF-8, or has too many, is a 400 that names it", arguments: withCells)
    func malformed(target: String) throws {
        let client = try Self.client()
        for value in ["\"a", "\"a\"b", String(repeating: "a,", count: 1_001)] {
            let refused = try client.get(target, ["Accept-Cell-Types": value])
            #expect(refused.outcome.hasPrefix("400 malformed-request") && refused.text.contains("\"Accept-Cell-Types\""), "\(value)")
        }
    }

    @Test("Bytes that are not UTF-8 are no name")
    func bytes() throws {
        let client = try Self.client()
        let connection = try client.server.connect()
        let head = "GET /lists/l/items HTTP/1.1\r\nHost: localhost\r\nAccept-Cell-Types: NewsModel, "
        try connection.write(bytes: Array(head.utf8) + [0xE9, 0x41] + Array("\r\n\r\n".utf8))
        let refused = try connection.readReply()
        #expect(refused.status == 400 && refused.text.contains("malformed-request"))
    }

    @Test("Several lines of the header are one list")
    func lines() throws {
        let client = try Self.client()
        let connection = try client.server.connect()
        try connection.write(
            "GET /lists/l/items HTTP/1.1\r\nHost: localhost\r\nAccept-Cell-Types: NewsModel\r\nAccept-Cell-Types: \"News, short\"\r\n\r\n")
        let shown = try connection.readReply()
        #expect(shown.status == 200 && shown.text.contains("NewsCell") && shown.text.contains("News, short"))
        #expect(!shown.text.contains("UnsupportedCell"))
    }

    @Test("The tag goes on with a hash, no-cache even with at; 304, HEAD and gzip go by it", arguments: withCells)
    func validators(target: String) throws {
        let client = try Self.client()
        let pinned = target.contains("to=") ? target : CachingTests.pinned(target)
        let plain = try client.get(pinned)
        #expect(
            plain.header("ETag")?.contains(".") == target.contains("0-0") && plain.header("Cache-Control") == "max-age=31536000, immutable")
        let known = ["Accept-Cell-Types": "B, A"]
        let shown = try client.get(pinned, known)
        let tag = try #require(shown.header("ETag"))
        let start = "\(plain.header("ETag")?.dropLast() ?? "")."
        #expect(tag.hasPrefix(start) && tag.dropFirst(start.count).wholeMatch(of: /[0-9a-f]{8}"/) != nil, "\(tag)")
        #expect(shown.header("Cache-Control") == "no-cache" && shown.header("Vary") == plain.header("Vary"))
        try #expect(client.get(pinned, ["Accept-Cell-Types": "A,,B ,A"]).header("ETag") == tag)
        try #expect(client.get(pinned, ["Accept-Cell-Types": "A"]).header("ETag") != tag)
        for value in [tag, "W/\(tag)", "\(tag.dropLast())-gz\"", "*"] {
            try #expect(client.get(pinned, known.merging(["If-None-Match": value]) { $1 }).status == 304, "\(value)")
        }
        for value in [plain.header("ETag") ?? "", "\(tag.dropLast(2))x\""] {
            try #expect(client.get(pinned, known.merging(["If-None-Match": value]) { $1 }).status == 200, "\(value)")
        }
        let head = try client.send("HEAD", pinned, known)
        #expect(head.status == 200 && head.header("ETag") == tag && head.body.isEmpty)
    }

    @Test("What has no items keeps its tag, whatever the client knows")
    func plainTags() throws {
        let client = try Self.client()
        for target in ["/lists/l", "/lists/l/sections", "/lists/l/sections/0", "/lists/l/export"] {
            let shown = try client.get(target, ["Accept-Cell-Types": "A"])
            #expect(shown.status == 200 && shown.header("ETag") == "\"v1\"", "\(target)")
            let pinned = try client.get(CachingTests.pinned(target), ["Accept-Cell-Types": "A"])
            #expect(target.hasSuffix("export") || pinned.header("Cache-Control") == "max-age=31536000, immutable", "\(target)")
        }
        try #expect(client.get("/lists/l/export", ["Accept-Cell-Types": ""]).text.contains("NewsCell"))
        try #expect(client.post("/lists/l/items/@a/select", "{}", ["Accept-Cell-Types": ""]).text.contains("NewsCell"))
    }

    @Test("A write's precondition takes any variant, and its answer is shown and tagged as a GET would be")
    func writes() throws {
        let client = try Self.client()
        let known = ["Accept-Cell-Types": "A"]
        let tag = try #require(client.get("/lists/l/items/@a", known).header("ETag"))
        for (value, condition) in [tag, "\(tag.dropLast())-gz\""].enumerated() {
            let condition = condition.replacingOccurrences(of: "r1-", with: "r\(value + 1)-")
            let put = try client.put("/lists/l/items/@a", "\(value + 7)", known.merging(["If-Match": condition]) { $1 })
            #expect(put.status == 200 && put.text.contains("UnsupportedCell"), "\(condition)")
            try #expect(put.header("ETag") == client.get("/lists/l/items/@a", known).header("ETag"))
        }
        let page = try #require(client.get("/lists/l/items", known).header("ETag"))
        try #expect(client.patch("/lists/l", #"{"title":"T"}"#, ["If-Match": page]).status == 200)
        try #expect(client.patch("/lists/l", #"{"title":"U"}"#, ["If-Match": page]).status == 412)
    }

    @Test("An event stream is shown what its client knows")
    func events() throws {
        let client = try Self.client()
        try client.put("/lists/l/items/@a", "7")
        for (value, cell) in [("NewsModel", "NewsCell"), ("", "UnsupportedCell")] {
            let changes = try client.get("/lists/l/changes?since=1", ["Accept-Cell-Types": value])
            #expect(changes.text.contains("\"\(cell)\"") && changes.header("Cache-Control") == "no-store")
            let stream = try EventReader("/lists/l/events?since=1", ["Accept-Cell-Types": value], port: client.server.port)
            let text = try #require(try stream.next()).data
            #expect(text.contains("\"\(cell)\""), "\(text)")
        }
    }

    @Test("Geometry is a version's cells, run by run, paged by sections")
    func geometry() throws {
        let client = try Self.client()
        let whole = try client.get("/lists/l/geometry")
        #expect(
            whole.text == #"{"list":"l","version":1,"sectionCount":2,"offset":0,"sections":["#
                + #"{"id":"F","header":true,"footer":false,"runs":[[1,"NewsCell",null],[1,"News, short",null],[1,"Cell",null]]},"#
                + #"{"id":"G","header":false,"footer":true,"runs":[]}]}"#)
        #expect(whole.header("List-Version") == "1" && whole.header("ETag") == "\"v1\"")
        let old = try client.get("/lists/l/geometry", ["Accept-Cell-Types": ""])
        #expect(old.text.contains(#""runs":[[2,"UnsupportedCell",null],[1,"Cell",null]]"#))
        let page = try client.get("/lists/l/geometry?limit=1")
        #expect(page.header("Link")?.contains("</lists/l/geometry?offset=1&limit=1&at=1>; rel=\"next\"") == true)
        for query in ["limit=0", "limit=10001", "items=1", "since=1"] {
            try #expect(client.get("/lists/l/geometry?\(query)").outcome.hasPrefix("400 bad-parameter"), "\(query)")
        }
    }

    @Test("A browser may send Accept-Cell-Types from an allowed origin")
    func preflight() throws {
        let reply = try Self.client().send(
            "OPTIONS", "/lists/l/geometry",
            [
                "Origin": "https://app.example", "Access-Control-Request-Method": "GET",
                "Access-Control-Request-Headers": "accept-cell-types",
            ])
        #expect(reply.status == 204 && reply.header("Access-Control-Allow-Headers")?.contains("Accept-Cell-Types") == true)
    }
}
