import JSON
import Lists
import Testing

@Suite("JSON values")
struct JSONTextTests {
    @Test("JSON is accepted and kept as its text without insignificant white space", arguments: AcceptedDocuments.all)
    func accepts(document: String, compact: String?) throws {
        let value = try JSONText(validating: document)
        #expect(Array(value.text.utf8) == Array((compact ?? document).utf8))
        #expect(try JSONText(validating: value.text) == value)
    }

    @Test("what isn't JSON is refused", arguments: RejectedDocuments.all)
    func rejects(document: [UInt8]) {
        #expect(throws: JSONSyntaxError.self) { try JSONText(validating: document) }
    }

    @Test("every strict prefix of an object, an array or a string is refused")
    func prefixes() throws {
        for text in [#"{"a":[1,{"b\n":"é\uD83D\uDE00"},true,null],"c":-1.5e+7}"#, #"["abcdefghijkl",false]"#, #""12345678\u0041\"é""#] {
            let bytes = Array(text.utf8)
            _ = try JSONText(validating: bytes)
            for length in 0..<bytes.count {
                #expect(throws: JSONSyntaxError.self, "\(length) bytes of \(text)") { try JSONText(validating: Array(bytes[..<length])) }
            }
        }
    }

    @Test("an error names line, column and what is wrong")
    func errorPlaces() throws {
        func failure(_ text: String) -> JSONSyntaxError? {
            do throws(JSONSyntaxError) {
                _ = try JSONText(validating: text)
                return nil
            } catch { return error }
        }
        let comma = try #require(failure("{\n  \"é\": [1,\n  2,]\n}"))
        #expect((comma.line, comma.column, comma.offset) == (3, 5, 18))
        #expect(comma.message == "a trailing comma")
        #expect(comma.description == "line 3, column 5: a trailing comma")
        let afterScalars = try #require(failure("[\"é😀\" x]"))
        #expect((afterScalars.line, afterScalars.column, afterScalars.offset) == (1, 7, 10))
        let duplicate = try #require(failure("{\"a\":1,\n\"b\":2,\n \"a\":3}"))
        #expect((duplicate.line, duplicate.column) == (3, 2))
        let empty = try #require(failure(""))
        #expect((empty.offset, empty.message) == (0, "the document is empty"))
        let end = try #require(failure("[1"))
        #expect((end.offset, end.message) == (2, "the document ends where a comma or ] is expected"))
    }

    @Test("nesting is accepted to 512 levels and refused at 513, whatever it is made of")
    func depth() throws {
        func nested(_ open: String, _ inner: String, _ close: String, times: Int) -> String {
            String(repeating: open, count: times) + inner + String(repeating: close, count: times)
        }
        for (open, inner, close, levels) in [
            ("[", "", "]", 1), (#"{"a":"#, "0", "}", 1), (#"[{"a":1,"b":"#, "0", "}]", 2), ("[ ", "{}", " ]", 1),
        ] {
            let fits = (512 - (inner == "{}" ? 1 : 0)) / levels
            _ = try JSONText(validating: nested(open, inner, close, times: fits))
            #expect(throws: JSONSyntaxError.self) { try JSONText(validating: nested(open, inner, close, times: fits + 1)) }
        }
        #expect(throws: JSONSyntaxError.self) { try JSONText(validating: String(repeating: "[", count: 5_000_000)) }
    }

    @Test("equality is that of the bytes")
    func equality() throws {
        let different = [
            ("1.0", "1"), (#""\u0041""#, #""A""#), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#), ("\"é\"", "\"e\u{301}\""), ("1e1", "1E1"),
        ]
        for (left, right) in different {
            #expect(try JSONText(validating: left) != JSONText(validating: right))
            #expect(Set([try JSONText(validating: left), try JSONText(validating: right)]).count == 2)
        }
        #expect(try JSONText(validating: "[1, 2]") == JSONText(validating: "[ 1,2 ]"))
        #expect(try Set([JSONText(validating: "[1, 2]"), JSONText(validating: "[ 1,2 ]")]).count == 1)
    }

    @Test("a value knows its kind and a string its content")
    func kinds() throws {
        let kinds: [(String, JSONKind)] = [
            ("{}", .object), ("[]", .array), ("\"\"", .string), ("-1", .number), ("0", .number), ("true", .bool), ("false", .bool),
            ("null", .null),
        ]
        for (text, kind) in kinds {
            let value = try JSONText(validating: text)
            #expect(value.kind == kind)
            #expect(value.isNull == (kind == .null))
            #expect((value.stringContent != nil) == (kind == .string))
        }
        #expect(
            try JSONText(validating: #""a\"\\\/\b\f\n\r\t\u0041\u00e9\u20ac\ud83d\ude00é""#).stringContent == "a\"\\/\u{8}\u{C}\n\r\tAé€😀é"
        )
        #expect(JSONText(string: "a\"\\/\u{8}\u{C}\n\r\t\u{1}\u{1F}\u{7F}é😀").text == #""a\"\\/\b\f\n\r\t\u0001\u001f"# + "\u{7F}é😀\"")
    }
}
