import JSON
import TestSupport
import Testing

@testable import Lists

@Suite("The order and the groups of a view")
struct ViewOrderTests {
    /// Values in ascending order; those of one line are equal to each other.
    private static let ladder = [
        ["false"], ["true"], ["-1e999999999999999999999"], ["-1e400"], ["-11"], ["-2", "-2.0"], ["-1.5"], ["-1e-400"], ["0", "-0.0"],
        ["1e-999999999999999999999"],
        ["1e-400"], ["0.15"], ["0.2"], ["1", "1.0"], ["1.000000000000000000001"], ["2"], ["10"], ["9007199254740992"], ["9007199254740993"],
        ["1e400"],
        ["1e999999999999999999999"], ["2e999999999999999999999"], ["1e9999999999999999999999"], [#""""#], [#""\u0000""#], [#""\u0000a""#],
        [#"" ""#], [#""a""#, #""A""#, #""á""#],
        [#""a\u0000""#], [#""ab""#], [#""b""#], [#""résumé""#, #""RESUME""#, #""Resume""#], [#""Straße""#, #""STRASSE""#], [#""z""#],
        [#""ж""#], [#""😀""#],
        ["null", "[]", "{}", "[1]"],
    ]

    private static func keys(_ order: String, _ values: [String]) throws -> [SortKey] {
        let definition = try ViewTesting.definition("\"sortBy\":[{\"value\":\"/v\",\"order\":\"\(order)\"}]")
        return try values.map { value in
            try #require(try ViewTesting.position(of: "{\"v\":\(value)}", in: definition)?.key)
        }
    }

    @Test("is false, true, numbers by worth, strings by folded text; what has no order is last in either direction")
    func ladder() throws {
        let last = try Self.keys("ascending", Self.ladder.compactMap(\.first) + ["nothing"].map { _ in "null" })
        #expect(zip(last, last.dropFirst()).dropLast().allSatisfy { $0 < $1 })
        let down = try Self.keys("descending", Array(Self.ladder.dropLast().compactMap(\.first).reversed()) + ["null"])
        #expect(zip(down, down.dropFirst()).allSatisfy { $0 < $1 })
        for step in Self.ladder {
            for order in ["ascending", "descending"] { #expect(Set(try Self.keys(order, step)).count == 1, "\(step)") }
        }
        let definition = try ViewTesting.definition(#""sortBy":["/x"]"#)
        let missing = try ["{}", "1", #"{"x":null}"#].map { try ViewTesting.position(of: $0, in: definition)?.key }
        #expect(Set(missing).count == 1)
    }

    @Test("looks at the first 256 characters of a string, and then at the id's bytes, ascending in either direction")
    func ends() throws {
        let long = String(repeating: "é", count: 256)
        let (first, second) = (try Self.keys("ascending", ["\"\(long)a\""]), try Self.keys("ascending", ["\"\(long)b\""]))
        #expect(first == second)
        for order in ["ascending", "descending"] {
            let definition = try ViewTesting.definition("\"sortBy\":[{\"value\":\"\",\"order\":\"\(order)\"}]")
            let keys = try ["Z", "a", "~", "ä"].map { try #require(try ViewTesting.position(of: "1", in: definition, id: $0)?.key) }
            #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test("is by the first key, then by the next")
    func several() throws {
        let definition = try ViewTesting.definition(
            #""sortBy":[{"value":"/a","order":"descending"},"/b",{"value":"/c","order":"descending"}]"#)
        let values = [
            #"{"a":2,"b":"x\u0000","c":1}"#, #"{"a":2,"b":"y","c":2}"#, #"{"a":2,"b":"y","c":1}"#, #"{"a":2,"b":"y"}"#, #"{"a":2,"c":9}"#,
            #"{"a":1,"b":"a"}"#, #"{"b":"a"}"#,
        ]
        let keys = try values.map { try #require(try ViewTesting.position(of: $0, in: definition)?.key) }
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
    }

    private static func group(_ value: String, as grouping: String) throws -> String {
        let definition = try ViewTesting.definition("\"sectionBy\":{\"value\":\"/v\",\"as\":\"\(grouping)\"}")
        return try #require(try ViewTesting.position(of: value.isEmpty ? "{}" : "{\"v\":\(value)}", in: definition)?.group).id.text
    }

    @Test("has a group for a string, a whole number, true and false, and ~ for everything else")
    func values() throws {
        let expected = [
            (#""Paris""#, "Paris"), (#""\u0041""#, "A"), ("5", "5"), ("5.0", "5"), ("-5e2", "-500"), ("-0", "0"), ("0.0e5", "0"),
            ("999999999999999", "999999999999999"),
            ("1e14", "100000000000000"), ("1e15", "~"), ("1000000000000000", "~"), ("1e999999999999999999999", "~"), ("1.5", "~"),
            ("true", "true"), ("false", "false"),
            ("null", "~"), ("[]", "~"), ("{}", "~"), ("", "~"), (#""~""#, "~"), (#""~x""#, "~x"), (#""""#, "~"), (#""a\nb""#, "~"),
            ("\"\(String(repeating: "é", count: 128))\"", String(repeating: "é", count: 128)),
            ("\"\(String(repeating: "é", count: 129))\"", "~"),
        ]
        for (value, group) in expected { #expect(try Self.group(value, as: "value") == group, "\(value)") }
    }

    @Test("has a group for a day, a month or a year of a string that begins like a date")
    func dates() throws {
        let text = #""2026-11-24T07:00:00+02:00""#
        #expect(try ["day", "month", "year"].map { try Self.group(text, as: $0) } == ["2026-11-24", "2026-11", "2026"])
        #expect(try Self.group(#""9999-99-99""#, as: "day") == "9999-99-99")
        for value in [#""2026-1-24""#, #""2026-11-2""#, #"" 2026-11-24""#, #""２026-11-24""#, "20261124", "null", "", #""2026/11/24""#] {
            #expect(try Self.group(value, as: "year") == "~", "\(value)")
        }
    }

    @Test("has a group for a capital letter, and # for everything else")
    func initials() throws {
        let expected = [
            (#""Ängelholm""#, "A"), (#""Łódź""#, "L"), (#""ßa""#, "S"), (#""\u0301é""#, "E"), (#""ж""#, "Ж"), (#""7""#, "#"), (#""""#, "#"),
            ("7", "#"), ("", "#"), ("null", "#"),
            (#""\u0301\u0327""#, "#"),
        ]
        for (value, group) in expected { #expect(try Self.group(value, as: "initial") == group, "\(value)") }
    }

    @Test("puts whole numbers first, then texts by what they fold to and by their bytes, and ~ and # last")
    func groups() throws {
        let groups = [
            "-12", "-3", "0", "2", "10", "100000000000000", "01", "1000000000000000", "-0", "a", "B", "E", "e", "é", "z", "#", "~",
        ]
        func order(_ order: ViewOrder) throws -> [String] {
            let definition = try ViewTesting.definition(#""sectionBy":{"value":""}"#)
            let known = try groups.map { try #require(try ViewTesting.position(of: "\"\($0)\"", in: definition)?.group) }
            return known.shuffled().sorted { $0.key(order) < $1.key(order) }.map(\.id.text)
        }
        let ascending = try order(.ascending)
        #expect(
            ascending == [
                "-12", "-3", "0", "2", "10", "100000000000000", "-0", "01", "1000000000000000", "a", "B", "E", "e", "é", "z", "#", "~",
            ])
        #expect(try order(.descending) == ascending.dropLast(2).reversed() + ["#", "~"])
    }
}
