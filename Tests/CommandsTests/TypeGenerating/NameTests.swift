import CellTypes
import Testing

@testable import Commands

@Suite("Names in generated code")
struct NameTests {
    @Test(
        "a name becomes an identifier of its letters and digits",
        arguments: [
            ("DemoItem", "DemoItem", "demoItem"),
            ("demo-item", "DemoItem", "demoItem"),
            ("demo_item 2", "DemoItem2", "demoItem2"),
            ("URL", "URL", "url"),
            ("URLPath", "URLPath", "urlPath"),
            ("URL2Path", "URL2Path", "url2Path"),
            ("id", "Id", "id"),
            ("3d", "_3d", "_3d"),
            ("größe", "Größe", "größe"),
            ("ßeta", "ßeta", "ßeta"),
            ("名前", "名前", "名前"),
            ("Ärger-Über", "ÄrgerÜber", "ärgerÜber"),
            ("a\u{301}b", "AB", "aB"),
            ("a👍b", "AB", "aB"),
            ("a\"b\\(c)\n}d", "ABCD", "aBCD"),
        ])
    func identifiers(name: String, upper: String, lower: String) {
        #expect(IdentifierWords(name).upperCamel == upper)
        #expect(IdentifierWords(name).lowerCamel == lower)
    }

    @Test("a name without a letter has no identifier, and a long one a short one", arguments: ["", "👍", "--", "_"])
    func noLetters(name: String) {
        #expect(IdentifierWords(name).upperCamel == nil)
        #expect(IdentifierWords(name + String(repeating: "x", count: 200)).lowerCamel?.utf8.count == 64)
        #expect(IdentifierWords(name + String(repeating: "名", count: 200)).lowerCamel?.utf8.count == 63)
    }

    @Test("two names never have one identifier, and none is a word of the language or a name that the code uses")
    func unique() {
        var scope = NameScope(reserved: ["class", "String"])
        let wanted = ["aB", "aB", "ab", "class", "classValue", "String", nil, nil, "aB2"]
        #expect(
            wanted.map { scope.claim($0, or: "unnamed") }
                == ["aB", "aB2", "ab3", "classValue", "classValue2", "StringValue", "unnamed", "unnamed2", "aB22"])
    }

    @Test("each language has its identifiers, and the names that are sent stay beside them")
    func languages() throws {
        let schema = #"""
            {"required":["class"],"properties":{
              "class":{"enum":["a-b","a_b","default","","1"]},"a-b":{"type":"integer"},"a_b":{"type":"integer"},
              "string":{"properties":{"x":{"type":"string"}}},"Type":{"type":"string"}}}
            """#
        let types = [try GeneratedCode.type("a-b", schema), try GeneratedCode.type("a_b"), try GeneratedCode.type("AnyJSON")]
        let swift = GeneratedCode.source(.swift, types)
        for line in [
            "case aB(AB)", "case aB2(AnyJSON)", "case anyJSON(AnyJSON)", "case classValue = \"class\"",
            "case \"a_b\": self = .aB2", "public let string: StringValue?", "public let type: String?", "case defaultValue",
            "case \"default\": self = .defaultValue", "case .unnamed: return \"\"", "case .unknown(let text): return text",
            "case \"1\": self = ._1", "public let classValue: Class",
        ] {
            #expect(swift.contains("\n" + String(repeating: " ", count: swift.indentation(of: line)) + line + "\n"), "\(line)")
        }
        let kotlin = GeneratedCode.source(.kotlin, types)
        for line in [
            "val classValue: Class,", "val aB: Long? = null,", "val aB2: Long? = null,", "val Default = Class(\"default\")",
            "val AB2 = Class(\"a_b\")", "\"a-b\" -> AB.from(value)", "data class AB2(", "val string: StringValue? = null,",
        ] {
            #expect(kotlin.contains("\n" + String(repeating: " ", count: kotlin.indentation(of: line)) + line + "\n"), "\(line)")
        }
        let script = GeneratedCode.source(.typescript, types)
        for line in [
            "class: ABClass;", "\"a-b\"?: number;", "string?: ABString;", "| Item<\"a_b\", AB2>", "export type AnyJSONValue = AnyJSON;",
        ] {
            #expect(script.contains("\n" + String(repeating: " ", count: script.indentation(of: line)) + line + "\n"), "\(line)")
        }
    }
}

extension String {
    /// Spaces before the first line that holds a text so, and nothing else.
    fileprivate func indentation(of line: String) -> Int {
        split(separator: "\n").first { $0.drop { $0 == " " } == line }?.prefix { $0 == " " }.count ?? 0
    }
}
