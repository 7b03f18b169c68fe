import JSON
import Lists
import Testing

@Suite("Writing JSON")
struct JSONTextTests {
    private func written(_ body: (inout [UInt8]) -> Void) -> String {
        var output: [UInt8] = Array("x".utf8)
        body(&output)
        return String(decoding: output.dropFirst(), as: UTF8.self)
    }

    @Test("integers are written in decimal digits", arguments: [0, 1, -1, 9, 10, -10, 99, 100, 12_345, -98_765, Int.max, Int.min])
    func integers(integer: Int) {
        #expect(written { JSONText.append(integer, to: &$0) } == "\(integer)")
    }

    @Test("a string is escaped only where it must be, and reads back the same")
    func strings() throws {
        let all = String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init)))
        for text in ["", "a", "\"", "\\", "a\"b\\c\nd", "é😀\u{2028}", "\u{0}\u{1F}\u{7F}", String(repeating: "long ", count: 100), all] {
            let json = try JSONValue(validating: written { JSONText.append(text, to: &$0) })
            #expect(json.stringContent.map { Array($0.utf8) } == Array(text.utf8))
            #expect(json == JSONValue(string: text))
        }
        #expect(written { JSONText.append("é\u{7F}/", to: &$0) } == "\"é\u{7F}/\"")
        #expect(written { JSONText.append(nil as String?, to: &$0) } == "null")
        #expect(written { JSONText.append(JSONValue(verbatim: "[1.0]"), to: &$0) } == "[1.0]")
    }
}
