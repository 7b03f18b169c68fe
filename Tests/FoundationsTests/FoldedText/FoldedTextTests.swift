import Foundation
import Foundations
import TestSupport
import Testing

/// Can fail: a table of another Unicode folds thousands of characters otherwise.
@Suite("Folded text")
struct FoldedTextTests {
    private static func folded(_ text: String) -> String { String(decoding: FoldedText.bytes(of: text), as: UTF8.self) }

    @Test(
        "has no case, no accents and no forms that are alike",
        arguments: [
            ("résumé", "resume"), ("RÉSUMÉ", "resume"), ("Straße", "strasse"), ("STRASSE", "strasse"), ("Ängelholm", "angelholm"),
            ("Łódź", "lodz"), ("İstanbul", "istanbul"), ("ısı", "isi"), ("Ærø", "aero"), ("þing", "thing"), ("Đỗ", "do"),
            ("ŒUVRE", "oeuvre"),
            ("ﬁn", "fin"), ("Ⅳ", "iv"), ("①", "1"), ("ｶﾞ", "カ"), ("ΑΣς", "ασσ"), ("नमस्ते", "नमस्ते"), ("กำ", "กํา"),
            ("한", "\u{1112}\u{1161}\u{11AB}"), ("\u{0301}\u{0327}", ""),
            ("שָׁלוֹם", "שלום"), ("", ""), ("a\u{0}b", "a\u{0}b"),
        ])
    func examples(text: String, folded: String) {
        #expect(Array(Self.folded(text).unicodeScalars) == Array(folded.unicodeScalars))
    }

    @Test("is cut after so many characters, before they are folded")
    func limit() {
        #expect(FoldedText.bytes(of: "ßßß", characters: 2) == Array("ssss".utf8))
        #expect(FoldedText.bytes(of: "e\u{0301}f", characters: 2) == Array("e".utf8))
    }

    @Test("begins with a capital letter, or with none")
    func initials() {
        let expected: [(String, Unicode.Scalar?)] = [
            ("Ängelholm", "A"), ("łódź", "L"), ("ßa", "S"), ("\u{0301}é", "E"), ("ж", "Ж"), ("7up", nil), ("", nil), (" a", nil),
            ("東京", "東"),
            ("ⓐ", "A"), ("\u{10FFFF}", nil), ("\u{0301}", nil), ("~", nil), ("ǆ", "D"), ("한", "ᄒ"),
        ]
        for (text, initial) in expected { #expect(FoldedText.initial(of: text) == initial, "\(text)") }
    }

    @Test("says of every character what Python's Unicode 14.0 says")
    func everyCharacter() throws {
        var differences: [String] = []
        for line in try PythonRun.output(of: "Scripts/folded-text", "--list").split(separator: "\n") {
            let fields = line.split(separator: ";", omittingEmptySubsequences: false)
            let scalar = try #require(UInt32(fields[0], radix: 16).flatMap { Unicode.Scalar($0) })
            let folded = Self.folded(String(scalar)).unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
            let kind = String(CharacterClass(of: scalar).rawValue)
            let isSame = folded == fields[2] && kind == fields[1]
            // Only what is folded already has a capital here.
            let initial = FoldedText.initial(of: String(scalar)).map { String($0.value, radix: 16) }
            let isFolded = fields[2] == fields[0]
            if !isSame || isFolded && initial != (kind == "1" ? String(fields[3]) : nil) { differences.append(String(line)) }
        }
        #expect(differences.isEmpty, "\(differences.prefix(10))")
    }

    @Test("has tables that are what the script makes")
    func tables() throws {
        #expect(try PythonRun.output(of: "Scripts/folded-text", "--check") == "")
    }
}
