import CellTypes
import JSON
import Testing

@Suite("Refused schemas")
struct RefusalTests {
    @Test("name the keyword that cannot be checked, and where it stands", arguments: unsupported + malformed + references)
    func refusals(schema: String, pointer: String, keyword: String?) throws {
        let refusal = try #require(try Check.refusal(schema))
        #expect(refusal.pointer == pointer)
        #expect(refusal.keyword == keyword)
        #expect(!refusal.message.isEmpty)
    }

    typealias Case = (schema: String, pointer: String, keyword: String?)

    private static let unsupported: [Case] = [
        (#"{"x-mine":1}"#, "/x-mine", "x-mine"), (#"{"properties":{"a":{"nullable":true}}}"#, "/properties/a/nullable", "nullable"),
        (#"{"$defs":{"a":{"Type":"string"}}}"#, "/$defs/a/Type", "Type"), (#"{"definitions":{}}"#, "/definitions", "definitions"),
        (#"{"dependencies":{}}"#, "/dependencies", "dependencies"), (#"{"additionalItems":true}"#, "/additionalItems", "additionalItems"),
        (##"{"$recursiveRef":"#"}"##, "/$recursiveRef", "$recursiveRef"), (#"{"$vocabulary":{}}"#, "/$vocabulary", "$vocabulary"),
        (#"{"$schema":"http://json-schema.org/draft-07/schema#"}"#, "/$schema", "$schema"),
        (#"{"contentSchema":{"discriminator":{}}}"#, "/contentSchema/discriminator", "discriminator"),
    ]

    private static let malformed: [Case] = [
        ("1", "", nil), ("null", "", nil), ("[]", "", nil), (#"{"not":1}"#, "/not", "not"), (#"{"items":[true]}"#, "/items", "items"),
        (#"{"allOf":[]}"#, "/allOf", "allOf"), (#"{"allOf":{}}"#, "/allOf", "allOf"), (#"{"anyOf":[1]}"#, "/anyOf/0", nil),
        (#"{"properties":[]}"#, "/properties", "properties"), (#"{"properties":{"a":1}}"#, "/properties/a", nil),
        (#"{"type":"any"}"#, "/type", "type"),
        (#"{"type":[]}"#, "/type", "type"), (#"{"type":["null","null"]}"#, "/type", "type"), (#"{"enum":1}"#, "/enum", "enum"),
        (#"{"multipleOf":0}"#, "/multipleOf", "multipleOf"), (#"{"multipleOf":-1}"#, "/multipleOf", "multipleOf"),
        (#"{"multipleOf":1234567890123456789}"#, "/multipleOf", "multipleOf"),
        (#"{"multipleOf":1e1000000000}"#, "/multipleOf", "multipleOf"),
        (#"{"maximum":"1"}"#, "/maximum", "maximum"), (#"{"maxLength":-1}"#, "/maxLength", "maxLength"),
        (#"{"minItems":1.5}"#, "/minItems", "minItems"),
        (#"{"uniqueItems":1}"#, "/uniqueItems", "uniqueItems"), (#"{"required":["a","a"]}"#, "/required", "required"),
        (#"{"required":"a"}"#, "/required", "required"), (#"{"dependentRequired":{"a":[1]}}"#, "/dependentRequired", "dependentRequired"),
        (#"{"title":1}"#, "/title", "title"), (#"{"deprecated":"yes"}"#, "/deprecated", "deprecated"),
        (#"{"examples":1}"#, "/examples", "examples"),
        (#"{"pattern":"("}"#, "/pattern", "pattern"),
        (#"{"patternProperties":{"a":true,"(":true}}"#, "/patternProperties/(", "patternProperties"),
        (#"{"$anchor":"1a"}"#, "/$anchor", "$anchor"), (#"{"$id":"a b"}"#, "/$id", "$id"), (##"{"$id":"#a"}"##, "/$id", "$id"),
    ]

    private static let references: [Case] = [
        (#"{"$ref":"https://json-schema.org/draft/2020-12/schema"}"#, "/$ref", "$ref"), (#"{"$ref":"other.json"}"#, "/$ref", "$ref"),
        (##"{"$dynamicRef":"other#a"}"##, "/$dynamicRef", "$dynamicRef"), (##"{"$ref":"#/$defs/a"}"##, "/$ref", "$ref"),
        (##"{"$ref":"#a"}"##, "/$ref", "$ref"),
        (##"{"$ref":"#/properties","properties":{}}"##, "/$ref", "$ref"), (##"{"$ref":"#/enum/0","enum":[{}]}"##, "/$ref", "$ref"),
        (##"{"$ref":"#%zz"}"##, "/$ref", "$ref"), (##"{"$ref":"#"}"##, "", nil), (##"{"allOf":[{"$ref":"#"}]}"##, "", nil),
        (##"{"$defs":{"a":{"not":{"$ref":"#/$defs/b"}},"b":{"if":true,"else":{"$ref":"#/$defs/a"}}}}"##, "/$defs/a", nil),
        (##"{"$dynamicAnchor":"a","$dynamicRef":"#a"}"##, "", nil),
        (#"{"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}}}"#, "/$defs/b/$anchor", "$anchor"),
        (#"{"$defs":{"a":{"$id":"x"},"b":{"$id":"x"}}}"#, "/$defs/b/$id", "$id"),
    ]

    @Test("leave annotations and what belongs to other types alone")
    func annotations() throws {
        let schema = """
            {"$schema":"https://json-schema.org/draft/2020-12/schema","$comment":"c","title":"t","description":"d","default":{"a":1},
            "examples":[1],"deprecated":true,"readOnly":true,"writeOnly":false,"format":"ipv4",
            "contentEncoding":"base64","contentMediaType":"application/json",
            "contentSchema":{"type":"object"},"then":false,"else":false,"minContains":3,"maxContains":0}
            """
        #expect(try Check.violations(schema, #""no address, and no JSON""#) == [])
        #expect(try Check.violations(schema, "[1]") == [])
    }

    @Test("are what passes a limit, and nothing that keeps to it")
    func limits() throws {
        func padded(to count: Int) -> String { #"{"title":"\#(String(repeating: "x", count: count - 12))"}"# }
        #expect(try Check.refusal(padded(to: SchemaLimits.byteCount)) == nil)
        #expect(try Check.refusal(padded(to: SchemaLimits.byteCount + 1)) != nil)

        func deep(_ count: Int) -> String { String(repeating: #"{"not":"#, count: count) + "true" + String(repeating: "}", count: count) }
        #expect(try Check.refusal(deep(SchemaLimits.chainLength - 1)) == nil)
        #expect(try Check.refusal(deep(SchemaLimits.chainLength))?.message == "more than 64 schemas apply to one value inside each other")
        let wide = String(repeating: #"{"items":"#, count: SchemaLimits.depth) + "true" + String(repeating: "}", count: SchemaLimits.depth)
        #expect(try Check.refusal(wide) == nil)
        #expect(try Check.refusal(#"{"items":\#(wide)}"#)?.message == "the schema is nested deeper than 64")

        func pattern(_ count: Int) -> String { #"{"pattern":"\#(String(repeating: "x", count: count))"}"# }
        #expect(try Check.refusal(pattern(SchemaLimits.patternByteCount)) == nil)
        #expect(try Check.refusal(pattern(SchemaLimits.patternByteCount + 1)) != nil)
        func patterns(_ count: Int) -> String { #"{"patternProperties":{\#(String.list(count) { "\"a\($0)\":true" })}}"# }
        #expect(try Check.refusal(patterns(SchemaLimits.patternCount)) == nil)
        #expect(try Check.refusal(patterns(SchemaLimits.patternCount + 1)) != nil)
        func repeating(_ count: Int) -> String { #"{"allOf":[\#(String.list(count) { #"{"pattern":"(?:a\#($0)[bc]){1000}"}"# })]}"# }
        #expect(try Check.refusal(repeating(4)) == nil)
        #expect(try Check.refusal(repeating(40))?.message == "the regular expressions of the schema are too large together")
    }
}
