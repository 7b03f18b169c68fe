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
            let leaf = Self.leaf(texts)
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
        let leaf = Self.leaf([text + "𐐩", text + "𐐪", text])
        #expect(leaf.items(having: Array((text + "𐐪").utf8), asBeginning: false) == 0b010)
        #expect(leaf.items(having: Array(text.utf8), asBeginning: false) == 0b100)
        #expect(leaf.items(having: Array(text.utf8), asBeginning: true) == 0b111)
    }

    @Test("an item of four words takes about thirty bytes")
    func size() {
        var random = SeededGenerator(seed: 1)
        let letters = "abcdefghijklmnopqrstuvwxyz"
        let texts = (0..<64).map { _ in
            (0..<4).map { _ in String((0..<6).map { _ in letters.randomElement(using: &random) ?? "a" }) }.joined(separator: " ")
        }
        let bytes = Self.leaf(texts).byteCount / 64
        #expect(bytes <= 40, "\(bytes)")
    }

    @Test("joined words say which leaves have a word, whole and as a beginning")
    func joined() {
        var random = SeededGenerator(seed: 7)
        let leaves = (0..<64).map { _ in (0..<5).map { _ in Self.text(&random) } }
        let node = LeafWords(joining: leaves.map(Self.leaf))
        #expect(node.isOfLeaves)
        for word in Set(leaves.flatMap(\.self).flatMap { FoldedWords(of: $0).words }) {
            for asBeginning in [true, false] {
                let expected = leaves.map { Self.leaf($0).items(having: word, asBeginning: asBeginning) != 0 }
                let found = node.items(having: word, asBeginning: asBeginning)
                #expect((0..<64).map { found & (1 << UInt64($0)) != 0 } == expected, "\(String(decoding: word, as: UTF8.self))")
            }
        }
    }

    private static func leaf(_ texts: [String]) -> LeafWords {
        var words = WordParts()
        for (index, text) in texts.enumerated() { words.add(FoldedWords(of: text), item: index) }
        return LeafWords(words, count: texts.count)
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        (0..<Int(random.next() % 5)).map { _ in
            String((0..<Int(random.next() % 6)).map { _ in "abAé1 中".randomElement(using: &random) ?? "a" })
        }.joined(separator: " ")
    }
}
