import JSON
import Lists
import Testing

@testable import CellTypes

/// Work is counted in units, which no machine and no clock changes.
@Suite("The work of a check")
struct CostTests {
    struct Attack: CustomTestStringConvertible {
        let testDescription: String
        let sizes: [Int]
        let schema: @Sendable (Int) -> String
        let value: @Sendable (Int) -> String
    }

    @Test("grows at most as schema and value do", arguments: schemas + values)
    func doubling(attack: Attack) throws {
        var before: Int?
        for size in attack.sizes {
            let work = try Check.work(attack.schema(size), attack.value(size)).units
            if let before { #expect(Double(work) <= 2.2 * Double(before) + 64, "\(size)") }
            before = work
        }
    }

    private static let schemas: [Attack] = [
        Attack(
            testDescription: "a wide anyOf", sizes: [250, 500, 1_000, 2_000],
            schema: { #"{"anyOf":[\#(String.list($0) { #"{"const":\#($0)}"# })]}"# }, value: { _ in "-1" }),
        Attack(
            testDescription: "references that fan out", sizes: [4, 8, 16, 28],
            schema: { size in
                let steps = String.list(size) {
                    ##""d\##($0)":{"allOf":[{"$ref":"#/$defs/d\##($0 + 1)"},{"$ref":"#/$defs/d\##($0 + 1)"}]}"##
                }
                return ##"{"$defs":{\##(steps),"d\##(size)":{"type":"integer"}},"$ref":"#/$defs/d0"}"##
            }, value: { _ in "1" }),
        Attack(
            testDescription: "references that fan out under unevaluatedProperties", sizes: [4, 8, 16, 28],
            schema: { size in
                let steps = String.list(size) {
                    ##""d\##($0)":{"anyOf":[{"$ref":"#/$defs/d\##($0 + 1)"},{"$ref":"#/$defs/d\##($0 + 1)"}]}"##
                }
                return ##"{"$defs":{\##(steps),"d\##(size)":{"properties":{"a":true}}},"$ref":"#/$defs/d0","unevaluatedProperties":false}"##
            }, value: { _ in #"{"a":1}"# }),
        Attack(
            testDescription: "an enumeration of long values", sizes: [250, 500, 1_000, 2_000],
            schema: { #"{"enum":[\#(String.list($0) { "[\($0),{\"a\":\($0)}]" })]}"# }, value: { _ in #"[-1,{"a":-1}]"# }),
        Attack(
            testDescription: "many required members", sizes: [250, 500, 1_000, 2_000],
            schema: { #"{"required":[\#(String.list($0) { "\"k\($0)\"" })]}"# },
            value: { #"{\#(String.list($0) { "\"k\($0)\":1" })}"# }),
        Attack(
            testDescription: "a long pattern of options", sizes: [128, 256, 512, 1_024],
            schema: { #"{"pattern":"^\#(String(repeating: "a?", count: $0))$"}"# },
            value: { #""\#(String(repeating: "a", count: $0))!""# }),
    ]

    private static let recursive = ##"""
        {"$ref":"#/$defs/n","$defs":{"n":{"anyOf":[{"type":"null"},{"properties":{"c":{"$ref":"#/$defs/n"}},"required":["x"]},
        {"properties":{"c":{"$ref":"#/$defs/n"}}}]}}}
        """##

    private static let values: [Attack] = [
        Attack(
            testDescription: "a deep value whose parts every level asks for twice", sizes: [32, 64, 128, 256], schema: { _ in recursive },
            value: { String(repeating: #"{"c":"#, count: $0) + "1" + String(repeating: "}", count: $0) }),
        Attack(
            testDescription: "unique elements", sizes: [1_000, 2_000, 4_000, 8_000], schema: { _ in #"{"uniqueItems":true}"# },
            value: { "[" + String.list($0) { "{\"a\":[\($0)]}" } + "]" }),
        Attack(
            testDescription: "unique elements at every level", sizes: [64, 128, 256, 500],
            schema: { _ in ##"{"$defs":{"n":{"uniqueItems":true,"items":{"$ref":"#/$defs/n"}}},"$ref":"#/$defs/n"}"## },
            value: { String(repeating: "[0,", count: $0) + "1" + String(repeating: "]", count: $0) }),
        Attack(
            testDescription: "a long number", sizes: [10_000, 20_000, 40_000],
            schema: { _ in #"{"multipleOf":7e-400,"maximum":7,"type":"integer"}"# },
            value: { String(repeating: "7", count: $0) }),
        Attack(
            testDescription: "a long exponent", sizes: [10_000, 20_000, 40_000], schema: { _ in #"{"multipleOf":7e-400}"# },
            value: { "7e" + String(repeating: "9", count: $0) }),
        Attack(
            testDescription: "a text that loops inside of loops run over", sizes: [1_000, 2_000, 4_000, 8_000],
            schema: { _ in #"{"pattern":"^(a+)+$"}"# },
            value: { #""\#(String(repeating: "a", count: $0))!""# }),
        Attack(
            testDescription: "a text that is searched from every start", sizes: [1_000, 2_000, 4_000, 8_000],
            schema: { _ in #"{"pattern":"[a-z]*\\d"}"# },
            value: { #""\#(String(repeating: "a", count: $0))""# }),
        Attack(
            testDescription: "members with patterns for their names", sizes: [500, 1_000, 2_000],
            schema: { _ in #"{"patternProperties":{"^k1":true,"9$":true}}"# },
            value: { #"{\#(String.list($0) { "\"k\($0 + 1_000)\":1" })}"# }),
    ]

    @Test("is in proportion to the schema times the value, and ends at the limit with a violation that says so")
    func limit() throws {
        let schema = #"{"items":{"anyOf":[\#(String.list(2_000) { #"{"const":\#($0)}"# })]}}"#
        func value(_ count: Int) -> String { "[" + String(repeating: "1999,", count: count) + "0]" }
        let work = try Check.work(schema, value(20))
        #expect(work.isValid && (40_000...45_000).contains(work.units), "\(work)")
        let outcome = try schema.compiled().check(JSONText(validating: value(100)), limit: 100)
        #expect(outcome.faults.map(\.message) == ["the value takes more work to check than it may"])
        #expect(outcome.work <= SchemaLimits.work(byteCount: 506) + 1)
    }

    @Test("is bounded by the value's own length, and by what is left of a larger amount")
    func bounds() throws {
        #expect(SchemaLimits.work(byteCount: 15) <= 20_000)
        let schema = try #"{"items":{"anyOf":[\#(String.list(2_000) { #"{"const":\#($0)}"# })]}}"#.compiled()
        let value = try JSONText(validating: "[1999,1999]")
        let whole = schema.check(value, limit: 100)
        #expect(whole.faults.isEmpty && schema.check(value, limit: 100, available: whole.work).work == whole.work)
        #expect(schema.check(value, limit: 100, available: whole.work - 1).work > whole.work - 1)
    }

    @Test("may go as deep as values do, for schemas with four steps to a level, and ends where it would take too much of the stack")
    func nesting() throws {
        let schema = ##"""
            {"$ref":"#/$defs/n","$defs":{"n":{"allOf":[{"anyOf":[{"$ref":"#/$defs/m"},{"$ref":"#/$defs/m"}]}]},
            "m":{"items":{"$ref":"#/$defs/n"}}}}
            """##
        func value(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        #expect(try Check.violations(schema, value(400)) == [])
        let violations = try schema.compiled().faults(of: JSONText(validating: value(512)))
        #expect(violations.map(\.message) == ["the value is nested too deep for its schema to be checked"])
    }

    @Test("is the same on every thread, for one compiled schema")
    func threads() async throws {
        let schema = try #"{"items":{"pattern":"^(?:a|b)+$","enum":["ab","c"]},"uniqueItems":true}"#.compiled()
        let value = try JSONText(validating: #"["ab","c","ab"]"#)
        let expected = schema.faults(of: value)
        #expect(expected.map(\.keyword) == ["uniqueItems", "pattern"])
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { (0..<200).allSatisfy { _ in schema.faults(of: value) == expected } } }
            for await isSame in group { #expect(isSame) }
        }
    }
}
