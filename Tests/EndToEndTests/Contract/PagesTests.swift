import Testing

import Settings
import ListAPI
import MicroHTTPServer
@testable import sectional

@Suite("Contract §2: pages and windows")
struct PagesTests {
    @Test("limit is 1–500, 50 when absent, both configurable")
    func limit() throws {
        let client = try ContractClient()
        try client.putNumbers(count: 600)
        for target in ["/lists/n/items", "/lists/n/sections/0/items"] {
            try #expect(client.get(target).ids.split(separator: " ").count == 50)
            try #expect(client.get(target + "?limit=500").ids.split(separator: " ").count == 500)
            for limit in ["0", "501", "-1", "x", "", "05", "99999999999999999999"] {
                try #expect(client.get(target + "?limit=\(limit)").outcome == "400 bad-parameter limit", "\(limit)")
            }
        }
        let small = try ContractClient {
            $0.api.largestPage = 7
            $0.api.defaultPage = 3
        }
        try small.putNumbers(count: 10)
        try #expect(small.get("/lists/n/items").ids == "i0 i1 i2")
        try #expect(small.get("/lists/n/items?limit=7").ids == "i0 i1 i2 i3 i4 i5 i6")
        try #expect(small.get("/lists/n/items?limit=8").outcome == "400 bad-parameter limit")
        try #expect(small.get("/lists/n/sections?limit=8").outcome == "400 bad-parameter limit")
        try #expect(small.get("/lists?limit=8").outcome == "400 bad-parameter limit")
    }

    @Test("A parameter that is malformed, out of range, unknown or given twice is a 400 bad-parameter that names it")
    func parameters() throws {
        let client = try ContractClient()
        try client.putLetters()
        let cases = [
            ("items?offset=-1", "offset"), ("items?offset=x", "offset"), ("items?offset=", "offset"), ("items?offset=01", "offset"),
            ("items?limit=1&limit=1", "limit"), ("items?x=1", "x"), ("items?Limit=1", "Limit"), ("sections?after=@a", "after"),
            ("sections?items=x", "items"), ("sections/0?limit=1", "limit"), ("items/0-0?offset=0", "offset"), ("export?limit=1", "limit"),
            ("items?after=a", "after"), ("items?before=0-1", "before"), ("items?around=", "around"), ("items?after=@", "after"),
            ("items?%6Cimit=0", "limit"), ("sections/0/items?items=1", "items"),
        ]
        for (target, name) in cases {
            try #expect(client.get("/lists/l/\(target)").outcome == "400 bad-parameter \(name)", "\(target)")
        }
        try #expect(client.get("/lists/l?x=1").outcome == "400 bad-parameter x")
        try #expect(client.get("/items/0-0?list=l&list=l").outcome == "400 bad-parameter list")
        try #expect(client.get("/lists/l/items?limit=%ZZ").outcome.hasPrefix("400 "))
        for (method, target, body) in [
            ("PUT", "/lists/l", "[]"), ("PATCH", "/lists/l", "{}"), ("DELETE", "/lists/l", nil), ("DELETE", "/lists/l/sections/0", nil),
            ("PATCH", "/lists/l/sections/0", "{}"), ("PUT", "/lists/l/items/0-0", "1"), ("DELETE", "/lists/l/items/0-0", nil),
            ("POST", "/lists/l/sections", #"{"section":{}}"#), ("POST", "/lists/l/sections/0/items", #"{"items":[]}"#),
        ] as [(String, String, String?)] {
            try #expect(client.send(method, target + "?x=1", [:], body).outcome == "400 bad-parameter x", "\(method) \(target)")
        }
    }

    @Test("Two of offset, after, before, around together are a 400")
    func together() throws {
        let client = try ContractClient()
        try client.putLetters()
        let values = ["offset=0", "after=@a", "before=@c", "around=@b"]
        for first in values {
            for second in values where first != second {
                for target in ["/lists/l/items", "/lists/l/sections/0/items"] {
                    try #expect(client.get("\(target)?\(first)&\(second)").outcome.hasPrefix("400 bad-parameter "), "\(first) \(second)")
                }
            }
        }
    }

    @Test("after: the items that follow that item; before: those just before it, in list order; around: a window centred on it")
    func windows() throws {
        let client = try ContractClient()
        try client.put(
            "/lists/l",
            """
            {"sections":[{"id":"F","items":[{"id":"a","value":1},{"id":"b","value":1},{"id":"c","value":1},{"id":"d","value":1}]},
             {"id":"G","items":[{"id":"e","value":1},{"id":"f","value":1}]}]}
            """)
        func flat(_ query: String) throws -> String {
            let reply = try client.get("/lists/l/items?\(query)")
            return "\(reply.at("offset")): \(reply.ids)"
        }
        func section(_ query: String) throws -> String {
            let reply = try client.get("/lists/l/sections/@F/items?\(query)")
            return "\(reply.at("offset")): \(reply.ids)"
        }
        try #expect(flat("after=@c&limit=2") == "3: d e" && section("after=@c&limit=2") == "3: d")
        try #expect(flat("after=@f") == "6: " && section("after=@d") == "4: ")
        try #expect(flat("before=@f&limit=3") == "2: c d e" && section("before=@d&limit=2") == "1: b c")
        try #expect(flat("before=@b&limit=3") == "0: a" && section("before=@a&limit=3") == "0: ")
        // offset = clamp(place − ⌊limit/2⌋, 0, max(0, n − limit))
        try #expect(flat("around=@d&limit=3") == "2: c d e" && section("around=@c&limit=2") == "1: b c")
        try #expect(flat("around=@d&limit=4") == "1: b c d e")
        try #expect(flat("around=@a&limit=3") == "0: a b c" && section("around=@d&limit=3") == "1: b c d")
        try #expect(flat("around=@f&limit=4") == "2: c d e f" && flat("around=@f&limit=100") == "0: a b c d e f")
    }

    @Test("after, before, around at=V are those of that version")
    func windowsAt() throws {
        let client = try ContractClient()
        try client.putLetters()
        try client.delete("/lists/l/items/@b")
        try client.post("/lists/l/items/@d/move", #"{"to":[0,0]}"#)
        try #expect(client.order() == "d a c | ")
        try #expect(client.get("/lists/l/items?after=@b&at=1").ids == "c d")
        try #expect(client.get("/lists/l/items?before=@d&limit=2&at=1").ids == "b c")
        try #expect(client.get("/lists/l/sections/@G/items?around=@d&at=2").ids == "d")
        try #expect(client.get("/lists/l/items?after=@d&at=3").ids == "a c")
        try #expect(client.get("/lists/l/items?after=@b").outcome == "404 item-not-found")
    }

    @Test("An id that is not in that section or list is 404")
    func windowsElsewhere() throws {
        let client = try ContractClient()
        try client.putLetters()
        for start in ["after", "before", "around"] {
            try #expect(client.get("/lists/l/items?\(start)=@zz").outcome.hasPrefix("404 item-not-found"))
            try #expect(client.get("/lists/l/sections/@F/items?\(start)=@d").outcome.hasPrefix("404 item-not-found"))
            try #expect(client.get("/lists/l/sections/@H/items?\(start)=@d").outcome == "404 section-not-found")
        }
    }

    @Test("An offset at or past the end is an empty page with true counts; past the end prev is last")
    func pastTheEnd() throws {
        let client = try ContractClient()
        try client.putNumbers(count: 5)
        for offset in ["5", "6", "100", "9223372036854775807"] {
            for (target, count) in [("/lists/n/items", "itemCount"), ("/lists/n/sections/@S/items", "section.itemCount")] {
                let page = try client.get("\(target)?offset=\(offset)&limit=2")
                #expect(page.status == 200 && page.at("items") == "[]" && page.at(count) == "5", "\(offset)")
                #expect(page.relations == "first prev last")
                #expect(page.link("prev") == page.link("last") && page.link("prev") == "\(target)?offset=4&limit=2&at=1")
            }
        }
        let sections = try client.get("/lists/n/sections?offset=7")
        #expect(sections.at(each: "sections", "sectionCount", "itemCount") == "[] 1 5")
    }

    @Test("A page carries Link with first, prev, next, last where they exist, pinned with at to the version just read")
    func links() throws {
        let client = try ContractClient()
        try client.putNumbers(count: 5)
        func links(_ query: String) throws -> [String?] {
            let page = try client.get("/lists/n/items?\(query)")
            return ["first", "prev", "next", "last"].map { relation in page.link(relation) }
        }
        func target(_ offset: Int) -> String { "/lists/n/items?offset=\(offset)&limit=2&at=1" }
        try #expect(links("limit=2") == [target(0), nil, target(2), target(4)])
        try #expect(links("limit=2&offset=1") == [target(0), target(0), target(3), target(4)])
        try #expect(links("limit=2&offset=3") == [target(0), target(1), nil, target(4)])
        try #expect(links("limit=2&offset=4") == [target(0), target(2), nil, target(4)])
        try #expect(links("limit=2&after=@i1") == [target(0), target(0), target(4), target(4)])
        try #expect(links("limit=2&around=@i3&at=1") == [target(0), target(0), target(4), target(4)])
        try client.put("/lists/n/items/@i0", "7")
        try #expect(links("limit=2&at=1") == [target(0), nil, target(2), target(4)])
        try #expect(client.get("/lists/n/items").link("last") == "/lists/n/items?offset=0&limit=50&at=2")
        try client.put("/lists/n", "[]")
        try #expect(client.get("/lists/n/items?limit=2").link("next") == nil)
    }

    @Test("Link: other parameters are kept; the targets are path-absolute, and name the section as the request did")
    func linkParameters() throws {
        let client = try ContractClient()
        try client.put("/lists/l", #"{"sections":[{"id":"a b/c","items":[{"value":1},{"value":2}]},{"id":"G"}]}"#)
        try #expect(
            client.get("/lists/l/sections?items=3&limit=1").link("next") == "/lists/l/sections?offset=1&limit=1&items=3&at=1")
        for section in ["0", "@a%20b%2Fc"] {
            let next = try #require(try client.get("/lists/l/sections/\(section)/items?limit=1").link("next"))
            #expect(next == "/lists/l/sections/\(section)/items?offset=1&limit=1&at=1")
            try #expect(client.get(next).at("items.0.value") == "2")
        }
    }

    @Test("Following next to the end visits every item of that version exactly once, whatever is written meanwhile")
    func following() throws {
        let client = try ContractClient()
        try client.putNumbers(count: 137)
        for target in ["/lists/n/items?limit=10", "/lists/n/sections/@S/items?limit=10"] {
            let version = try client.version("n")
            let all = try client.get("/lists/n/items?limit=500").ids
            var seen: [String] = []
            var next: String? = target
            var step = 0
            while let here = next {
                let page = try client.get(here)
                #expect(page.header("List-Version") == version)
                seen.append(page.ids)
                next = page.link("next")
                switch step % 4 {
                case 0: try client.delete("/lists/n/items/0-0")
                case 1: try client.post("/lists/n/sections/0/items", #"{"items":[{"value":1},{"value":2}],"index":0}"#)
                case 2: try client.post("/lists/n/items/0-90/move", #"{"to":[0,3]}"#)
                default: try client.put("/lists/n/items/0-50", String(step))
                }
                step += 1
            }
            #expect(seen.joined(separator: " ") == all)
        }
    }

    @Test("A page closes early once it passes 8 MiB; next is offset + items shown")
    func closesEarly() throws {
        let client = try ContractClient { $0.server.bodyLimit = 64 << 20 }
        let value = "\"" + String(repeating: "x", count: 250_000) + "\""
        let items = (0..<45).map { "{\"id\":\"i\($0)\",\"value\":\(value)}" }.joined(separator: ",")
        try client.put("/lists/n", "{\"sections\":[{\"id\":\"S\",\"items\":[\(items)]}]}")
        for target in ["/lists/n/items", "/lists/n/sections/@S/items"] {
            let page = try client.get(target)
            let shown = page.ids.split(separator: " ").count
            #expect(page.body.count > 8 << 20 && page.body.count < (8 << 20) + 300_000 && shown == 34)
            #expect(page.link("next") == "\(target)?offset=\(shown)&limit=50&at=1")
            try #expect(client.get(#require(page.link("next"))).ids.split(separator: " ").count == 45 - shown)
        }
    }
}
