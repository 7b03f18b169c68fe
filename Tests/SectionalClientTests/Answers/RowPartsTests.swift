import Testing

@testable import SectionalClient

@Suite("Pointers of a row")
struct RowPartsTests {
    @Test("are those of the metadata; what is no pointer counts as not chosen")
    func metadata() {
        let row: JSONValue = ["title": "/name", "detail": "name", "trailing": 7, "picture": "", "columns": ["/a", "b", "/c/0"]]
        let pointers = ListInfo(metadata: ["row": row]).row
        #expect(pointers.title == "/name" && pointers.detail == nil && pointers.trailing == nil && pointers.picture == "")
        #expect(pointers.columns == ["/a", "/c/0"])
        let none = [ListInfo(), ListInfo(metadata: ["row": "x"]), ListInfo(metadata: ["row": ["columns": 7]])].map(\.row)
        #expect(none.allSatisfy { $0.title == nil && $0.columns.isEmpty })
    }

    @Test(
        "lead to members and elements, as RFC 6901 has them",
        arguments: [
            ("", nil), ("/foo/0", "bar"), ("/foo/1", "baz"), ("/foo/2", nil), ("/foo/00", nil), ("/foo/-1", nil), ("/foo/+1", nil),
            ("/foo/-", nil),
            ("/", "empty"), ("/a~1b", "slash"), ("/m~0n", "tilde"), ("/~01", "both"), ("/~2", "none"), ("/~", "end"), ("/foo/0/x", nil),
            ("foo", nil),
        ] as [(String, String?)])
    func pointers(pointer: String, found: String?) {
        let value: JSONValue = [
            "foo": ["bar", "baz"], "": "empty", "a/b": "slash", "m~n": "tilde", "~1": "both", "~2": "none", "~": "end",
        ]
        #expect(value[pointer: pointer]?.string == found)
        #expect(value[pointer: ""] == value)
    }

    @Test("lead to values that are texts for a label")
    func texts() {
        let values: [JSONValue] = [.null, true, 7, 1.5, "x", ["a", 1, .null], ["b": "2", "a": "1"]]
        #expect(values.map(\.text) == ["", "true", "7", "1.5", "x", "a · 1", "1 · 2"])
    }
}
