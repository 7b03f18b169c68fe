import JSON
import TestSupport
import Testing
@testable import Lists

/// Can fail: operands of one definition alone, places that another definition's pointers have, and parts that are compared by their lengths
/// fail in the first rounds.
@Suite("The views of one list")
struct ViewFamilyTests {
    private static let parts = [
        #""where":{"value":"/n","less":4}"#, #""where":{"value":"/g","equals":"a"}"#, #""where":{"value":"/g","in":["b",1,[1,2]]}"#,
        #""where":{"value":"/g","contains":1}"#, #""where":{"value":"/g","contains":"long text"}"#,
        #""where":{"any":[{"value":"/o/x","exists":true},{"not":{"value":"/n","equals":2}}]}"#, #""where":{"value":"","equals":{}}"#,
        #""sortBy":["/n"]"#, #""sortBy":[{"value":"/g","order":"descending"},"/o"]"#, #""sectionBy":{"value":"/g","as":"initial"}"#,
        #""sectionBy":{"value":"/g/0"},"sortBy":["/o/x"]"#, #""sectionBy":"none""#,
    ]

    private static func value(_ random: inout SeededGenerator) -> String {
        let groups = ["\"a\"", "\"b\"", "1", "1.0", "[1,2]", "[\"long text\"]", "null", "\"\\u0061\""]
        var members: [String] = []
        if random.below(5) > 0 { members.append("\"n\":\(random.below(6))") }
        if random.below(5) > 0 { members.append("\"g\":\(groups[random.below(groups.count)])") }
        if random.below(3) > 0 { members.append("\"o\":{\"x\":\(random.below(3))}") }
        return "{\(members.joined(separator: ","))}"
    }

    @Test(
        "find in an item together what each finds alone, and where two values look the same",
        arguments: [UInt64.random(in: .min ... .max), 1, 2])
    func together(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var unseen = 0
        for _ in 0..<1_000 {
            let definitions = try (0...random.below(6)).map { _ in try ViewTesting.definition(Self.parts[random.below(Self.parts.count)]) }
            let family = try ViewFamily(definitions)
            let texts = (Self.value(&random), Self.value(&random))
            try Self.withValues(texts, by: family) { old, new in
                var (old, new) = (old, new)
                let differing = old.values.differing(from: new.values)
                for (definition, joined) in zip(definitions, family.joined) {
                    let alone = (try definition.position(of: old.item), try definition.position(of: new.item))
                    let found = (try joined.position(of: old.item, &old.values), try joined.position(of: new.item, &new.values))
                    #expect(Self.areEqual(alone.0, found.0) && Self.areEqual(alone.1, found.1), "seed \(seed): \(definition.text) \(texts)")
                    guard !joined.places.contains(where: { differing[$0] }) else { continue }
                    unseen += 1
                    #expect(Self.areEqual(alone.0, alone.1), "seed \(seed): \(definition.text) \(texts)")
                }
            }
        }
        #expect(unseen > 100, "seed \(seed)")
    }

    private typealias Side = (item: ViewItem, values: ItemValues)

    private static func withValues(_ texts: (String, String), by family: ViewFamily, _ body: (Side, Side) throws -> Void) throws {
        func side(_ stored: StoredItem) throws -> Side {
            let item = ViewItem(stored, type: nil, section: nil)
            return (item, try ItemValues(of: family.pointers, family.operands, in: item.value))
        }
        let revisions = try [texts.0, texts.1].map {
            ItemRevision(key: 1, number: 1, version: 1, id: Identifier(verbatim: "a"), value: try JSONText(validating: $0))
        }
        try revisions[0].withStored { old in try revisions[1].withStored { try body(side(old), side($0)) } }
    }

    private static func areEqual(_ left: ViewPosition?, _ right: ViewPosition?) -> Bool {
        (left == nil) == (right == nil) && left?.group == right?.group && left?.key == right?.key
    }
}
