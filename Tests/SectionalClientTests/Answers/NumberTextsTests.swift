import Foundation
import TestSupport
import Testing

@testable import SectionalClient

@Suite("Texts of numbers")
struct NumberTextsTests {
    private static let numbers = [
        "0", "-0", "7", "-12", "1.10", "1.5", "0.1", "-0.0", "1.0", "100.00", "1e3", "1E-7", "1e400", "-1e400", "9223372036854775807",
        "9223372036854775808", "12345678901234567890", "0.1000000000000000055511151231257827", "123456789012345678901234567890.5",
    ]

    @Test("a JSON value keeps each, read and written again", arguments: numbers)
    func kept(number: String) throws {
        let value = try JSONDecoder().decodeExactly(JSONValue.self, from: Data(number.utf8))
        #expect(value.text == number)
        #expect(String(decoding: try JSONEncoder().encodeExactly([value]), as: UTF8.self) == "[\(number)]")
    }

    @Test("plain numbers are integers and doubles, and all have their values")
    func values() throws {
        let values = try JSONDecoder().decodeExactly([JSONValue].self, from: Data("[1,1.5,1.10,1e3,12345678901234567890]".utf8))
        #expect(values == [1, 1.5, .decimal("1.10"), .decimal("1e3"), .decimal("12345678901234567890")])
        #expect(values.map(\.double) == [1, 1.5, 1.1, 1_000, 12_345_678_901_234_567_890])
        #expect(JSONValue.string("1").double == nil)
    }

    @Test("an app's own coders have the values of numbers")
    func otherCoders() throws {
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data("1.10".utf8)) == 1.1)
        let text = try JSONEncoder().encode([JSONValue.decimal("1.10"), .decimal("12345678901234567890")])
        #expect(String(decoding: text, as: UTF8.self) == "[1.1,12345678901234567890]")
    }

    @Test(
        "nothing that is no number of JSON is written as one",
        arguments: ["", "-", "01", "1.", ".5", "1e", "+1", "1 ", "NaN", "0x1", "1,2", "\"", "1}"])
    func noNumbers(text: String) throws {
        #expect(throws: EncodingError.self) { try JSONEncoder().encodeExactly([JSONValue.decimal(text)]) }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([JSONValue.decimal(text)]) }
    }

    @Test("a list's own members of another shape are found where they stand: escaped keys, keys like indexes, numbers in strings")
    func paths() throws {
        let text = #"{"a\"b":{"\u00e9":[0,{"Index 1":1.10}]},"Index 0":[[],["1.20",2.20]],"s":"\"x\":1.30"}"#
        let value = try JSONDecoder().decodeExactly(JSONValue.self, from: Data(text.utf8))
        #expect(value["a\"b"]?["é"] == [0, ["Index 1": .decimal("1.10")]])
        #expect(value["Index 0"] == [[], ["1.20", .decimal("2.20")]])
    }

    /// A document as it is written, and the texts of its numbers in the order of their keys.
    private static func document(_ depth: Int, _ random: inout SeededGenerator) -> (text: String, numbers: [String]) {
        switch random.below(depth > 4 ? 2 : 5) {
        case 0:
            let digits = (0...random.below(22)).map { _ in "\(random.below(10))" }.joined()
            let start = random.below(2) == 0 ? "" : "-"
            let whole = digits.count > 1 && digits.hasPrefix("0") ? "1\(digits.dropFirst())" : digits
            let fraction = random.below(2) == 0 ? "" : ".\(random.below(1_000))\(random.below(2) == 0 ? "0" : "")"
            let power = ["e", "E"][random.below(2)] + ["", "+", "-"][random.below(3)] + "\(random.below(20))"
            let number = start + whole + fraction + (random.below(5) > 0 ? "" : power)
            return (number, [number])
        case 1: return (["null", "true", #""1.10""#, #""\",1.2[""#][random.below(4)], [])
        case 2:
            let elements = (0..<random.below(5)).map { _ in document(depth + 1, &random) }
            return ("[ \(elements.map(\.text).joined(separator: " , ")) ]", elements.flatMap(\.numbers))
        default:
            let keys = ["a", #"b\\"#, #"c\""#, #"\u00e4"#, "d é", "Index 0", "value"].shuffled(using: &random).prefix(random.below(6))
            let members = keys.map { ($0, document(depth + 1, &random)) }
            return ("{\(members.map { "\"\($0)\" : \($1.text)" }.joined(separator: ","))}", members.flatMap(\.1.numbers))
        }
    }

    private static func numbers(of value: JSONValue) -> [String] {
        switch value {
        case .integer, .number, .decimal: [value.text]
        case .array(let elements): elements.flatMap(numbers)
        case .object(let members): members.values.flatMap(numbers)
        case .null, .bool, .string: []
        }
    }

    @Test("random documents keep all of theirs, twice over")
    func random() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let (text, numbers) = Self.document(0, &random)
            let value = try JSONDecoder().decodeExactly([JSONValue].self, from: Data("[\(text)]".utf8))
            #expect(value.flatMap(Self.numbers).sorted() == numbers.sorted(), "seed \(seed): \(text)")
            let again = try JSONDecoder().decodeExactly([JSONValue].self, from: try JSONEncoder().encodeExactly(value))
            #expect(again == value, "seed \(seed): \(text)")
        }
    }
}
