import Foundations
import Testing

@Suite("The words of a text")
struct FoldedWordsTests {
    private static func words(_ text: String) -> [String] { FoldedWords(of: text).words.map { String(decoding: $0, as: UTF8.self) } }

    @Test("are runs of letters, numbers and marks in folded text")
    func runs() {
        let expected: [(String, [String])] = [
            ("", []), (" -·- ", []), ("Paris, Île-de-France 75001", ["paris", "ile", "de", "france", "75001"]),
            ("a_b c.d", ["a", "b", "c", "d"]),
            ("STRAßE", ["strasse"]), ("½", ["1", "2"]), ("नमस्ते दुनिया", ["नमस्ते", "दुनिया"]), ("東京タワー x", ["東", "京", "タ", "ワ", "ー", "x"]),
            ("ab東c", ["ab", "東", "c"]), ("𠀀a", ["𠀀", "a"]), ("\u{0301}\u{0301}", []), ("a\u{0301}b", ["ab"]), ("x\u{10FFFF}y", ["x", "y"]),
            ("same Same SAME", ["same", "same", "same"]),
        ]
        for (text, words) in expected { #expect(Self.words(text) == words, "\(text)") }
    }

    @Test("count with their first 64 characters")
    func long() {
        let word = String(repeating: "é", count: 70)
        #expect(Self.words("\(word) b") == [String(repeating: "e", count: 64), "b"])
        #expect(Self.words(String(repeating: "ж", count: 65)) == [String(repeating: "ж", count: 64)])
    }

    @Test("may go on where the text ends within one")
    func ends() {
        for (text, isOpen) in [
            ("par", true), ("par ", false), ("par.", false), ("", false), ("par\u{0301}", true), ("東", true), ("a ½", true),
        ] {
            #expect(FoldedWords(of: text).endsInWord == isOpen, "\(text)")
        }
    }
}
