import CellTypes
import Foundation
import HTTPTypes
import JSON
import ListAPI
import Lists
import TestSupport
import Testing

@Suite("Geometry")
struct GeometryTests {
    private static func document(_ sections: [[String?]]) -> String {
        let texts = sections.enumerated().map { index, types in
            let items = types.map { $0.map { "{\"type\":\"\($0)\",\"value\":1}" } ?? "{\"value\":1}" }.joined(separator: ",")
            let header = index % 2 == 0 ? ",\"header\":\"H\"" : ",\"header\":null"
            return "{\"id\":\"s\(index)\"\(header)\(index % 3 == 0 ? ",\"footer\":0" : ""),\"items\":[\(items)]}"
        }
        return "{\"sections\":[\(texts.joined(separator: ","))]}"
    }

    @Test("has each section's cells and heights, run by run")
    func shape() async throws {
        let api = try TypedAPI()
        let types = ["A", "A", "B", nil, nil, "C", "D", "A"]
        try await api.send(.put, "/lists/l", body: Self.document([types, [], ["Same", "C"]]))
        let plain = try await api.get("/lists/l/geometry")
        #expect(
            plain.text == #"{"list":"l","version":1,"sectionCount":3,"offset":0,"sections":["#
                + #"{"id":"s0","header":true,"footer":true,"runs":[[2,"A",null],[1,"B",null],[2,"Cell",null],[1,"C",null],[1,"D",null],[1,"A",null]]},"#
                + #"{"id":"s1","header":false,"footer":false,"runs":[]},"#
                + #"{"id":"s2","header":true,"footer":false,"runs":[[1,"Same",null],[1,"C",null]]}]}"#)
        #expect(plain["etag"] == "\"v1\"" && plain["list-version"] == "1" && plain["content-type"] == "application/json")
        try api.register(
            CellType(name: "A", reuseIdentifier: "C", estimatedHeight: JSONText(verbatim: "44.50"), fallback: "B"),
            CellType(name: "C", estimatedHeight: JSONText(verbatim: "44.50")),
            CellType(name: "Same", reuseIdentifier: "C", estimatedHeight: JSONText(verbatim: "44.5")))
        // Types that are shown alike are one run; a height of another text is another one.
        let shown = try await api.get("/lists/l/geometry")
        #expect(
            shown.at("sections.0.runs")
                == #"[[2,"C",44.5],[1,"B",null],[2,"Cell",null],[1,"C",44.5],[1,"D",null],[1,"C",44.5]]"#)
        #expect(shown.text.contains(#""runs":[[1,"C",44.5],[1,"C",44.50]]"#))
        let old = try await api.get("/lists/l/geometry", accepting: "B")
        #expect(old.text.contains(#""runs":[[3,"B",null],[2,"Cell",null],[2,"UnsupportedCell",null],[1,"B",null]]"#))
        #expect(old["etag"] != shown["etag"])
    }

    @Test("is that of the items one by one, in every version, for every client", arguments: 0..<12 as Range<UInt64>)
    func random(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let api = try TypedAPI()
        let names: [String?] = [nil, "A", "BModel", "C", "D"]
        for _ in 0..<3 {
            let sections = (0..<(random.below(5) + 1)).map { _ in
                (0..<random.bias(below: 300)).map { _ in names[random.below(names.count)] }
            }
            try await api.send(.put, "/lists/l", body: Self.document(sections))
        }
        try await api.send(.patch, "/lists/l", body: #"{"defaultType":"C"}"#)
        for _ in 0..<3 {
            let name = names[random.below(4) + 1] ?? ""
            let height = random.below(2) == 0 ? nil : JSONText(verbatim: "\(random.below(2) + 40)")
            let fallback = random.below(2) == 0 ? nil : names[1...].first { $0 != name && ($0 ?? "") > name } ?? nil
            let cell = random.below(2) == 0 ? "X" : nil
            try api.register(CellType(name: name, reuseIdentifier: cell, estimatedHeight: height, fallback: fallback))
        }
        let heads = try await api.get("/lists/l").at("version")
        for version in 1...(try #require(Int(heads ?? ""))) {
            for accepting in [nil, "", "A,C", "D"] {
                let geometry = try await api.get("/lists/l/geometry?at=\(version)", accepting: accepting)
                let count = try #require(Int(geometry.at("sectionCount") ?? ""))
                for section in 0..<count {
                    var cells: [String] = []
                    let text = geometry.at("sections.\(section).runs") ?? ""
                    for run in text.matches(of: /\[(\d+),"(\w+)",(null|[0-9.]+)\]/) {
                        cells += Array(repeating: String(run.2), count: Int(run.1) ?? 0)
                    }
                    let page = try await api.get("/lists/l/sections/\(section)/items?limit=500&at=\(version)", accepting: accepting)
                    let items = page.text.matches(of: /"cell":"(\w+)"/).map { String($0.1) }
                    #expect(cells == items, "seed \(seed), version \(version), section \(section)")
                    let runs = text.matches(of: /\d+,("\w+",(?:null|[0-9.]+))\]/).map { String($0.1) }
                    #expect(zip(runs, runs.dropFirst()).allSatisfy { $0 != $1 }, "runs that are not merged")
                }
            }
        }
    }

    @Test("is paged as sections are, each page pinned, and old versions are read")
    func pages() async throws {
        let api = try TypedAPI()
        try await api.send(.put, "/lists/l", body: Self.document((0..<25).map { [$0 % 2 == 0 ? "A" : nil] }))
        var target: String? = "/lists/l/geometry?limit=7"
        var (seen, pages) = ([String](), 0)
        while let next = target {
            let page = try await api.get(next)
            #expect(page.at("version") == "1" && page.at("sectionCount") == "25" && page.at("offset") == "\(pages * 7)")
            seen += page.text.matches(of: /"id":"(\w+)"/).map { String($0.1) }
            target = page.link("next")
            pages += 1
            try await api.send(.delete, "/lists/l/sections/0")
        }
        #expect(seen == (0..<25).map { "s\($0)" } && pages == 4)
        let first = try await api.get("/lists/l/geometry?at=1")
        #expect(first.at("sections.24.id") == "s24" && first.link("last") == "/lists/l/geometry?offset=0&limit=1000&at=1")
        #expect(first["cache-control"] == "max-age=31536000, immutable")
        let past = try await api.get("/lists/l/geometry?offset=30&limit=10")
        #expect(past.status == 200 && past.at("sections") == "[]" && past.link("prev") == "/lists/l/geometry?offset=20&limit=10&at=5")
        for query in ["limit=0", "limit=10001", "items=1", "offset=-1", "limit=1&limit=1", "after=@a"] {
            #expect(try await api.get("/lists/l/geometry?\(query)").at("type") == "/problems/bad-parameter", "\(query)")
        }
        #expect(try await api.get("/lists/l/geometry?limit=10000").status == 200)
        #expect(try await api.get("/lists/nowhere/geometry").at("type") == "/problems/list-not-found")
        #expect(try await api.get("/lists/l/geometry?at=99").at("type") == "/problems/version-not-found")
        #expect(try await api.send(.put, "/lists/l/geometry", body: "1").status == 405)
    }
}
