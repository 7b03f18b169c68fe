import Foundation
import Foundations
import Testing

@Suite("Text of unknown origin on a terminal")
struct TerminalTextTests {
    @Test(
        "has its control, format and separating characters escaped, and nothing else",
        arguments: [
            ("", ""), ("Zürich 東京 👩‍👩‍👧 \"a\"", "Zürich 東京 👩‍👩‍👧 \"a\""), ("\u{1B}[2J\r\n\t\u{0}", "\\u001b[2J\\u000d\\u000a\\u0009\\u0000"),
            ("\u{7F}\u{80}\u{85}\u{9B}31m\u{9F}", "\\u007f\\u0080\\u0085\\u009b31m\\u009f"),
            ("\u{202E}x\u{202C}\u{2066}\u{2069}\u{200E}\u{200F}\u{61C}", "\\u202ex\\u202c\\u2066\\u2069\\u200e\\u200f\\u061c"),
            ("\u{2028}\u{2029}\u{FEFF}\u{200B}\u{AD}", "\\u2028\\u2029\\ufeff\\u200b\\u00ad"), ("a\u{E0041}b", "a\\udb40\\udc41b"),
        ])
    func escapes(text: String, shown: String) {
        #expect(TerminalText.escaped(text) == shown)
    }

    @Test("a JSON string stays the same string")
    func strings() throws {
        let text = "\"\u{9B}2J \u{202E}\u{E0041}\u{7F}é\""
        let shown = TerminalText.escaped(text)
        #expect(shown.unicodeScalars.allSatisfy { $0.value < 0x7F || $0 == "é" })
        let read =
            { try JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed) as? String } as (String) throws -> String?
        #expect(try read(shown) == read(text))
    }
}
