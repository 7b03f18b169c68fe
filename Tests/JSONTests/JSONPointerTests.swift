import JSON
import Lists
import Testing

@Suite("JSON pointers")
struct JSONPointerTests {
    /// The document of RFC 6901, section 5.
    private static let document = #"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#

    @Test(
        "a pointer finds what RFC 6901 says",
        arguments: [
            ("", document), ("/foo", #"["bar","baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"),
            ("/g|h", "4"),
            (#"/i\j"#, "5"), (#"/k"l"#, "6"), ("/ ", "7"), ("/m~0n", "8"),
        ])
    func finds(pointer: String, expected: String) throws {
        let value = try JSONText(validating: Self.document)
        let parsed = try #require(JSONPointer(pointer))
        #expect(parsed.evaluate(in: value)?.text == expected)
        #expect(parsed.description == pointer)
    }

    @Test(
        "a pointer to nothing finds nothing",
        arguments: [
            "/bar", "/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/+1", "/foo/-1", "/foo/1e0", "/foo/ 1", "/foo/0/0", "/ /x", "/foo/",
            "/foo/99999999999999999999",
        ])
    func findsNothing(pointer: String) throws {
        let value = try JSONText(validating: Self.document)
        #expect(try #require(JSONPointer(pointer)).evaluate(in: value) == nil)
    }

    @Test("what isn't a pointer is refused", arguments: ["a", "a/b", "#/a", "~", "/~", "/~2", "/a~", "/~~0", " /a"])
    func refuses(pointer: String) {
        #expect(JSONPointer(pointer) == nil)
    }

    @Test("escapes in a key and in a pointer are undone in the right order")
    func escapes() throws {
        let value = try JSONText(validating: #"{"~1":"tilde","\u0061":{"x":[{"é":1.0}]}}"#)
        #expect(JSONPointer("/~01")?.evaluate(in: value)?.text == #""tilde""#)
        #expect(JSONPointer("/a/x/0/é")?.evaluate(in: value)?.text == "1.0")
        #expect(JSONPointer("/a/x/0/e\u{301}")?.evaluate(in: value) == nil)
        #expect(JSONPointer.root.appending("a/b").appending("m~n").appending(3).description == "/a~1b/m~0n/3")
    }

    @Test("an identity is a string's content or a number's text, and nothing else")
    func identity() throws {
        let value = try JSONText(validating: #"{"s":"a\u0062","n":1.0,"b":true,"o":{},"a":["x"],"e":"","z":null,"c":"\u0085"}"#)
        func identity(_ pointer: String) throws -> String? { Identifier(at: try #require(JSONPointer(pointer)), in: value)?.text }
        #expect(try identity("/s") == "ab")
        #expect(try identity("/n") == "1.0")
        #expect(try identity("/a/0") == "x")
        for pointer in ["/b", "/o", "/a", "/e", "/z", "/c", "/missing", ""] { #expect(try identity(pointer) == nil) }
    }
}
