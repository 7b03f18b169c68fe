import CellTypes
import Foundation
import Foundations
import HTTPServing
import HTTPTypes
import JSON
import ListAPI
import Lists
import TestSupport
import Testing

@Suite("The size of geometry")
struct GeometrySizeTests {
    private static let names = ["NewsModel", "AdvertModel", "WeatherModel"]

    /// A list whose items have three types in random order.
    private static func api(_ counts: [Int]) async throws -> TypedAPI {
        var random = SeededGenerator(seed: 11)
        let api = try TypedAPI {
            $0.limits.body = 1 << 30
            $0.memory = MemoryBudget(limit: 1 << 30)
        }
        let sections = counts.map { count in
            let items = (0..<count).map { _ in "{\"type\":\"\(names[random.below(3)])\",\"value\":0}" }.joined(separator: ",")
            return "{\"items\":[\(items)]}"
        }
        let made = try await api.send(.put, "/lists/l", body: "{\"sections\":[\(sections.joined(separator: ","))]}")
        #expect(made.status == 201)
        for (index, name) in names.enumerated() {
            try api.register(CellType(name: name, estimatedHeight: JSONText(verbatim: "\(44 + index * 30)")))
        }
        return api
    }

    /// The sum of the runs' lengths: the first numbers of arrays.
    private static func itemCount(_ text: String) -> Int {
        text.utf8.split(separator: UInt8(ascii: "[")).reduce(0) { $0 + (Int(Substring($1.prefix { $0 != UInt8(ascii: ",") })) ?? 0) }
    }

    @Test("a million items of three types in random order are a few hundred kilobytes in gzip, be they one section or a thousand")
    func million() async throws {
        for counts in [[1_000_000], Array(repeating: 1_000, count: 1_000)] {
            let api = try await Self.api(counts)
            var target: String? = "/lists/l/geometry"
            var (plain, encoded, items, pages) = (0, 0, 0, 0)
            while let next = target {
                let page = try await api.get(next, ["Accept-Encoding": "gzip"])
                #expect(page.status == 200 && page["content-encoding"] == "gzip" && page["etag"]?.hasSuffix("-gz\"") == true)
                let bytes = try #require(Gzip.decompress(page.bytes, limit: 1 << 30))
                (plain, encoded, pages) = (plain + bytes.count, encoded + page.bytes.count, pages + 1)
                items += Self.itemCount(String(decoding: bytes, as: UTF8.self))
                target = page.link("next")
            }
            print("geometry of a million items in \(counts.count) sections: \(plain) bytes, \(encoded) in gzip, \(pages) pages")
            #expect(items == 1_000_000 && plain < 20 << 20 && encoded < 600 << 10)
        }
    }

    @Test("a section that is longer than a page is a page alone, streamed; those beside it are pages as ever")
    func longSection() async throws {
        let api = try await Self.api([3, 700_000, 5, 2])
        var target: String? = "/lists/l/geometry"
        var shown: [[Int]] = []
        var streamed: [Bool] = []
        while let next = target {
            let page = try await api.get(next)
            #expect(page.status == 200 && page["etag"]?.hasPrefix("\"v1.") == true && page["cache-control"] == "no-cache")
            let sections = page.text.components(separatedBy: "\"runs\":").dropFirst()
            shown.append(sections.map(Self.itemCount))
            #expect(page.at("sectionCount") == "4" && page.at("sections.\(sections.count - 1).runs") != nil, "no JSON")
            streamed.append(try await api.stream(next) != nil)
            target = page.link("next")
        }
        #expect(shown == [[3], [700_000], [5, 2]] && streamed == [false, true, false])
        let long = "/lists/l/geometry?offset=1"
        let tag = try #require(try await api.get(long)["etag"])
        #expect(try await api.get(long, ["If-None-Match": tag]).status == 304)
        #expect(try await api.get(long, ["If-Match": tag]).status == 200)
        let failed = try await api.get(long, ["If-Match": "\"v9\""])
        #expect(failed.status == 412 && failed.at("current.itemCount") == "700010")
    }
}
