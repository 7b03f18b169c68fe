import JSON
import Lists
import Testing
import Wire

@Suite("Reading a list's body")
struct ListDocumentTests {
    private func read(_ text: String) throws -> ListDraft { try ListDocumentReader.read(text.utf8.span) }

    private func values(_ draft: ListDraft) -> [[String]] { draft.sections.map { $0.items.map(\.value.text) } }

    @Test(
        "an array of arrays is sections of bare values, an array without arrays one section",
        arguments: [
            (
                #"[["java","swift","js"],["java","swift","js"]]"#,
                [[#""java""#, #""swift""#, #""js""#], [#""java""#, #""swift""#, #""js""#]]
            ),
            (#"[[["Paris","CDG"],["Rome","FCO"]]]"#, [[#"["Paris","CDG"]"#, #"["Rome","FCO"]"#]]), ("[]", []), ("[[]]", [[]]),
            ("[[],[]]", [[], []]),
            ("[1.0, 1e400 , null]", [["1.0", "1e400", "null"]]), (#"[{"a":[1, 2]}]"#, [[#"{"a":[1,2]}"#]]),
            (" [ [ 1 ] , [ ] ] ", [["1"], []]),
        ])
    func arrays(body: String, expected: [[String]]) throws {
        let draft = try read(body)
        #expect(values(draft) == expected)
        #expect(draft.properties == nil)
        for section in draft.sections {
            #expect(section.id == nil && section.header == .null && section.footer == .null && section.metadata == .emptyObject)
            #expect(section.items.allSatisfy { $0.id == nil && $0.type == .unspecified })
        }
    }

    @Test("a document says all that a list is")
    func document() throws {
        let draft = try read(
            #"""
            {"title": "Airp\u006frts", "metadata": {"a": 1.0}, "defaultType": "AirportModel", "identity": "/iata",
             "sections": [
               {"id": "FR", "header": "France", "footer": {"n": [1]}, "metadata": {}, "items": [
                 {"id": "CDG", "type": "Big", "value": {"iata": "CDG"}}, {"value": null, "type": null}, {"value": 1}]},
               {}]}
            """#)
        let properties = try #require(draft.properties)
        #expect(
            properties
                == ListProperties(
                    title: "Airports", metadata: JSONText(verbatim: #"{"a":1.0}"#), defaultType: "AirportModel", identity: "/iata"))
        #expect(draft.sections.count == 2)
        #expect(draft.sections[0].id?.text == "FR")
        #expect(draft.sections[0].header.text == #""France""#)
        #expect(draft.sections[0].footer.text == #"{"n":[1]}"#)
        #expect(draft.sections[0].items.map(\.value.text) == [#"{"iata":"CDG"}"#, "null", "1"])
        #expect(draft.sections[0].items.map(\.type) == [.named("Big"), .none, .unspecified])
        #expect(draft.sections[0].items.map { $0.id?.text } == ["CDG", nil, nil])
        #expect(draft.sections[1].items.isEmpty && draft.sections[1].header.isNull)
    }

    @Test("what a document leaves out takes its default, and null is one")
    func defaults() throws {
        #expect(try read(#"{"sections":[]}"#).properties == ListProperties())
        #expect(try read(#"{"sections":[],"title":null,"defaultType":null,"identity":null}"#).properties == ListProperties())
        #expect(try read(#"{"sections":[],"identity":""}"#).properties?.identity == "")
    }

    @Test("what a GET shows can be put back: read-only keys are passed over, whatever they hold")
    func readOnlyKeys() throws {
        let draft = try read(
            #"""
            {"id":7,"version":"x","sectionCount":null,"itemCount":[],"createdAt":{},"updatedAt":false,"list":1,"sections":[
              {"index":"a","itemCount":-1,"list":null,"items":[{"indexPath":"?","cell":0,"revision":[[]],"list":{},"value":true}]}]}
            """#)
        #expect(values(draft) == [["true"]])
    }

    @Test(
        "what is wrong is named by a slug and a pointer",
        arguments: [
            ("1", "invalid-value", ""), ("\"a\"", "invalid-value", ""), ("null", "invalid-value", ""), ("{}", "invalid-value", "/sections"),
            (#"{"title":"a"}"#, "invalid-value", "/sections"), ("[[1],2]", "invalid-value", "/1"), ("[1,[2]]", "invalid-value", "/1"),
            ("[[],{}]", "invalid-value", "/1"), (#"{"sections":null}"#, "invalid-value", "/sections"),
            (#"{"sections":{}}"#, "invalid-value", "/sections"),
            (#"{"sections":[1]}"#, "invalid-value", "/sections/0"), (#"{"sections":[{},[]]}"#, "invalid-value", "/sections/1"),
            (#"{"sections":[{"items":{}}]}"#, "invalid-value", "/sections/0/items"),
            (#"{"sections":[{"items":[1]}]}"#, "invalid-value", "/sections/0/items/0"),
            (#"{"sections":[{"items":[{"value":1},{}]}]}"#, "invalid-value", "/sections/0/items/1/value"),
            (#"{"sections":[{"items":[{"value":1,"id":7}]}]}"#, "invalid-value", "/sections/0/items/0/id"),
            (#"{"sections":[{"items":[{"value":1,"id":""}]}]}"#, "invalid-value", "/sections/0/items/0/id"),
            (#"{"sections":[{"items":[{"value":1,"id":"a\u0085"}]}]}"#, "invalid-value", "/sections/0/items/0/id"),
            (#"{"sections":[{"items":[{"value":1,"type":1}]}]}"#, "invalid-value", "/sections/0/items/0/type"),
            (#"{"sections":[{"items":[{"value":1,"type":""}]}]}"#, "invalid-value", "/sections/0/items/0/type"),
            (
                #"{"sections":[{"items":[{"value":1,"id":"a"}]},{"items":[{"id":"a","value":2}]}]}"#, "invalid-value",
                "/sections/1/items/0/id"
            ),
            (#"{"sections":[{"id":"a"},{"id":"\u0061"}]}"#, "invalid-value", "/sections/1/id"),
            (#"{"sections":[{"id":null}]}"#, "invalid-value", "/sections/0/id"),
            (#"{"sections":[{"metadata":[]}]}"#, "invalid-value", "/sections/0/metadata"),
            (#"{"metadata":null,"sections":[]}"#, "invalid-value", "/metadata"),
            (#"{"title":1,"sections":[]}"#, "invalid-value", "/title"),
            (#"{"defaultType":"\n","sections":[]}"#, "invalid-value", "/defaultType"),
            (#"{"identity":"iata","sections":[]}"#, "invalid-value", "/identity"),
            (#"{"identity":1,"sections":[]}"#, "invalid-value", "/identity"),
            (#"{"colour":1,"sections":[]}"#, "unknown-key", "/colour"), (#"{"sections":[],"index":1}"#, "unknown-key", "/index"),
            (#"{"sections":[{"a/b~c":1}]}"#, "unknown-key", "/sections/0/a~1b~0c"),
            (#"{"sections":[{"cell":1}]}"#, "unknown-key", "/sections/0/cell"),
            (
                #"{"sections":[{"items":[{"value":1},{"value":1},{"value":1},{"colour":2,"value":1}]}]}"#, "unknown-key",
                "/sections/0/items/3/colour"
            ),
            (#"{"sections":[{"items":[{"value":1,"itemCount":2}]}]}"#, "unknown-key", "/sections/0/items/0/itemCount"),
            (#"{"Sections":[],"sections":[]}"#, "unknown-key", "/Sections"),
            (#"{"sections":[{"items":[]}],"x":1,"y":2}"#, "unknown-key", "/x"),
        ])
    func refused(body: String, slug: String, pointer: String) {
        let problem = refusal { try read(body) }
        #expect(problem?.slug.rawValue == slug)
        #expect(problem?.errors.first?.location == .pointer(pointer))
    }

    @Test(
        "what is no JSON is reported before anything else that is wrong",
        arguments: [
            "", "[1,", #"{"colour":1,"sections":["#, #"{"colour":1,"sections":[],}"#, #"{"sections":[],"sections":[]}"#, "[1] 2",
            #"{"x":{"a":1,"a":2}}"#,
        ])
    func malformed(body: String) {
        #expect(refusal { try read(body) }?.slug == .malformedJSON)
    }

    @Test("malformed JSON is named with its line and column")
    func places() {
        let problem = refusal { try read("[[1,\n  2,\n  x]]") }
        #expect(problem?.detail == "line 3, column 3: a value is expected")
        #expect(problem?.errors.first?.location == .line(3))
    }
}
