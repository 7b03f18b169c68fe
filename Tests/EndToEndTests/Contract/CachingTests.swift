import Foundation
import Foundations
import TestSupport
import Testing

@Suite("Contract §2: validators, caching, methods")
struct CachingTests {
    /// Every kind of GET about a list, and the tag it has in the first version of the letters.
    static let reads = [
        ("/lists/l", "v1"), ("/lists/l/sections", "v1"), ("/lists/l/sections?items=2", "v1"), ("/lists/l/sections/0", "v1"),
        ("/lists/l/sections/@F", "v1"), ("/lists/l/sections/0/items", "v1"), ("/lists/l/items", "v1"), ("/lists/l/items?after=@a", "v1"),
        ("/lists/l/items/0-1", "r1-0.1@b"), ("/lists/l/items/@d", "r1-1.0@d"), ("/items/1-0?list=l", "r1-1.0@d"), ("/lists/l/export", "v1"),
    ]

    static func pinned(_ target: String, _ version: Int = 1) -> String { target + (target.contains("?") ? "&" : "?") + "at=\(version)" }

    @Test("Every 200 and 304 about a list carries List-Version, a strong ETag and Vary", arguments: reads)
    func validators(target: String, tag: String) throws {
        let client = try ContractClient()
        try client.putLetters()
        for target in [target, Self.pinned(target), target] {
            let reply = try client.get(target)
            #expect(reply.status == 200 && reply.header("List-Version") == "1" && reply.header("ETag") == "\"\(tag)\"", "\(target)")
            #expect(reply.header("Vary") == "Accept-Encoding, Accept-Cell-Types")
            for known in [
                "\"\(tag)\"", "*", "\"x\", \"\(tag)\"", "\"v9\",\"\(tag)\"", "W/\"\(tag)\"", "\"\(tag)-gz\"", "W/\"\(tag)-gz\"",
            ] {
                let same = try client.get(target, ["If-None-Match": known])
                #expect(same.status == 304 && same.body.isEmpty, "\(target) \(known)")
                let ofContent = ["Content-Length", "Content-Type", "Content-Encoding", "Transfer-Encoding", "Connection"]
                #expect(ofContent.allSatisfy { same.header($0) == nil }, "\(target) \(known)")
                #expect(same.header("List-Version") == "1" && same.header("ETag") == "\"\(tag)\"")
                #expect(same.header("Vary") == "Accept-Encoding, Accept-Cell-Types")
                #expect(same.header("Cache-Control") == reply.header("Cache-Control"))
            }
        }
    }

    @Test("If-None-Match on a GET gives 304 only for the tag that the 200 would carry", arguments: reads)
    func otherTags(target: String, tag: String) throws {
        let client = try ContractClient()
        try client.putLetters()
        for other in [
            "\"\(tag)-gz-gz\"", "\"v2\"", "\"x\"", "\"r1@b\"", "\"r1@d\"",
            "W/\"v2\"", "\"\(tag).0123abcd\"",
            tag.hasPrefix("r") ? "\"v1\"" : "\"r1-0.1@b\"",
        ] {
            try #expect(client.get(target, ["If-None-Match": other]).status == 200, "\(other)")
        }
        try #expect(client.get(target, ["If-None-Match": "v1"]).outcome.hasPrefix("400 malformed-request"))
    }

    @Test("A false If-Match on a GET is 412 with current; weak tags never match", arguments: reads.filter { $0.0 != "/lists/l/export" })
    func ifMatch(target: String, tag: String) throws {
        let client = try ContractClient()
        try client.putLetters()
        let content = try client.get(target)
        try #expect(client.get(target, ["If-Match": "\"\(tag)\""]).status == 200)
        try #expect(client.get(target, ["If-Match": "*"]).status == 200)
        for other in ["\"x\"", "W/\"\(tag)\"", "\"v2\""] {
            let failed = try client.get(target, ["If-Match": other])
            #expect(failed.outcome == "412 precondition-failed", "\(other)")
            #expect(failed.header("List-Version") == "1" && failed.header("ETag") == "\"\(tag)\"")
            #expect(failed.text.contains("\"current\":\(content.text)"))
            #expect(failed.header("Cache-Control") == "no-store")
        }
    }

    @Test("An item's ETag is \"rR-S.I@ID\", ID being its id percent-encoded as in a path; \"vV\" is never an item's validator")
    func itemTags() throws {
        let client = try ContractClient()
        try client.put("/lists/l", #"{"sections":[{"id":"S","items":[{"id":"x","value":0},{"id":"ü\"/ %~","value":1}]}]}"#)
        let tag = "\"r1-0.1@%C3%BC%22%2F%20%25~\""
        try #expect(client.get("/lists/l/items/0-1").header("ETag") == tag)
        try client.put("/lists/l/items/@x", "2")
        try #expect(client.get("/lists/l/items/0-1").header("ETag") == tag)
        try client.delete("/lists/l/items/@x")
        let moved = "\"r1-0.0@%C3%BC%22%2F%20%25~\""
        try #expect(client.get("/lists/l/items/0-0").header("ETag") == moved)
        try #expect(client.put("/lists/l/items/0-0", "1", ["If-Match": "\"v3\""]).status == 412)
        try #expect(client.put("/lists/l/items/0-0", "1", ["If-Match": moved]).status == 200)
        try #expect(client.put("/lists/l/items/0-0", "1", ["If-Match": "\"r1@%C3%BC%22%2F%20%25~\""]).status == 200)
        try #expect(client.get("/lists/l/items/0-0", ["If-None-Match": "\"v3\""]).status == 200)
    }

    @Test("For a single item of a list with a defaultType the ETag goes on with . and 8 hex digits, and it is no-cache even with at")
    func variants() throws {
        let client = try ContractClient()
        try client.put("/lists/l", #"{"defaultType":"XModel","sections":[{"id":"S","items":[{"id":"x","value":0}]}]}"#)
        let item = try client.get("/lists/l/items/@x")
        let tag = try #require(item.header("ETag"))
        #expect(tag.wholeMatch(of: /"r1-0\.0@x\.[0-9a-f]{8}"/) != nil, "\(tag)")
        try #expect(client.get("/lists/l/items/@x?at=1").header("Cache-Control") == "no-cache")
        try #expect(client.get("/lists/l/items?at=1").header("ETag") == "\"v1\"")
        // What it depends on changes, and so does the tag; the revision does not.
        try client.patch("/lists/l", #"{"defaultType":"YModel"}"#)
        let other = try client.get("/lists/l/items/@x", ["If-None-Match": tag])
        #expect(other.status == 200 && other.header("ETag") != tag && other.at("cell") == "YCell")
        // A write's precondition takes any variant.
        for known in [tag, "\"r1-0.0@x\"", "\"r1@x\"", "\"r1-0.0@x-gz\""] {
            try #expect(client.put("/lists/l/items/@x", "0", ["If-Match": known]).status == 200, "\(known)")
        }
    }

    @Test("Without at: no-cache; with at: max-age=31536000, immutable", arguments: reads.filter { $0.0 != "/lists/l/export" })
    func cacheControl(target: String, tag: String) throws {
        let client = try ContractClient()
        try client.putLetters()
        try #expect(client.get(target).header("Cache-Control") == "no-cache")
        try #expect(client.get(Self.pinned(target)).header("Cache-Control") == "max-age=31536000, immutable")
    }

    @Test("Errors, streams and health: no-store")
    func noStore() throws {
        let client = try ContractClient()
        try client.putLetters()
        for target in [
            "/healthz", "/readyz", "/lists/l/export", "/lists/l/export?at=1", "/lists/zz", "/lists/l/items/9-9", "/lists/l?at=0",
            "/lists/l?at=9", "/nowhere", "/lists/l/items/x",
        ] {
            try #expect(client.get(target).header("Cache-Control") == "no-store", "\(target)")
        }
        try #expect(client.put("/lists/l", "{").header("Cache-Control") == "no-store")
    }

    @Test("Accept-Encoding: gzip compresses bodies above 1 KiB; an encoded variant ends in -gz, last")
    func gzip() throws {
        let client = try ContractClient()
        try client.putNumbers(count: 100)
        for target in ["/lists/n/items", "/lists/n/sections/0/items", "/lists/n/sections?items=50"] {
            let plain = try client.get(target)
            for _ in 1...3 {
                let encoded = try client.get(target, ["Accept-Encoding": "gzip"])
                #expect(encoded.header("Content-Encoding") == "gzip" && encoded.header("ETag") == "\"v1-gz\"", "\(target)")
                #expect(encoded.body.count < plain.body.count && Gzip.decompress(encoded.body, limit: 1 << 20) == plain.body)
            }
            try #expect(client.get(target, ["Accept-Encoding": "gzip", "If-None-Match": "\"v1-gz\""]).status == 304)
            try #expect(client.get(target, ["Accept-Encoding": "gzip", "If-None-Match": "\"v1\""]).status == 304)
            try #expect(client.get(target, ["If-None-Match": "\"v1-gz\""]).status == 304)
            try #expect(client.get(target, ["If-Match": "\"v1-gz\""]).status == 200)
            for refused in ["identity", "gzip;q=0", "br", ""] {
                try #expect(client.get(target, ["Accept-Encoding": refused]).header("Content-Encoding") == nil, "\(refused)")
            }
        }
        try #expect(client.get("/lists/n", ["Accept-Encoding": "gzip"]).header("ETag") == "\"v1\"")
        for target in ["/metrics", "/openapi.json", "/openapi.yaml"] {
            let encoded = try client.get(target, ["Accept-Encoding": "gzip"])
            #expect(encoded.header("Content-Encoding") == "gzip" && encoded.header("Vary") == "Accept-Encoding", "\(target)")
            #expect((Gzip.decompress(encoded.body, limit: 4 << 20)?.count ?? 0) > encoded.body.count)
        }
        let text = "\"" + String(repeating: "x", count: 5_000) + "\""
        try client.put("/lists/t", #"{"defaultType":"XModel","sections":[{"items":[{"id":"x","value":\#(text)}]}]}"#)
        let item = try client.get("/lists/t/items/@x", ["Accept-Encoding": "gzip"])
        let tag = try #require(item.header("ETag"))
        #expect(tag.wholeMatch(of: /"r1-0\.0@x\.[0-9a-f]{8}-gz"/) != nil, "\(tag)")
        try #expect(client.put("/lists/t/items/@x", "1", ["If-Match": tag]).status == 200)
    }

    @Test("Range is ignored")
    func range() throws {
        let client = try ContractClient()
        try client.putLetters()
        for (target, _) in Self.reads {
            let ranged = try client.get(target, ["Range": "bytes=0-9"])
            #expect(ranged.status == 200 && ranged.header("Content-Range") == nil, "\(target)")
            #expect(ranged.body == (try client.get(target).body))
        }
    }

    @Test("A HEAD answers like its GET")
    func head() throws {
        let client = try ContractClient()
        try client.putLetters()
        try client.putNumbers(count: 100)
        let more = [
            "/lists", "/healthz", "/readyz", "/openapi.yaml", "/problems/not-found", "/lists/zz", "/lists/l?at=9", "/lists/l/items/x",
            "/nowhere", "/lists/n/items",
        ]
        for target in Self.reads.flatMap({ [$0.0, Self.pinned($0.0)] }) + more {
            for headers in [[:], ["Accept-Encoding": "gzip"], ["If-None-Match": "*"]] {
                let get = try client.get(target, headers)
                let head = try client.send("HEAD", target, headers)
                #expect(head.status == get.status && head.body.isEmpty, "\(target)")
                func lines(_ reply: HTTPReply) -> [String] {
                    reply.headers.filter { !["request-id", "date", "transfer-encoding", "connection"].contains($0.name.lowercased()) }
                        .map { "\($0.name.lowercased()): \($0.value)" }.sorted()
                }
                // The body of an error names the request's method where that is what is wrong.
                if target != "/nowhere" { #expect(lines(head) == lines(get), "\(target) \(headers)") }
            }
        }
    }

    @Test("OPTIONS: 204 with Allow, on every route")
    func options() throws {
        let client = try ContractClient()
        let allowed = [
            "/lists": "GET HEAD OPTIONS", "/lists/l": "DELETE GET HEAD OPTIONS PATCH PUT", "/lists/l/sections": "GET HEAD OPTIONS POST",
            "/lists/l/sections/0": "DELETE GET HEAD OPTIONS PATCH", "/lists/l/sections/0/move": "OPTIONS POST",
            "/lists/l/sections/0/items": "GET HEAD OPTIONS POST", "/lists/l/items": "GET HEAD OPTIONS",
            "/lists/l/items/0-0": "DELETE GET HEAD OPTIONS PATCH PUT", "/lists/l/items/0-0/move": "OPTIONS POST",
            "/items/0-0": "GET HEAD OPTIONS PATCH PUT", "/lists/l/export": "GET HEAD OPTIONS", "/healthz": "GET HEAD OPTIONS",
            "/readyz": "GET HEAD OPTIONS", "/metrics": "GET HEAD OPTIONS", "/openapi.json": "GET HEAD OPTIONS",
            "/openapi.yaml": "GET HEAD OPTIONS", "/problems/not-found": "GET HEAD OPTIONS",
        ]
        for (target, methods) in allowed {
            let reply = try client.send("OPTIONS", target)
            #expect(reply.status == 204 && reply.body.isEmpty)
            let allow = (reply.header("Allow") ?? "").components(separatedBy: ", ").sorted().joined(separator: " ")
            #expect(allow == methods, "\(target)")
            let refused = try client.send("DELETE".isIn(methods) ? "POST" : "DELETE", target)
            #expect(refused.outcome == "405 method-not-allowed", "\(target)")
            #expect((refused.header("Allow") ?? "").components(separatedBy: ", ").sorted().joined(separator: " ") == methods)
        }
        try #expect(client.send("OPTIONS", "/nowhere").outcome == "404 not-found")
    }
}

extension String {
    fileprivate func isIn(_ words: String) -> Bool { words.split(separator: " ").contains(Substring(self)) }
}
