import HTTPTypes
import JSON
import Lists
import SQLiteStore
import TestSupport
import Testing

@Suite("A PUT of a list in either form")
struct ReplacementFormTests {
    /// A section of a content: its id, its header, and its items with the ids that they bring.
    private struct Part {
        var id: String?
        var header: Int?
        var items: [(id: String?, value: String)]
    }

    @Test("keeps the same sections and items, and makes the same version", arguments: 0..<60 as Range<UInt64>)
    func random(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let old = Self.content(&random, sections: 1 + random.below(4), items: 12, of: 2 + random.below(6))
        var new = Self.changed(old, &random)
        if random.below(3) == 0 { new.swapAt(0, random.below(new.count)) }
        try await Self.expectSame(old, new, "seed \(seed)")
    }

    @Test("keeps the same items of sections that are just short enough for the exact order of an upload")
    func long() async throws {
        var random = SeededGenerator(seed: 16_200)
        let old = Self.content(&random, sections: 1, items: 16_200, of: 3_000, exactly: true)
        var new = old
        new[0].items = (new[0].items.dropFirst(5_000) + new[0].items.prefix(5_000)).map { (nil, $0.value) }
        try await Self.expectSame(old, new, "16,200 items")
    }

    /// Every section and item has an id.
    private static func content(
        _ random: inout SeededGenerator, sections: Int, items: Int, of values: Int, exactly: Bool = false
    ) -> [Part] {
        (0..<sections).map { section in
            let count = exactly ? items : random.below(items + 1)
            let items = (0..<count).map { (id: String?.some("i\(section)-\($0)"), value: "\(random.below(values))") }
            return Part(id: "s\(section)", header: random.below(2), items: items)
        }
    }

    /// Takes most ids away, and moves, changes, drops and adds items and sections.
    private static func changed(_ old: [Part], _ random: inout SeededGenerator) -> [Part] {
        var new = old
        var extra = 0
        for index in new.indices {
            if random.below(2) == 0 { new[index].id = nil }
            for _ in 0..<random.below(5) where !new[index].items.isEmpty {
                let row = random.below(new[index].items.count)
                switch random.below(4) {
                case 0: new[index].items.remove(at: row)
                case 1: new[index].items[row].value = "\(random.below(8))"
                case 2: new[index].items.swapAt(row, random.below(new[index].items.count))
                default:
                    let target = random.below(new.count)
                    new[target].items.insert(new[index].items.remove(at: row), at: random.below(new[target].items.count + 1))
                }
            }
            for row in new[index].items.indices where random.below(6) != 0 { new[index].items[row].id = nil }
            if random.below(3) == 0 {
                extra += 1
                new[index].items.append((random.below(2) == 0 ? "new\(extra)" : nil, "\(random.below(8))"))
            }
        }
        if random.below(4) == 0 { new.append(Part(id: nil, header: 1, items: [(nil, "1"), (nil, "2")])) }
        return new
    }

    private static func expectSame(_ old: [Part], _ new: [Part], _ comment: Comment) async throws {
        let api = try TestAPI()
        for list in ["json", "ndjson"] {
            try #require(try await api.send(.put, "/lists/\(list)", body: document(old)).status == 201)
        }
        try #require(try await api.send(.put, "/lists/json", body: document(new)).status == 200, comment)
        let headers = ["Content-Type": "application/x-ndjson"]
        try #require(try await api.send(.put, "/lists/ndjson", headers, body: lines(new)).status == 200, comment)
        let known = Set(old.flatMap(\.items).compactMap(\.id) + old.compactMap(\.id))
        let outcomes = try ["json", "ndjson"].map { try outcome(try #require(ListID($0)), in: api, known) }
        #expect(outcomes[0] == outcomes[1], comment)
    }

    /// The version, and each section and item in order: its id where it was there before, its value, its revision.
    private static func outcome(_ list: ListID, in api: TestAPI, _ known: Set<String>) throws -> [String] {
        let snapshot = try api.store.snapshot(of: list, at: nil)
        func shown(_ id: Identifier) -> String { known.contains(id.text) ? id.text : "new" }
        let sections = try snapshot.sections(in: 0..<snapshot.sectionCount).map { "\(shown($0.id)) \($0.content.header.text)" }
        let items = try snapshot.items(in: 0..<snapshot.itemCount).map { item in
            let revision = try snapshot.revision(of: item)
            return "\(item.indexPath) \(shown(revision.id)) \(revision.value.text) \(revision.version)"
        }
        return ["\(snapshot.version)"] + sections + items
    }

    private static func document(_ content: [Part]) -> String {
        let sections = content.map { part in
            let items = part.items.map { "{\(member("id", $0.id))\"value\":\($0.value)}" }
            return "{\(member("id", part.id))\"header\":\(header(part)),\"items\":[\(items.joined(separator: ","))]}"
        }
        return "{\"sections\":[\(sections.joined(separator: ","))]}"
    }

    private static func lines(_ content: [Part]) -> String {
        content.flatMap { part in
            ["{\"section\":{\(member("id", part.id))\"header\":\(header(part))}}"]
                + part.items.map { "{\"item\":{\(member("id", $0.id))\"value\":\($0.value)}}" }
        }.joined(separator: "\n")
    }

    private static func header(_ part: Part) -> String { part.header.map(String.init) ?? "null" }

    private static func member(_ name: String, _ value: String?) -> String { value.map { "\"\(name)\":\"\($0)\"," } ?? "" }
}
