import CellTypes
import JSON
import Lists
import Testing

@Suite("Violations")
struct ViolationTests {
    typealias Case = (schema: String, value: String, violations: [String])

    @Test("name the keyword and the part of the value", arguments: scalars + containers + parts)
    func keywords(schema: String, value: String, violations: [String]) throws {
        #expect(try Check.violations(schema, value) == violations)
    }

    @Test("of schemas inside of each other are those of the inner one where only one can be meant", arguments: nested)
    func nesting(schema: String, value: String, violations: [String]) throws {
        #expect(try Check.violations(schema, value) == violations)
    }

    private static let scalars: [Case] = [
        ("false", "1", [" false"]), ("true", "1", []), ("{}", "1", []),
        (#"{"type":"integer"}"#, "1.5", [" type"]), (#"{"type":"integer"}"#, "1e2", []),
        (#"{"type":["string","null"]}"#, "true", [" type"]),
        (#"{"enum":[1,"a",[1.0]]}"#, "[1]", []), (#"{"enum":[1,"a",[1.0]]}"#, "[2]", [" enum"]), (#"{"enum":[]}"#, "1", [" enum"]),
        (#"{"const":{"a":1,"b":[2]}}"#, #"{"b":[2.0],"\u0061":1e0}"#, []), (#"{"const":"é"}"#, #""e\u0301""#, [" const"]),
        (#"{"multipleOf":0.1}"#, "0.3", []), (#"{"multipleOf":0.1}"#, "0.35", [" multipleOf"]),
        (#"{"maximum":1}"#, "1.0000000000000000001", [" maximum"]), (#"{"exclusiveMaximum":1}"#, "1.0", [" exclusiveMaximum"]),
        (#"{"minimum":1}"#, "0.9999999999999999999", [" minimum"]), (#"{"exclusiveMinimum":1}"#, "1", [" exclusiveMinimum"]),
        (#"{"maxLength":1}"#, #""😀""#, []), (#"{"maxLength":1}"#, #""e\u0301""#, [" maxLength"]),
        (#"{"minLength":2}"#, #""😀""#, [" minLength"]),
        (#"{"maxLength":1e400}"#, #""ab""#, []), (#"{"minLength":1e400}"#, #""ab""#, [" minLength"]),
        (#"{"pattern":"b"}"#, #""abc""#, []), (#"{"pattern":"^b"}"#, #""abc""#, [" pattern"]), (#"{"pattern":"b","maxLength":0}"#, "1", []),
    ]

    private static let containers: [Case] = [
        (#"{"maxItems":1}"#, "[1,2]", [" maxItems"]), (#"{"minItems":1}"#, "[]", [" minItems"]),
        (#"{"maxItems":1}"#, #"{"a":1,"b":2}"#, []),
        (#"{"uniqueItems":true}"#, #"[{"a":1,"b":2},{"b":2.0,"a":1}]"#, [" uniqueItems"]), (#"{"uniqueItems":false}"#, "[1,1]", []),
        (#"{"uniqueItems":true}"#, #"[1,true,"1",[1],{"1":1},null,false,0,"",[],{}]"#, []),
        (#"{"maxProperties":0}"#, #"{"a":1}"#, [" maxProperties"]), (#"{"minProperties":2}"#, #"{"a":1}"#, [" minProperties"]),
        (#"{"properties":{"o":{"required":["a","b","c"]}}}"#, #"{"o":{"b":1}}"#, ["/o required", "/o required"]),
        (#"{"dependentRequired":{"a":["b"],"c":["d"]}}"#, #"{"a":1,"c":1}"#, [" dependentRequired", " dependentRequired"]),
    ]

    private static let parts: [Case] = [
        (#"{"items":{"type":"string"}}"#, "[1,\"a\",2]", ["/0 type", "/2 type"]),
        (#"{"prefixItems":[true,false],"items":{"type":"null"}}"#, "[1,2,3]", ["/1 prefixItems", "/2 type"]),
        (#"{"items":false}"#, "[1]", ["/0 items"]),
        (#"{"contains":{"const":1}}"#, "[2]", [" contains"]), (#"{"contains":{"const":1},"minContains":2}"#, "[1]", [" minContains"]),
        (#"{"contains":{"const":1},"maxContains":1}"#, "[1,1]", [" maxContains"]), (#"{"contains":false,"minContains":0}"#, "[1]", []),
        (#"{"properties":{"a":{"type":"null"},"b":false}}"#, #"{"a":1,"b":2,"c":3}"#, ["/a type", "/b properties"]),
        (
            #"{"properties":{"a":true},"additionalProperties":false}"#, #"{"a":1,"b/c":2,"d~":3}"#,
            ["/b~1c additionalProperties", "/d~0 additionalProperties"]
        ),
        (
            #"{"patternProperties":{"^x":{"type":"null"}},"additionalProperties":{"type":"string"}}"#, #"{"x1":1,"y":2}"#,
            ["/x1 type", "/y type"]
        ),
        (#"{"propertyNames":{"maxLength":1}}"#, #"{"ab":1,"c":2}"#, ["/ab propertyNames"]),
        (#"{"unevaluatedProperties":false,"allOf":[{"properties":{"a":true}}]}"#, #"{"a":1,"b":2}"#, ["/b unevaluatedProperties"]),
        (#"{"unevaluatedItems":false,"prefixItems":[true],"contains":{"const":7}}"#, "[1,7,8]", ["/2 unevaluatedItems"]),
        (#"{"if":{"type":"string"},"then":{"minLength":1},"else":{"minimum":1}}"#, #""""#, [" minLength"]),
        (#"{"if":{"type":"string"},"then":{"minLength":1},"else":{"minimum":1}}"#, "0", [" minimum"]),
        (#"{"dependentSchemas":{"a":{"required":["b"]}}}"#, #"{"a":1}"#, [" required"]),
    ]

    private static let nested: [Case] = [
        (#"{"allOf":[{"minimum":2},{"multipleOf":2}]}"#, "1", [" minimum", " multipleOf"]),
        (#"{"anyOf":[{"minimum":2},{"multipleOf":2}]}"#, "1", [" anyOf"]),
        (#"{"anyOf":[{"properties":{"a":{"minimum":2}}}]}"#, #"{"a":1}"#, ["/a minimum"]),
        (#"{"oneOf":[{"minimum":2},{"multipleOf":2}]}"#, "1", [" oneOf"]),
        (#"{"oneOf":[{"minimum":2},{"multipleOf":2}]}"#, "4", [" oneOf"]),
        (#"{"oneOf":[{"minimum":2}]}"#, "1", [" minimum"]), (#"{"not":{"minimum":2}}"#, "2", [" not"]),
        (#"{"not":{"not":{"minimum":2}}}"#, "1", [" not"]),
        (##"{"$ref":"#/$defs/a","$defs":{"a":{"minimum":2}}}"##, "1", [" minimum"]),
        (##"{"$ref":"#/$defs/a","$defs":{"a":false}}"##, "1", [" $ref"]),
        // What is wrong already is not reported as unevaluated too.
        (
            ##"{"unevaluatedProperties":false,"$ref":"#/$defs/a","$defs":{"a":{"properties":{"a":{"minimum":2}}}}}"##, #"{"a":1}"#,
            ["/a minimum"]
        ),
    ]

    @Test("come in the same order whatever the order of the schema's keywords")
    func order() throws {
        let violations = [" type", " minimum", " not"]
        #expect(try Check.violations(#"{"type":"string","minimum":2,"not":true}"#, "1") == violations)
        #expect(try Check.violations(#"{"not":true,"minimum":2,"type":"string"}"#, "1") == violations)
    }

    @Test("of one part are there once, however many ways lead to its schema")
    func once() throws {
        let schema =
            ##"{"$defs":{"a":{"minimum":2}},"anyOf":[{"$ref":"#/$defs/a"},true],"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}]}"##
        #expect(try Check.violations(schema, "1") == [" minimum"])
    }

    @Test("are there where the schema has failed before without being reported")
    func afterQuietFailure() throws {
        let schema = ##"{"$defs":{"a":{"minimum":2}},"allOf":[{"anyOf":[{"$ref":"#/$defs/a"},true]},{"$ref":"#/$defs/a"}]}"##
        #expect(try Check.violations(schema, "1") == [" minimum"])
        #expect(try Check.violations(schema, "2") == [])
    }

    @Test("are a hundred at most, or as many as are asked for, the first ones")
    func limit() throws {
        let schema = try #"{"items":{"type":"string"}}"#.compiled()
        let value = try JSONText(validating: "[" + String.list(300) { "\($0)" } + "]")
        #expect(schema.faults(of: value).map(\.pointer) == (0..<100).map { "/\($0)" })
        #expect(schema.faults(of: value, limit: 3).map(\.pointer) == ["/0", "/1", "/2"])
    }

    @Test("are bounded in bytes, where keys are long")
    func bytes() throws {
        let key = String(repeating: "k", count: 100_000)
        let value = try JSONText(validating: #"{"\#(key)":{\#(String.list(100) { "\"\($0)\":1" })}}"#)
        let violations = try #"{"additionalProperties":{"additionalProperties":false}}"#.compiled().faults(of: value)
        #expect(violations.map(\.pointer) == ["/\(key)/0", "/\(key)/1"])
    }

    @Test("say in words what is asked for")
    func messages() throws {
        let schema = try #"{"required":["a\"b"],"properties":{"s":{"minLength":2},"t":{"type":["null","integer"]}}}"#.compiled()
        let messages = schema.faults(of: try JSONText(validating: #"{"s":"x","t":"x"}"#)).map(\.message)
        #expect(messages == [#"the member "a\"b" is missing"#, "must have at least 2 characters", "must be of type null or integer"])
    }
}
