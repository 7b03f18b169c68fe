import JSON
import Lists
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
    private func written(_ body: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter(appendingTo: Array("x".utf8))
        body(&json)
        return String(decoding: json.bytes.dropFirst(), as: UTF8.self)
    }

    @Test("integers are written in decimal digits", arguments: [0, 1, -1, 9, 10, -10, 99, 100, 12_345, -98_765, Int.max, Int.min])
    func integers(integer: Int) {
        #expect(written { $0.number(integer) } == "\(integer)")
    }

    @Test("a string is escaped only where it must be, and reads back the same")
    func strings() throws {
        let all = String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init)))
        for text in ["", "a", "\"", "\\", "a\"b\\c\nd", "é😀\u{2028}", "\u{0}\u{1F}\u{7F}", String(repeating: "long ", count: 100), all] {
            let json = try JSONText(validating: written { $0.string(text) })
            #expect(json.stringContent.map { Array($0.utf8) } == Array(text.utf8))
            #expect(json == JSONText(string: text))
        }
        #expect(written { $0.string("é\u{7F}/") } == "\"é\u{7F}/\"")
        #expect(written { $0.null() } == "null")
        #expect(written { $0.value(JSONText(verbatim: "[1.0]")) } == "[1.0]")
    }

    @Test("commas stand between members and elements, and nowhere else")
    func commas() {
        let text = written { json in
            json.beginObject()
            json.key("a")
            json.beginArray()
            json.endArray()
            json.member("b", nil as String?)
            json.key("c\"")
            json.beginArray()
            json.number(1)
            json.bool(true)
            json.beginObject()
            json.endObject()
            json.beginValue()
            json.raw("[2")
            json.raw(",3]")
            json.strings(["x", "y"])
            json.value(verbatim: Array("4".utf8))
            json.endArray()
            json.member("d", 5)
            json.endObject()
            json.endLine()
            json.beginObject()
            json.endObject()
        }
        #expect(text == #"{"a":[],"b":null,"c\"":[1,true,{},[2,3],["x","y"],4],"d":5}"# + "\n{}")
    }
}
