import Testing

@testable import Commands

@Suite("Shapes of schemas")
struct SchemaShapeTests {
    @Test(
        "a schema without properties is a simple shape, or any JSON where a type can't say it",
        arguments: [
            (#"{"type":"string","minLength":1}"#, Shape.string),
            (#"{"type":["string","null"]}"#, .nullable(.string)),
            (#"{"type":"string","format":"date-time"}"#, .date),
            (#"{"type":["string","null"],"format":"uri"}"#, .nullable(.address)),
            (#"{"type":"string","format":"email"}"#, .string),
            (#"{"type":"integer","format":"date-time"}"#, .integer),
            (#"{"type":"integer"}"#, .integer),
            (#"{"type":["integer","number"]}"#, .number),
            (#"{"type":["boolean","null"]}"#, .nullable(.boolean)),
            (#"{"type":["string","integer"]}"#, .any),
            (#"{"type":"null"}"#, .any),
            (#"{"type":"array","items":{"type":"number"}}"#, .array(.number)),
            (#"{"items":{"type":"number"}}"#, .array(.number)),
            (#"{"type":"array","prefixItems":[{"type":"number"}],"items":{"type":"string"}}"#, .array(.any)),
            (#"{"type":"array"}"#, .array(.any)),
            (#"{"type":"object"}"#, .dictionary(.any)),
            (#"{"type":"object","required":["a"]}"#, .dictionary(.any)),
            (#"{"type":"object","additionalProperties":{"type":["integer","null"]}}"#, .dictionary(.nullable(.integer))),
            (#"{"type":"object","additionalProperties":false}"#, .dictionary(.any)),
            (#"{"type":["object","null"],"additionalProperties":{"type":"string"}}"#, .nullable(.dictionary(.string))),
            (#"{"patternProperties":{"a":{"type":"string"}},"additionalProperties":{"type":"string"}}"#, .dictionary(.any)),
            (#"{"enum":[1,2,-3]}"#, .integer),
            (#"{"enum":[1,2.5]}"#, .number),
            (#"{"enum":[1,99999999999999999999]}"#, .number),
            (#"{"const":true}"#, .boolean),
            (#"{"const":null}"#, .any),
            (#"{"enum":["a",1]}"#, .any),
            (#"{"enum":[{"a":1}]}"#, .any),
            (#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, .nullable(.string)),
            (#"{"oneOf":[{"type":"null"},{"type":"array","items":{"type":"string"}}]}"#, .nullable(.array(.string))),
            (#"{"oneOf":[{"type":"string"},{"type":"integer"}]}"#, .any),
            (#"{"type":"object","properties":{"a":{}},"oneOf":[{"properties":{"b":{}}},{"properties":{"c":{}}}]}"#, .any),
            (##"{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}"##, .string),
            (##"{"$ref":"#/$defs/a%20b","$defs":{"a b":{"type":"string"}}}"##, .string),
            (##"{"$ref":"#/$defs/missing"}"##, .any),
            (##"{"$ref":"#"}"##, .any),
            (#"{"$ref":"https://example.com/other"}"#, .any),
            (#"{"allOf":[{"type":"string"}],"description":"x"}"#, .string),
            (#"{"allOf":[{"type":"string"},{"minLength":1}]}"#, .string),
            (#"{"allOf":[{"type":"string"},{"type":"integer"}]}"#, .any),
            (##"{"$dynamicRef":"#x"}"##, .any),
            (#"{"not":{"type":"string"}}"#, .any),
            ("true", .any),
            ("false", .any),
            ("{}", .any),
        ])
    func simple(schema: String, shape: Shape) throws {
        let model = try GeneratedCode.model(schema)
        #expect(model.root == shape)
        #expect(model.declarations.isEmpty)
    }

    @Test("a type without a schema is any JSON")
    func none() throws {
        #expect(CellTypeModel(try GeneratedCode.type("Root"), fieldLimit: 1).root == .any)
    }

    @Test("properties are fields in the schema's order, and those that are not required may be missing")
    func record() throws {
        let model = try GeneratedCode.model(
            """
            {"type":"object","description":"All.","required":["b","c","d"],
             "properties":{"b":{"type":"string","description":"Its name."},"a":{"type":"integer"},"c":{"type":["number","null"]}}}
            """)
        #expect(model.root == .declared(0))
        #expect(model.description == "All.")
        #expect(
            model.declarations[0].fields == [
                .init(key: "b", shape: .string, isRequired: true, description: "Its name."),
                .init(key: "a", shape: .integer, isRequired: false, description: ""),
                .init(key: "c", shape: .nullable(.number), isRequired: true, description: ""),
                .init(key: "d", shape: .any, isRequired: true, description: ""),
            ])
    }

    @Test("objects within objects, arrays and maps are declared once, whatever refers to them, in the order of their use")
    func nested() throws {
        let model = try GeneratedCode.model(
            """
            {"properties":{
              "author":{"$ref":"#/$defs/person"},"others":{"type":"array","items":{"$ref":"#/$defs/person"}},
              "byName":{"additionalProperties":{"properties":{"x":{}}}},"same":{"$ref":"#/properties/byName/additionalProperties"}},
             "$defs":{"unused":{"properties":{"y":{}}},"person":{"properties":{"name":{"type":"string"}}}}}
            """)
        #expect(model.declarations.map(\.hint) == ["Root", "person", "byName value"])
        #expect(
            model.declarations[0].fields.map(\.shape) == [
                .declared(1), .array(.declared(1)), .dictionary(.declared(2)), .declared(2),
            ])
    }

    @Test("records that hold themselves are found, and not those that hold arrays of themselves")
    func recursion() throws {
        let model = try GeneratedCode.model(
            """
            {"properties":{"next":{"$ref":"#"},"tree":{"$ref":"#/$defs/tree"},"a":{"$ref":"#/$defs/a"}},
             "$defs":{"tree":{"properties":{"children":{"type":"array","items":{"$ref":"#/$defs/tree"}}}},
                      "a":{"properties":{"b":{"$ref":"#/$defs/b"}}},
                      "b":{"properties":{"a":{"anyOf":[{"$ref":"#/$defs/a"},{"type":"null"}]}}}}}
            """)
        #expect(model.declarations.map(\.hint) == ["Root", "tree", "a", "b"])
        #expect(model.recursiveRecords == [0, 2, 3])
        #expect(model.declarations[1].fields.map(\.shape) == [.array(.declared(1))])
        #expect(model.declarations[3].fields.map(\.shape) == [.nullable(.declared(2))])
    }

    @Test("a list of itself, which no type can say, is a list of any JSON")
    func recursiveArray() throws {
        #expect(try GeneratedCode.model(##"{"type":"array","items":{"$ref":"#"}}"##).root == .array(.any))
    }

    @Test("objects in allOf are one record")
    func merged() throws {
        let model = try GeneratedCode.model(
            """
            {"allOf":[{"$ref":"#/$defs/base"},{"properties":{"b":{"type":"integer"},"c":{"type":"string"}},"required":["b"]}],
             "properties":{"d":{"type":"boolean"}},"unevaluatedProperties":false,
             "$defs":{"base":{"type":"object","properties":{"a":{"type":"string"},"c":{"type":"integer"}},"required":["a"]}}}
            """)
        #expect(
            model.declarations[0].fields.map { "\($0.key) \($0.shape) \($0.isRequired)" } == [
                "d boolean false", "a string true", "c any false", "b integer true",
            ])
        #expect(try GeneratedCode.model(#"{"allOf":[{"properties":{"a":{}}},{"type":"string"}]}"#).root == .any)
    }

    @Test("alternatives that only ask for keys leave a record what it is")
    func requiredAlternatives() throws {
        let model = try GeneratedCode.model(
            #"{"properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"required":["b"]}]}"#)
        #expect(model.declarations.count == 1)
    }

    @Test("objects in oneOf are a union by the names of what tells them apart, with null or without; the root is none of them")
    func unions() throws {
        let model = try GeneratedCode.model(
            """
            {"properties":{"a":{"oneOf":[{"properties":{"kind":{"const":"x"}}},{"title":"Second","properties":{"b":{}}},{"type":"null"}]},
              "same":{"anyOf":[{"properties":{"c":{}}},{"properties":{"d":{}}}]},
              "root":{"oneOf":[{"$ref":"#"},{"properties":{"c":{}}}]},
              "mixed":{"oneOf":[{"properties":{"c":{}}},{"type":"string"}]}}}
            """)
        #expect(model.declarations[0].fields.map(\.shape) == [.nullable(.declared(1)), .declared(2), .any, .any])
        #expect(model.declarations[1].kind == .union([3, 4]))
        #expect(model.declarations[2].kind == .union([5, 6]))
        #expect(model.declarations.map(\.hint) == ["Root", "a", "same", "x", "Second", "same option", "same option", "kind"])
    }

    @Test("a union that leads back to itself is one, and its records are no records that hold themselves")
    func recursiveUnion() throws {
        let model = try GeneratedCode.model(
            """
            {"properties":{"a":{"$ref":"#/$defs/part"}},
             "$defs":{"part":{"oneOf":[{"properties":{"b":{}}},{"$ref":"#/$defs/holder"}]},
                      "holder":{"properties":{"first":{"oneOf":[{"properties":{"b":{}}},{"$ref":"#/$defs/holder"}]}}}}}
            """)
        let holder = try #require(model.declarations.firstIndex { $0.hint == "holder" })
        let unions = model.declarations.indices.filter { model.declarations[$0].isUnion }
        #expect(unions.count == 2 && unions.allSatisfy { model.declarations[$0].shapes.contains(.declared(holder)) })
        #expect(model.recursiveUnions.count == 1 && model.recursiveRecords.isEmpty)
    }

    @Test("a union within itself, and one that is itself an alternative, stay JSON where no type can say them")
    func unsayableUnions() throws {
        let model = try GeneratedCode.model(
            """
            {"properties":{"a":{"$ref":"#/$defs/part"},"b":{"$ref":"#/$defs/loop"},"c":{"$ref":"#/$defs/outer"}},
             "$defs":{"part":{"oneOf":[{"properties":{"x":{"$ref":"#/$defs/part"}}},{"properties":{"y":{"$ref":"#/$defs/part"}}}]},
                      "loop":{"oneOf":[{"$ref":"#/$defs/loop"},{"properties":{"z":{}}}]},
                      "outer":{"oneOf":[{"properties":{"in":{"$ref":"#/$defs/outer"}}},{"type":"string"}]}}}
            """)
        #expect(model.declarations[0].fields.map(\.shape) == [.declared(1), .any, .any])
        #expect(model.declarations.count == 4 && model.recursiveUnions == [1])
        #expect(model.declarations[2].fields.map(\.shape) == [.declared(1)])
    }

    @Test("enums of strings are choices, with null or without")
    func choices() throws {
        let model = try GeneratedCode.model(#"{"enum":["draft","sent",null]}"#)
        #expect(model.root == .nullable(.declared(0)))
        #expect(model.declarations[0].kind == .choice(["draft", "sent"]))
        #expect(try GeneratedCode.model(#"{"const":"x"}"#).declarations[0].kind == .choice(["x"]))
    }

    @Test("what code could not tell apart, or could not hold, is a looser shape")
    func limits() throws {
        #expect(try GeneratedCode.model("{\"enum\":[\"\u{E9}\",\"e\u{301}\"]}").root == .string)
        #expect(try GeneratedCode.model("{\"properties\":{\"\u{E9}\":{},\"e\u{301}\":{}}}").root == .dictionary(.any))
        #expect(try GeneratedCode.model(#"{"properties":{"a":{},"b":{}}}"#, fieldLimit: 1).root == .dictionary(.any))
        let long = String(repeating: "x", count: 1_001)
        #expect(try GeneratedCode.model("{\"properties\":{\"\(long)\":{}}}").root == .dictionary(.any))
        #expect(try GeneratedCode.model("{\"enum\":[\"\(long)\"]}").root == .string)
        let many = (0...500).map { "\"\($0)\"" }.joined(separator: ",")
        #expect(try GeneratedCode.model("{\"enum\":[\(many)]}").root == .string)
    }

    @Test("a schema may be nested, and refer, as deep as it likes")
    func depth() throws {
        let nested = String(repeating: #"{"type":"array","items":"#, count: 500) + "{}" + String(repeating: "}", count: 500)
        #expect("\(try GeneratedCode.model(nested).root)".hasSuffix(")"))
        let chain = (0..<5_000).map { ##""d\##($0)":{"$ref":"#/$defs/d\##($0 + 1)"}"## }.joined(separator: ",")
        #expect(try GeneratedCode.model(##"{"$ref":"#/$defs/d0","$defs":{\##(chain)}}"##).root == .any)
    }
}
