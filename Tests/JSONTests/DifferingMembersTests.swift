import TestSupport
import Testing
@testable import JSON

/// Can fail: a look at the first members alone, and one that takes a removed member for equal, fail in the first rounds.
@Suite("The members in which two objects differ")
struct DifferingMembersTests {
    @Test(
        "are named",
        arguments: [
            (#"{"a":1,"b":2}"#, #"{"a":1,"b":2}"#, []), (#"{"a":1,"b":2}"#, #"{"a":1,"b":3}"#, ["b"]),
            (#"{"a":1}"#, #"{"a":1,"b":{},"c":[]}"#, ["b", "c"]), (#"{"a":{"x":1},"b":2}"#, #"{"a":{"x":2}}"#, ["a", "b"]),
            (#"{"\u0061":1}"#, #"{"\u0061":2}"#, ["a"]), ("{}", #"{"":0}"#, [""]),
        ])
    func named(old: String, new: String, expected: [String]) throws {
        #expect(try Self.differing(old, new)?.map(\.text) == expected)
    }

    @Test(
        "are unknown where the members have another order, and where a value is no object",
        arguments: [(#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#), (#"{"a":1}"#, #"{"\u0061":1}"#), ("[]", "{}"), ("{}", "1")])
    func unknown(old: String, new: String) throws {
        #expect(try Self.differing(old, new) == nil)
    }

    @Test("say of random objects which pointers find the same in both", arguments: [UInt64.random(in: .min ... .max), 1, 2])
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var outside = 0
        for _ in 0..<2_000 {
            let old = Self.object(&random, depth: 2)
            let new = random.below(3) == 0 ? Self.object(&random, depth: 2) : Self.changed(old, &random)
            var pointers = JSONPointerSet()
            for _ in 0...random.below(3) {
                let tokens = (0..<random.below(3)).map { _ in ["a", "b", "c", "0"][random.below(4)] }
                _ = pointers.add(try #require(JSONPointer(tokens.map { "/" + $0 }.joined())))
            }
            let (before, after) = (Self.text(old), Self.text(new))
            guard let names = try Self.differing(before, after), pointers.isOutside(names) else { continue }
            outside += 1
            #expect(try Self.found(pointers, before) == Self.found(pointers, after), "seed \(seed): \(before) \(after)")
        }
        #expect(outside > 200, "seed \(seed)")
    }

    private typealias Member = (key: String, value: String)

    private static func object(_ random: inout SeededGenerator, depth: Int) -> [Member] {
        ["a", "b", "c", "d"].prefix(random.below(5)).map { key in
            (key, depth > 0 && random.below(3) == 0 ? text(object(&random, depth: depth - 1)) : "\(random.below(3))")
        }
    }

    private static func changed(_ members: [Member], _ random: inout SeededGenerator) -> [Member] {
        var members = members
        if !members.isEmpty, random.below(2) == 0 { members[random.below(members.count)].value = "\"new\"" }
        if random.below(3) == 0 { members.append(("e", "1")) } else if random.below(3) == 0, !members.isEmpty { members.removeLast() }
        return members
    }

    private static func text(_ members: [Member]) -> String {
        "{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    private static func differing(_ old: String, _ new: String) throws -> [JSONName]? {
        try UTF8Text.withBytes(of: old) { old in try UTF8Text.withBytes(of: new) { try JSONName.differing(old, $0) } }
    }

    private static func found(_ pointers: JSONPointerSet, _ text: String) throws -> [String?] {
        try UTF8Text.withBytes(of: text) { bytes in
            try pointers.find(in: bytes).map { $0.map { String(decoding: bytes[$0], as: UTF8.self) } }
        }
    }
}
