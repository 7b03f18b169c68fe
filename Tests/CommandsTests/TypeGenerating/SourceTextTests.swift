import CellTypes
import Testing

@testable import Commands

@Suite("Text from outside in generated code")
struct SourceTextTests {
    @Test(
        "a comment stays a comment",
        arguments: [
            ("one\ntwo\r\nthree\u{2028}four", ["one", "two", "", "three", "four"]),
            ("a */ b /* c */", ["a * / b / * c * /"]),
            ("*\u{202E}/", ["* /"]),
            ("/*/", ["/ * /"]),
            ("  @ts-nocheck  ", ["\\@ts-nocheck"]),
            ("\u{A0}@ts-ignore", ["\\@ts-ignore"]), ("a\u{2029}\u{3000}\u{FEFF}\u{2003}@ts-ignore\u{A0}", ["a", "\\@ts-ignore"]),
            ("\u{85}\t\u{1680}@ts-expect-error", ["\\@ts-expect-error"]),
            ("\n\n\u{0}\u{7}\n", []),
            ("", []),
            ("right-to-left \u{202E}text\u{2066}", ["right-to-left text"]),
        ])
    func comments(text: String, lines: [String]) {
        #expect(CommentText.lines(of: text) == lines)
    }

    @Test("a literal says what was said and nothing else")
    func literals() {
        let text = "a\"\\\n${b}\\(c)`\u{2028}\u{202E}é👍\u{301}"
        #expect(StringLiteral.swift(text) == #""a\"\\\u{A}${b}\\(c)`\u{2028}\u{202E}é\u{1F44D}\u{301}""#)
        #expect(StringLiteral.kotlin(text) == #""a\"\\\u000A\${b}\\(c)`\u2028\u202Eé\uD83D\uDC4D\u0301""#)
        #expect(StringLiteral.typeScript(text) == #""a\"\\\u000A${b}\\(c)`\u2028\u202Eé\uD83D\uDC4D\u0301""#)
    }

    @Test("the same types make the same file, whatever their order", arguments: GeneratedLanguage.allCases)
    func deterministic(language: GeneratedLanguage) throws {
        let types = [try GeneratedCode.type("b"), try GeneratedCode.type("a", #"{"properties":{"x":{}}}"#), try GeneratedCode.type("C")]
        let source = GeneratedCode.source(language, types)
        #expect(source == GeneratedCode.source(language, types.reversed()))
        let command = "sectional types generate --language \(language.rawValue)"
        #expect(source.hasPrefix("// Made by `\(command)`, from version 3 of the registry. The next run replaces it.\n"))
        #expect(source.hasSuffix("\n") && !source.hasSuffix("\n\n"))
        #expect(!source.contains("\n\n\n") && !source.contains(" \n"))
    }

    @Test("a package in Kotlin is identifiers with dots between them")
    func packages() {
        for name in ["cells", "com.example.cells2", "_a"] { #expect(TypeGenerator.isPackage(name), "\(name)") }
        for name in ["", "a.", ".a", "2a", "a b", "a\nb", "com.in.x", "é", "a;import java.io"] {
            #expect(!TypeGenerator.isPackage(name), "\(name)")
        }
    }
}
