import JSON
import Lists
import Testing
import Wire

@Suite("Limits on a list's body")
struct ListLimitTests {
    private func read(_ text: String, _ limits: ContentLimits = ContentLimits()) throws -> ListDraft {
        try ListDocumentReader.read(text.utf8.span, limits: limits)
    }

    private func string(ofBytes count: Int) -> String { "\"" + String(repeating: "a", count: count - 2) + "\"" }

    @Test("a value may have as many bytes as the limit says, white space aside, and no more")
    func values() throws {
        let limits = ContentLimits(value: 100)
        #expect(try read("[\(string(ofBytes: 100))]", limits).sections[0].items.count == 1)
        #expect(try read("[[\n 1,\(String(repeating: " ", count: 200)) 2]]", limits).sections[0].items.count == 2)
        #expect(try read("[{\(String(repeating: " ", count: 200))}]", limits).sections[0].items[0].value.text == "{}")
        let bodies = [
            ("[1,\(string(ofBytes: 101))]", "/1"), ("[[],[\(string(ofBytes: 101))]]", "/1/0"),
            (#"{"sections":[{"items":[{"value":\#(string(ofBytes: 101))}]}]}"#, "/sections/0/items/0/value"),
        ]
        for (body, pointer) in bodies {
            let problem = refusal { try read(body, limits) }
            #expect(problem?.slug == .tooLarge)
            #expect(problem?.errors.first?.location == .pointer(pointer))
        }
    }

    @Test("a value that is too large is reported before an unknown key, and malformed JSON before both")
    func order() {
        let limits = ContentLimits(value: 10)
        let body = #"{"x":1,"sections":[{"items":[{"value":"123456789012"}]}]"#
        #expect(refusal { try read(body + "}", limits) }?.slug == .tooLarge)
        #expect(refusal { try read(body, limits) }?.slug == .malformedJSON)
    }

    @Test("a title is measured as UTF-8, header, footer and metadata as JSON text")
    func annotations() throws {
        let metadata = #"{"m":"# + string(ofBytes: (16 << 10) - 6) + "}"
        let fits =
            #"{"title":\#(string(ofBytes: 1026)),"metadata":\#(metadata),"sections":[{"header":\#(string(ofBytes: 16 << 10)),"footer":[1]}]}"#
        #expect(try read(fits).properties?.title?.utf8.count == 1024)
        let tooLong = [
            (#"{"sections":[],"title":\#(string(ofBytes: 1027))}"#, "/title"),
            (#"{"sections":[],"title":"\#(String(repeating: "\\u0061", count: 1025))"}"#, "/title"),
            (#"{"sections":[],"metadata":\#(metadata.replacing("m", with: "mm"))}"#, "/metadata"),
            (#"{"sections":[{},{"header":\#(string(ofBytes: (16 << 10) + 1))}]}"#, "/sections/1/header"),
            (#"{"sections":[{"footer":[\#(string(ofBytes: 16 << 10))]}]}"#, "/sections/0/footer"),
            (#"{"sections":[{"metadata":\#(metadata.replacing("m", with: "mm"))}]}"#, "/sections/0/metadata"),
        ]
        for (body, pointer) in tooLong {
            let problem = refusal { try read(body) }
            #expect(problem?.slug == .limitExceeded, "\(pointer)")
            #expect(problem?.errors.first?.location == .pointer(pointer))
        }
    }

    @Test("there may be as many sections and items as the limits say, and no more")
    func counts() throws {
        let limits = ContentLimits(sections: 2, items: 3)
        #expect(try read("[[1,2],[3]]", limits).sections.count == 2)
        #expect(try read("[1,2,3]", limits).sections.count == 1)
        let bodies = [
            ("[[],[],[]]", "/2"), ("[1,2,3,4]", "/3"), ("[[1,2],[3,4]]", "/1/1"), (#"{"sections":[{},{},{}]}"#, "/sections/2"),
            (#"{"sections":[{"items":[{"value":1},{"value":1}]},{"items":[{"value":1},{"value":1}]}]}"#, "/sections/1/items/1"),
        ]
        for (body, pointer) in bodies {
            let problem = refusal { try read(body, limits) }
            #expect(problem?.slug == .limitExceeded)
            #expect(problem?.errors.first?.location == .pointer(pointer))
        }
        #expect(refusal { try read("[1, 2]", ContentLimits(body: 5)) }?.slug == .tooLarge)
    }

    @Test("ids and type names are measured in Unicode scalars")
    func names() throws {
        let family = "👨‍👩‍👧"
        let longest = String(repeating: family, count: 25) + "abc"
        #expect(longest.unicodeScalars.count == 128)
        #expect(
            try read(#"{"sections":[{"items":[{"id":"\#(longest)","type":"\#(longest)","value":1}]}]}"#).sections[0].items[0].id?.text
                == longest)
        #expect(refusal { try read(#"{"sections":[{"items":[{"id":"\#(longest)d","value":1}]}]}"#) }?.slug == .invalidValue)
        #expect(refusal { try read(#"{"sections":[{"items":[{"type":"\#(longest)d","value":1}]}]}"#) }?.slug == .invalidValue)
        let twice = "{\"sections\":[{\"id\":\"é\"},{\"id\":\"e\u{301}\"}]}"
        #expect(try read(twice).sections.count == 2)
    }

    @Test("a long body is read whole")
    func long() throws {
        let row = #"{"id":"%","type":"T","value":{"n":%}}"#
        let items = (0..<100_000).map { row.replacing("%", with: String($0)) }.joined(separator: ",")
        let draft = try read(#"{"sections":[{"items":[\#(items)]}]}"#)
        #expect(draft.sections[0].items.count == 100_000)
        #expect(draft.sections[0].items[99_999].value.text == #"{"n":99999}"#)
    }
}
