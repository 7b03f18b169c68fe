import CellTypes
import Testing

@Suite("References inside a document")
struct ReferenceTests {
    @Test("may lead back to the whole, and go on for as long as the value does")
    func recursion() throws {
        let tree = ##"{"type":"object","required":["name"],"properties":{"children":{"items":{"$ref":"#"}}}}"##
        #expect(
            try Check.violations(tree, #"{"name":1,"children":[{"name":2,"children":[]},{"children":[{}]}]}"#) == [
                "/children/1 required", "/children/1/children/0 required",
            ])
        let list =
            ##"{"$ref":"#/$defs/n","$defs":{"n":{"anyOf":[{"type":"null"},{"$ref":"#/$defs/p"}]},"p":{"prefixItems":[true,{"$ref":"#/$defs/n"}]}}}"##
        #expect(try Check.violations(list, "[1,[2,[3,null]]]") == [])
    }

    @Test("are found by pointer, anchor and $id, against the base of where they stand")
    func targets() throws {
        let definitions = """
            "$id":"http://example.com/a/root","$defs":{"s":{"$anchor":"text","type":"string"},
            "in":{"$id":"../b/inner","$defs":{"a/b~ %":{"type":"null"},
            "n":{"$anchor":"text","type":"number"}},"items":{"$ref":"#text"}}}
            """
        for (reference, value, isValid) in [
            ("#/$defs/s", "1", false), ("#text", "1", false), ("root#text", "1", false), ("http://example.com/a/root#text", "1", false),
            ("../b/inner#text", "1", true), ("/b/inner#/$defs/a~1b~0%20%25", "1", false),
            ("//example.com/b/./x/../inner#/$defs/n", "1", true),
            ("../b/inner", #"["a"]"#, false), ("../b/inner", "[1]", true), ("#/$defs/in/items", #""a""#, false),
        ] {
            #expect(
                try Check.violations(#"{\#(definitions),"properties":{"a":{"$ref":"\#(reference)"}}}"#, #"{"a":\#(value)}"#).isEmpty
                    == isValid, "\(reference)")
        }
    }

    @Test("that are dynamic lead to the outermost schema of that name which the check came through")
    func dynamicReferences() throws {
        let schema = ##"""
            {"$id":"http://example.com/tree","$dynamicAnchor":"node","type":"object","properties":{"next":{"$dynamicRef":"#node"}},
            "$defs":{"strict":{"$id":"strict","$dynamicAnchor":"node","$ref":"tree","required":["name"]}},
            "if":{"required":["strict"]},"then":{"properties":{"strict":{"$ref":"strict"}}}}
            """##
        #expect(try Check.violations(schema, #"{"next":{"next":{}}}"#) == [])
        // The check came through the tree first, so that is what the name means everywhere.
        #expect(try Check.violations(schema, #"{"strict":{"name":1,"next":{}}}"#) == [])
        let strict = schema.replacing(
            ##""$id":"http://example.com/tree","$dynamicAnchor":"node","type":"object""##,
            with: ##""$id":"http://example.com/","$ref":"strict""##
        )
        .replacing(##""properties":{"next":{"$dynamicRef":"#node"}},"##, with: "")
        .replacing(
            ##""$defs":{"##,
            with:
                ##""$defs":{"tree":{"$id":"tree","$dynamicAnchor":"node","type":"object","properties":{"next":{"$dynamicRef":"#node"}}},"##)
        #expect(try Check.violations(strict, #"{"name":1,"next":{"name":2,"next":{}}}"#) == ["/next/next required"])
    }
}
