import Foundations
import TestSupport
import Testing
@testable import Lists

/// Can fail: a block that does not begin with a whole word, and a word that is longer by one byte, are found in the first rounds.
@Suite("The words of a leaf")
struct LeafWordsTests {
    @Test(
        "the items of a word, whole and as a beginning, are those of plain texts", arguments: [UInt64.random(in: .min ... .max), 1, 2, 3])
    func agree(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let texts = (0..<Int(random.next() % 65)).map { _ in Self.text(&random) }
            var words = FoldedWords()
            let ends = texts.map { text in
                words.append(text)
                return words.ends.count
            }
            let leaf = LeafWords(words, ends: ends)
            let known = texts.map { FoldedWords(of: $0).words }
            let asked = (0..<10).compactMap { _ in FoldedWords(of: Self.text(&random)).words.first } + [Array("a".utf8)]
            for word in asked {
                for asBeginning in [true, false] {
                    let expected = known.enumerated().reduce(into: UInt64(0)) { bits, item in
                        let has = item.element.contains { asBeginning ? $0.starts(with: word) : $0 == word }
                        if has { bits |= 1 << UInt64(item.offset) }
                    }
                    let found = leaf.items(having: word, asBeginning: asBeginning)
                    guard found == expected else {
                        Issue.record("seed \(seed): \(String(decoding: word, as: UTF8.self)) in \(texts)")
                        return
                    }
                }
            }
        }
    }

    @Test("words of 64 characters of four bytes are kept whole")
    func longest() {
        let text = String(repeating: "𐐨", count: 63)
        var words = FoldedWords()
        let ends = [text + "𐐩", text + "𐐪", text].map { text in
            words.append(text)
            return words.ends.count
        }
        let leaf = LeafWords(words, ends: ends)
        #expect(leaf.items(having: Array((text + "𐐪").utf8), asBeginning: false) == 0b010)
        #expect(leaf.items(having: Array(text.utf8), asBeginning: false) == 0b100)
        #expect(leaf.items(having: Array(text.utf8), asBeginning: true) == 0b111)
    }

    @Test("an item of four words takes about thirty bytes")
    func size() {
        var random = SeededGenerator(seed: 1)
        let letters = "abcdefghijklmnopqrstuvwxyz"
        var words = FoldedWords()
        let ends = (0..<64).map { _ in
            for _ in 0..<4 { words.append(String((0..<6).map { _ in letters.randomElement(using: &random) ?? "a" })) }
            return words.ends.count
        }
        let bytes = LeafWords(words, ends: ends).byteCount / 64
        #expect(bytes <= 40, "\(bytes)")
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        (0..<Int(random.next() % 5)).map { _ in
            String((0..<Int(random.next() % 6)).map { _ in "abAé1 中".randomElement(using: &random) ?? "a" })
        }.joined(separator: " ")
    }
}
