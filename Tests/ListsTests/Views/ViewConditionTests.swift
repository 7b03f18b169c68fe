import JSON
import TestSupport
import Testing

@testable import Lists

@Suite("The condition of a view")
struct ViewConditionTests {
    private static func expect(_ condition: String, holdsOf values: [String], notOf others: [String]) throws {
        for value in values { #expect(try ViewTesting.holds(condition, of: value), "\(condition) of \(value)") }
        for value in others { #expect(try !ViewTesting.holds(condition, of: value), "\(condition) of \(value)") }
    }

    @Test("all of nothing holds, any of nothing does not")
    func nothing() throws {
        try Self.expect(#"{"all":[]}"#, holdsOf: ["1"], notOf: [])
        try Self.expect(#"{"any":[]}"#, holdsOf: [], notOf: ["1"])
        try Self.expect(#"{"not":{"any":[]}}"#, holdsOf: ["1"], notOf: [])
        try Self.expect("null", holdsOf: ["1"], notOf: [])
        let (less, more) = (#"{"value":"","less":5}"#, #"{"value":"","greater":2}"#)
        try Self.expect("{\"all\":[\(less),\(more)]}", holdsOf: ["3"], notOf: ["1", "9"])
        try Self.expect("{\"any\":[\(less),\(more)]}", holdsOf: ["1", "9"], notOf: ["null"])
    }

    @Test("numbers are compared by what they are worth, exactly and at any size")
    func numbers() throws {
        try Self.expect(
            #"{"value":"","equals":1}"#, holdsOf: ["1", "1.0", "10e-1", "0.1E+1"], notOf: ["1.0000000000000000001", "\"1\"", "true"])
        try Self.expect(#"{"value":"","equals":-0.0}"#, holdsOf: ["0", "0e9", "-0"], notOf: ["1e-400"])
        let large = "1e999999999999999999999"
        try Self.expect(
            "{\"value\":\"\",\"less\":2e999999999999999999999}", holdsOf: [large, "9e999999999999999999998", "-\(large)"],
            notOf: [
                "2e999999999999999999999", "20e999999999999999999998", "1e1000000000000000000000",
            ])
        try Self.expect(
            #"{"value":"","greater":1e-999999999999999999999}"#, holdsOf: ["2e-999999999999999999999", "1e-400"],
            notOf: [
                "0", "1e-999999999999999999999", "1e-9999999999999999999999",
            ])
        try Self.expect(#"{"value":"","atLeast":9007199254740993}"#, holdsOf: ["9007199254740993"], notOf: ["9007199254740992"])
    }

    @Test("strings are compared by their characters")
    func strings() throws {
        try Self.expect(#"{"value":"","equals":"aé"}"#, holdsOf: [#""\u0061\u00e9""#], notOf: ["\"ae\u{301}\"", "\"AÉ\"", "\"a\""])
        // By their code points: a character of four bytes comes after one of three.
        try Self.expect(#"{"value":"","less":"\ud83d\ude00"}"#, holdsOf: ["\"\u{FFFD}\"", "\"\""], notOf: ["\"😀\"", "\"😀a\"", "1"])
        try Self.expect(#"{"value":"","atMost":"b"}"#, holdsOf: ["\"b\"", "\"B\""], notOf: ["\"ba\"", "\"\\u00e9\""])
    }

    @Test("arrays and objects are compared by their members, in any order of keys")
    func containers() throws {
        try Self.expect(
            #"{"value":"","equals":{"a":[1,{"b":"x","c":null}],"d":true}}"#,
            holdsOf: [#"{"d":true,"a":[1.0,{"c":null,"b":"\u0078"}]}"#],
            notOf: [
                #"{"d":true,"a":[{"b":"x","c":null},1]}"#, #"{"a":[1,{"b":"x","c":null}]}"#,
                #"{"a":[1,{"b":"x","c":null}],"d":true,"e":1}"#,
            ])
        try Self.expect(#"{"value":"","equals":[]}"#, holdsOf: ["[]"], notOf: ["[[]]", "{}", "[null]", "\"[]\""])
        try Self.expect(#"{"value":"","in":[{"a":1,"b":2},"x"]}"#, holdsOf: [#"{"b":2,"a":1}"#, "\"x\""], notOf: [#"{"a":1}"#, "\"y\""])
    }

    @Test("an order between anything but two numbers or two strings is false")
    func orders() throws {
        for order in ["less", "atMost", "greater", "atLeast"] {
            for (operand, value) in [
                ("null", "null"), ("true", "true"), ("[1]", "[1]"), ("{}", "{}"), ("1", "\"1\""), ("\"1\"", "1"), ("false", "0"),
            ] {
                try Self.expect("{\"value\":\"\",\"\(order)\":\(operand)}", holdsOf: [], notOf: [value])
            }
        }
    }

    @Test("every test of what is not there is false, and null is there")
    func absent() throws {
        for test in [#""equals":null"#, #""in":[null]"#, #""less":5"#, #""contains":null"#, #""exists":true"#] {
            try Self.expect("{\"value\":\"/x\",\(test)}", holdsOf: [], notOf: ["{}", "1", "[]", #"{"y":null}"#])
        }
        try Self.expect(#"{"not":{"value":"/x","less":5}}"#, holdsOf: ["{}", "null", #"{"x":9}"#, #"{"x":"1"}"#], notOf: [#"{"x":1}"#])
        try Self.expect(#"{"value":"/x","equals":null}"#, holdsOf: [#"{"x":null}"#], notOf: ["{}"])
        try Self.expect(#"{"value":"/x","exists":true}"#, holdsOf: [#"{"x":null}"#], notOf: ["{}"])
        try Self.expect(#"{"value":"/x","exists":false}"#, holdsOf: ["{}"], notOf: [#"{"x":null}"#])
    }

    @Test("contains holds for an array with an equal element")
    func contains() throws {
        try Self.expect(
            #"{"value":"/t","contains":1}"#, holdsOf: [#"{"t":["a",1.0]}"#], notOf: [#"{"t":[[1]]}"#, #"{"t":1}"#, #"{"t":"1"}"#, "{}"])
        try Self.expect(#"{"value":"/t","contains":{"a":1,"b":[]}}"#, holdsOf: [#"{"t":[0,{"b":[],"a":1}]}"#], notOf: [#"{"t":[{"a":1}]}"#])
        let both = #"{"all":[{"value":"/t","contains":"x"},{"value":"/t","contains":"\u0079"}]}"#
        try Self.expect(both, holdsOf: [#"{"t":["y","z","x"]}"#], notOf: [#"{"t":["x","x"]}"#])
    }

    @Test("pointers lead through objects and arrays, and one member or element has several names")
    func pointers() throws {
        try Self.expect(
            #"{"value":"/a/1/b","equals":1}"#, holdsOf: [#"{"a":[0,{"b":1}]}"#, #"{"a":{"1":{"b":1}}}"#], notOf: [#"{"a":[{"b":1}]}"#])
        try Self.expect(#"{"value":"/a~1b/c~0","equals":1}"#, holdsOf: [#"{"a/b":{"c~":1}}"#, #"{"\u0061/b":{"c~":1}}"#], notOf: ["{}"])
        try Self.expect(#"{"value":"/01","exists":true}"#, holdsOf: [#"{"01":1}"#], notOf: ["[1,2]"])
        // The whole, a part, and a part of that, in one pass.
        let nested =
            #"{"all":[{"value":"","exists":true},{"value":"/a","equals":{"b":[7]}},{"value":"/a/b/0","atLeast":7},{"value":"/z","equals":0}]}"#
        try Self.expect(nested, holdsOf: [#"{"z":0,"a":{"b":[7]}}"#, #"{"a":{"b":[7.0]},"z":0}"#], notOf: [#"{"a":{"b":[7]}}"#])
    }

    @Test("an item's id, its type and its section are strings, or null for no type")
    func properties() throws {
        let tests = [
            (#"{"item":"id","equals":"a"}"#, true), (#"{"item":"id","less":"b"}"#, true), (#"{"item":"id","in":["x"]}"#, false),
            (#"{"item":"section","equals":"s"}"#, true), (#"{"item":"type","equals":"T"}"#, true),
            (#"{"item":"type","equals":null}"#, false),
            (#"{"item":"type","contains":"T"}"#, false), (#"{"item":"type","exists":true}"#, true),
            (#"{"item":"type","exists":false}"#, false),
        ]
        for (test, holds) in tests { #expect(try ViewTesting.holds(test, of: "1", type: "T") == holds, "\(test)") }
        #expect(try ViewTesting.holds(#"{"item":"type","equals":null}"#, of: "1"))
        #expect(try !ViewTesting.holds(#"{"item":"type","atLeast":""}"#, of: "1"))
    }

    @Test("is the same as another implementation of RFC 9535 says, of random values")
    func fuzz() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let names = ["==": "equals", "<": "less", "<=": "atMost", ">": "greater", ">=": "atLeast"]
        var lines: [String] = []
        var found: [Bool] = []
        while lines.count < 6_000 {
            let (left, right) = (RandomJSON.value(&random), RandomJSON.value(&random))
            guard let (sign, name) = names.randomElement(using: &random) else { break }
            let kinds = Set([JSONText(verbatim: left).kind, JSONText(verbatim: right).kind])
            // Python takes false and true for numbers where it orders.
            if sign != "==", kinds.contains(.bool) { continue }
            // The contract has no order of what is equal and neither a number nor a string.
            if sign.count == 2, sign != "==", kinds != [.number], kinds != [.string] { continue }
            lines.append("[\"\(sign)\",\(left),\(right)]")
            found.append(try ViewTesting.holds("{\"value\":\"/v\",\"\(name)\":\(right)}", of: "{\"v\":\(left)}"))
        }
        let expected = try PythonRun.output(of: "Tests/Support/Comparison/compare.py", input: lines.joined(separator: "\n"))
            .split(separator: "\n").map { $0 == "1" }
        #expect(expected.count == lines.count)
        for (index, (line, pair)) in zip(lines, zip(expected, found)).enumerated() where pair.0 != pair.1 {
            Issue.record("seed \(seed), \(index): \(line) is \(pair.0)")
        }
        #expect(found.count { $0 } > 500)
    }

    @Test("looks at hostile values", arguments: 0..<2)
    func hostile(run: Int) throws {
        let size = 250_000
        let values = [
            "\"\(String(repeating: "x", count: size))\"", "1\(String(repeating: "0", count: size))",
            "0.\(String(repeating: "0", count: size))1",
            "[\(Array(repeating: "{}", count: size / 3).joined(separator: ","))]",
            String(repeating: "[", count: 500) + String(repeating: "]", count: 500),
            "{\((0..<size / 10).map { "\"\($0)\":1" }.joined(separator: ","))}",
        ]
        let tests = (0..<64).map {
            #"{"value":"/v","\#(["equals", "contains", "less", "greater"][$0 % 4])":\#(["{}", "\"x\"", "1e5"][$0 % 3])}"#
        }
        let definition = try ViewTesting.definition("\"where\":{\"\(run == 0 ? "any" : "all")\":[\(tests.joined(separator: ","))]}")
        for value in values { _ = try ViewTesting.position(of: "{\"v\":\(value)}", in: definition) }
        #expect(try ViewTesting.holds("{\"value\":\"/v\",\"equals\":1e\(size)}", of: "{\"v\":\(values[1])}"))
        #expect(try ViewTesting.holds("{\"value\":\"/v\",\"contains\":{}}", of: "{\"v\":\(values[3])}"))
    }
}

/// Values that are often equal, or near to each other.
private enum RandomJSON {
    static func value(_ random: inout SeededGenerator, depth: Int = 0) -> String {
        switch random.below(depth < 2 ? 9 : 6) {
        case 0: return ["null", "true", "false"][random.below(3)]
        case 1, 2: return number(&random, atTop: depth == 0)
        case 3, 4, 5: return string(&random)
        case 6, 7: return "[\((0..<random.below(3)).map { _ in value(&random, depth: depth + 1) }.joined(separator: ","))]"
        default:
            var members = (0..<random.below(4)).map { "\"\("abc".dropFirst($0).prefix(1))\":\(value(&random, depth: depth + 1))" }
            members = Array(Set(members.map { String($0.prefix(3)) })).compactMap { key in members.first { $0.hasPrefix(key) } }
            members.shuffle(using: &random)
            return "{\(members.joined(separator: ","))}"
        }
    }

    /// - Parameter atTop: Else none is 0 or 1, which Python takes for false and true within arrays and objects.
    private static func number(_ random: inout SeededGenerator, atTop: Bool) -> String {
        let whole = random.below(3) + (atTop ? 0 : 2)
        let sign = random.below(4) == 0 ? "-" : ""
        switch whole == 0 ? 0 : random.below(6) {
        case 0: return sign + "\(whole)"
        case 1: return sign + "\(whole).\(["0", "00", "5", "50", "000000000000000000001"][random.below(5)])"
        case 2: return sign + "\(whole)0e-1"
        case 3: return sign + "\(whole)E\(["+2", "-2", "300", "-300"][random.below(4)])"
        case 4: return sign + "\(whole)00"
        default: return sign + "90071992547409\(90 + random.below(9))"
        }
    }

    private static func string(_ random: inout SeededGenerator) -> String {
        let parts = ["a", #"\u0061"#, "b", "é", #"\u00e9"#, "😀", #"\ud83d\ude00"#, "\u{FFFD}", #"\n"#, #"\""#, #"\/"#, "/", "1"]
        return "\"\((0..<random.below(3)).map { _ in parts[random.below(parts.count)] }.joined())\""
    }
}
