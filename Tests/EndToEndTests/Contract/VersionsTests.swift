import Foundation
import Lists
import SQLiteStore
import TestSupport
import Testing

@testable import sectional

@Suite("Contract §2: the versions of a list")
struct VersionsTests {
    @Test("newest first, with time and counts, and a next that goes back in as before")
    func pages() throws {
        let client = try ContractClient()
        var lines: [String] = []
        for count in 1...7 {
            let items = (0..<count).map { "{\"value\":\($0)}" }.joined(separator: ",")
            let list = try client.put("/lists/l", "{\"sections\":[{\"items\":[\(items)]},{}]}")
            let line = "{\"version\":\(count),\"updatedAt\":\"\(list.at("updatedAt"))\",\"sectionCount\":2,\"itemCount\":\(count)}"
            lines.insert(line, at: 0)
        }
        func body(_ lines: ArraySlice<String>, next: String) -> String {
            "{\"list\":\"l\",\"oldest\":1,\"head\":7,\"versions\":[\(lines.joined(separator: ","))],\"next\":\(next)}"
        }
        try #expect(client.get("/lists/l/versions").text == body(lines[...], next: "null"))
        try #expect(client.get("/lists/l/versions?limit=3").text == body(lines[..<3], next: "5"))
        try #expect(client.get("/lists/l/versions?before=5&limit=3").text == body(lines[3..<6], next: "2"))
        try #expect(client.get("/lists/l/versions?limit=3&before=2").text == body(lines[6...], next: "null"))
        try #expect(client.get("/lists/l/versions?before=1").text == body([], next: "null"))
        try #expect(client.get("/lists/l/versions?before=9223372036854775807").text == body(lines[...], next: "null"))
        for version in 1...7 { try #expect(client.get("/lists/l?at=\(version)").at("itemCount") == "\(version)") }
        let earlier = body(lines[3...], next: "null").replacing("\"head\":7", with: "\"head\":4")
        let at = try client.get("/lists/l/versions?at=4")
        #expect(at.text == earlier && at.header("List-Version") == "4")
        try #expect(client.get("/lists/l/versions?at=4&before=7").text == earlier)
        try #expect(client.get("/lists/l/versions?at=7&before=5&limit=3").text == body(lines[3..<6], next: "2"))
    }

    @Test("A parameter that is malformed, out of range, unknown or given twice is a 400 that names it; no list is a 404")
    func refusals() throws {
        let client = try ContractClient()
        try client.putLetters()
        for (query, name) in [
            ("before=x", "before"), ("before=0", "before"), ("before=-1", "before"), ("before=", "before"), ("before=01", "before"),
            ("before=1.0", "before"), ("limit=0", "limit"), ("limit=501", "limit"), ("limit=x", "limit"), ("offset=0", "offset"),
            ("after=1", "after"), ("before=1&before=1", "before"), ("x=1", "x"), ("at=0", "at"), ("at=x", "at"),
        ] {
            try #expect(client.get("/lists/l/versions?\(query)").outcome == "400 bad-parameter \(name)", "\(query)")
        }
        try #expect(client.get("/lists/none/versions").outcome == "404 list-not-found")
        try #expect(client.get("/lists/l%20/versions").outcome == "400 malformed-request")
        try #expect(client.get("/lists/l/versions", ["Accept": "text/html"]).outcome == "406 not-acceptable")
        try #expect(client.get("/lists/l/versions?at=2").outcome == "404 version-not-found")
        try #expect(client.get("/lists/l/versions?at=99999999999999999999").outcome == "404 version-not-found")
        try client.delete("/lists/l")
        try #expect(client.get("/lists/l/versions").outcome == "404 list-not-found")
        try #expect(client.get("/lists/l/versions?at=1").outcome == "410 version-gone")
        try client.putLetters()
        let again = try client.get("/lists/l/versions")
        #expect(again.at(each: "oldest", "head", "versions.0.version", "versions.1", "next") == "3 3 3 - null")
    }

    @Test("has the headers of every read about a list; HEAD, gzip, If-None-Match and If-Match work")
    func headers() throws {
        let client = try ContractClient()
        for value in 1...40 { try client.put("/lists/l", "[\(value)]") }
        let plain = try client.get("/lists/l/versions")
        #expect(plain.status == 200 && plain.header("List-Version") == "40" && plain.header("Content-Type") == "application/json")
        #expect(plain.header("Cache-Control") == "no-cache" && plain.header("Vary") == "Accept-Encoding, Accept-Cell-Types")
        let tag = try #require(plain.header("ETag"))
        #expect(tag.hasPrefix("\"") && tag != "\"v40\"")
        let known = try client.get("/lists/l/versions", ["If-None-Match": tag])
        #expect(known.status == 304 && known.header("ETag") == tag && known.header("List-Version") == "40")
        let zipped = try client.get("/lists/l/versions", ["Accept-Encoding": "gzip"])
        #expect(zipped.header("Content-Encoding") == "gzip" && zipped.header("ETag") == tag.dropLast() + "-gz\"")
        let head = try client.send("HEAD", "/lists/l/versions")
        #expect(head.status == 200 && head.header("ETag") == tag && head.header("Content-Length") == "\(plain.body.count)")
        try #expect(client.get("/lists/l/versions", ["If-Match": "\"no\""]).outcome == "412 precondition-failed")
        try #expect(client.get("/lists/l/versions?limit=5").header("ETag") != tag)
        try client.put("/lists/l", "[41]")
        let later = try client.get("/lists/l/versions", ["If-None-Match": tag])
        #expect(later.status == 200 && later.header("List-Version") == "41")
        try #expect(client.send("OPTIONS", "/lists/l/versions").header("Allow") == "GET, HEAD, OPTIONS")
    }

    @Test("shows what can be read and no more, and has another ETag when the oldest version goes by time alone")
    func oldestVersion() throws {
        let server = try ClockedServer(retention: RetentionPolicy(versions: 20, seconds: 100))
        let connection = server.connection
        for value in 1...50 { try connection.send("PUT", "/lists/l", body: "[\(value)]") }
        try connection.send("PUT", "/lists/other", body: "[1]")
        let whole = try connection.get("/lists/l/versions?limit=500")
        #expect(whole.at(each: "oldest", "head", "versions.49.version", "versions.50") == "1 50 1 -")
        let page = try connection.get("/lists/l/versions?limit=5")
        server.clock.advance(seconds: 101)
        // The head of the list stays as it is; the writer's next round raises the oldest version.
        var reply = page
        for round in 0..<2_000 where reply.at("oldest") == "1" {
            try connection.send("PUT", "/lists/other", body: "[\(round)]")
            reply = try connection.get("/lists/l/versions?limit=5", ["If-None-Match": try #require(page.header("ETag"))])
            if reply.status == 304 { reply = page }
            usleep(5_000)
        }
        #expect(reply.at(each: "oldest", "head") == "31 50" && reply.header("ETag") != page.header("ETag"))
        let left = try connection.get("/lists/l/versions?limit=500")
        #expect(left.at(each: "versions.19.version", "versions.20", "next") == "31 - null")
        try #expect(connection.get("/lists/l?at=31").status == 200)
        try #expect(connection.get("/lists/l?at=30").status == 410)
        try #expect(connection.get("/lists/l/versions?before=31").text.hasSuffix("\"versions\":[],\"next\":null}"))
        try #expect(connection.get("/lists/l/versions?at=30").status == 410)
        try #expect(
            connection.get("/lists/l/versions?at=31").at(each: "oldest", "head", "versions.0.version", "versions.1") == "31 31 31 -")
    }
}
