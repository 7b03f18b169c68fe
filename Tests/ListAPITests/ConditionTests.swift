import Foundations
import HTTPTypes
import ListAPI
import Lists
import TestSupport
import Testing

@Suite("Conditional requests and caching")
struct ConditionTests {
    @Test("an item has two strong validators, its place in one of them")
    func itemTags() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/a", body: #"{"sections":[{"items":[{"id":"é/1","value":1},{"id":"b","value":2}]}]}"#)
        let item = try await api.get("/lists/a/items/@%C3%A9%2F1")
        #expect(item["etag"] == "\"r1-0.0@%C3%A9%2F1\"")
        for tag in ["\"r1-0.0@%C3%A9%2F1\"", "\"r1@%C3%A9%2F1\"", "\"x\", \"r1@%C3%A9%2F1-gz\"", "*"] {
            let same = try await api.send(.put, "/lists/a/items/@%C3%A9%2F1", ["If-Match": tag], body: "1")
            #expect(same.status == 200 && same["list-version"] == "1", "\(tag)")
        }
        for tag in ["\"v1\"", "W/\"r1@%C3%A9%2F1\"", "\"r1-0.1@%C3%A9%2F1\"", "\"r2@%C3%A9%2F1\"", "\"r1@b\""] {
            let refused = try await api.send(.put, "/lists/a/items/@%C3%A9%2F1", ["If-Match": tag], body: "5")
            #expect(refused.status == 412 && refused.at("current.value") == "1" && refused.at("current.list") == "a", "\(tag)")
            #expect(refused["etag"] == "\"r1-0.0@%C3%A9%2F1\"" && refused["list-version"] == "1")
        }
        #expect(try await api.send(.put, "/lists/a/items/0-0", ["If-None-Match": "\"r1@%C3%A9%2F1\""], body: "5").status == 412)
        #expect(try await api.send(.put, "/lists/a/items/0-0", ["If-None-Match": "\"r9@%C3%A9%2F1\""], body: "5").status == 200)
    }

    @Test("a GET answers 304 for the tag that its 200 would carry, from the cache too")
    func notModified() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/a", body: "[1]")
        for _ in 0..<4 {
            let page = try await api.get("/lists/a/items")
            #expect(page.status == 200 && page["cache-control"] == "no-cache" && page["vary"] == "Accept-Encoding, Accept-Cell-Types")
            let known = try await api.get("/lists/a/items", ["If-None-Match": "\"v0\", \"v1\""])
            #expect(known.status == 304 && known["etag"] == "\"v1\"" && known["list-version"] == "1" && known["vary"] != nil)
            #expect(try await api.get("/lists/a/items", ["If-None-Match": "*"]).status == 304)
            for same in ["W/\"v1\"", "\"v1-gz\"", "W/\"v1-gz\""] {
                #expect(try await api.get("/lists/a/items", ["If-None-Match": same]).status == 304)
                #expect(try await api.get("/lists/a/items", ["Accept-Encoding": "gzip", "If-None-Match": same]).status == 304)
            }
            #expect(try await api.get("/lists/a/items", ["If-Match": "W/\"v1\""]).status == 412)
            #expect(try await api.get("/lists/a/items", ["If-None-Match": "v1"]).status == 400)
            #expect(try await api.get("/lists/a/items", ["If-Match": "\"v1\""]).status == 200)
            let refused = try await api.get("/lists/a/items", ["If-Match": "\"v2\""])
            #expect(refused.status == 412 && refused.at("current.itemCount") == "1" && refused["etag"] == "\"v1\"")
        }
    }

    @Test("a write with If-None-Match compares weakly, one with If-Match never")
    func weakWrites() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/a", body: #"{"sections":[{"items":[{"id":"x","value":1}]}]}"#)
        #expect(try await api.send(.put, "/lists/a", ["If-None-Match": "W/\"v1\""], body: "[]").status == 412)
        #expect(try await api.send(.put, "/lists/a/items/@x", ["If-None-Match": "W/\"r1@x\""], body: "2").status == 412)
        #expect(try await api.send(.put, "/lists/a", ["If-Match": "W/\"v1\""], body: "[]").status == 412)
        #expect(try await api.send(.put, "/lists/a", ["If-None-Match": "W/\"v2\""], body: "[]").status == 200)
    }

    @Test("a page of lists has a tag of its content")
    func listTags() async throws {
        let api = try TestAPI()
        for list in ["a", "b"] { try await api.send(.put, "/lists/\(list)", body: "[1]") }
        let page = try await api.get("/lists")
        let tag = try #require(page["etag"])
        let other = try await api.get("/lists?limit=1")
        #expect(tag.hasPrefix("\"l") && tag != other["etag"])
        for same in [tag, "W/\(tag)", "\(tag.dropLast())-gz\"", "\"x\", \(tag)", "*"] {
            let known = try await api.get("/lists", ["If-None-Match": same])
            #expect(known.status == 304 && known["etag"] == tag, "\(same)")
        }
        let refused = try await api.get("/lists", ["If-Match": "\"l0\""])
        #expect(refused.status == 412 && refused.at("current.lists.1.id") == "b" && refused["etag"] == tag)
        #expect(try await api.get("/lists", ["If-Match": tag]).status == 200)
        try await api.send(.put, "/lists/b", body: "[2]")
        #expect(try await api.get("/lists", ["If-None-Match": tag]).status == 200)
    }

    @Test("a cached page is never shown after a write, nor past the history")
    func freshness() async throws {
        let api = try TestAPI(history: 16)
        try await api.send(.put, "/lists/a", body: "[0]")
        for _ in 0..<4 { #expect(try await api.get("/lists/a/items?at=1").status == 200) }
        for version in 2...60 {
            try await api.send(.put, "/lists/a", body: "[\(version)]")
            for _ in 0..<3 { #expect(try await api.get("/lists/a/items").at("items.0.value") == "\(version)") }
        }
        let old = try await api.get("/lists/a/items?at=1")
        #expect(old.status == 410 && old.at("type") == "/problems/version-gone")
        let oldest = try #require(old.at("oldest").flatMap { Int($0) })
        #expect(old.at("head") == "60" && oldest > 1)
        #expect(try await api.get("/lists/a/items?at=\(oldest)").status == 200)
        #expect(try await api.get("/lists/a/items?at=\(oldest - 1)").status == 410)
        let changes = try await api.get("/lists/a/changes?since=1")
        #expect(changes.status == 410 && changes.at("oldest") == "\(oldest)" && changes.at("head") == "60")
        #expect(try await api.send(.put, "/lists/a/items/0-0?at=1", body: "1").at("head") == "60")
        try await api.send(.delete, "/lists/a")
        let ended = try await api.get("/lists/a/items?at=60")
        #expect(ended.status == 410 && ended.at("oldest") == "null" && ended.at("head") == "null")
        #expect(try await api.get("/lists/a/items").status == 404)
    }

    @Test("a body above 1 KiB goes out in gzip where that is asked for, with a tag of its own")
    func gzip() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/a", body: "[[" + (0..<100).map(String.init).joined(separator: ",") + "]]")
        let plain = try await api.get("/lists/a/items")
        for accepted in ["gzip", "br;q=1.0, gzip;q=0.5", "*"] {
            for _ in 0..<3 {
                let encoded = try await api.get("/lists/a/items", ["Accept-Encoding": accepted])
                #expect(encoded["content-encoding"] == "gzip" && encoded["etag"] == "\"v1-gz\"")
                #expect(Gzip.decompress(encoded.bytes, limit: 1 << 20) == plain.bytes)
            }
        }
        for refused in ["identity", "gzip;q=0", "*;q=0", "br"] {
            #expect(try await api.get("/lists/a/items", ["Accept-Encoding": refused])["content-encoding"] == nil)
        }
        #expect(try await api.get("/lists/a", ["Accept-Encoding": "gzip"])["content-encoding"] == nil)
        #expect(try await api.get("/lists/a/items", ["Accept-Encoding": "gzip", "If-None-Match": "\"v1-gz\""]).status == 304)
    }

    @Test("the tag of an item says when it depends on the list's default type")
    func variants() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/a", body: #"{"defaultType":"A","sections":[{"items":[{"id":"x","value":1}]}]}"#)
        let first = try await api.get("/lists/a/items/@x?at=1")
        try await api.send(.put, "/lists/a", body: #"{"defaultType":"B","sections":[{"items":[{"id":"x","value":1}]}]}"#)
        let second = try await api.get("/lists/a/items/@x")
        #expect(first["cache-control"] == "no-cache" && first.at("cell") == "A" && second.at("cell") == "B")
        #expect(first["etag"] != second["etag"] && second["etag"]?.hasPrefix("\"r1-0.0@x.") == true)
        let tag = second["etag"] ?? ""
        #expect(try await api.send(.put, "/lists/a/items/@x", ["If-Match": tag], body: "2").status == 200)
    }

    @Test("an operator can ask for preconditions")
    func required() async throws {
        let api = try TestAPI { $0.requirePreconditions = true }
        #expect(try await api.send(.put, "/lists/a", body: "[1]").status == 201)
        for (method, target) in [
            ("PUT", "/lists/a"), ("DELETE", "/lists/a"), ("PUT", "/lists/a/items/0-0"), ("PATCH", "/items/0-0?list=a"),
        ] {
            let refused = try await api.send(.init(method) ?? .get, target, body: "[1]")
            #expect(refused.status == 428 && refused.at("type") == "/problems/precondition-required", "\(method) \(target)")
        }
        #expect(try await api.send(.put, "/lists/a", ["If-Match": "\"v1\""], body: "[2]").status == 200)
        #expect(try await api.send(.put, "/lists/a/items/9-9", body: "1").status == 404)
    }
}
