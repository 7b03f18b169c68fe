import Foundations
import JSON
import Lists
import Ports

extension ConformanceCheck {
    static var searches: [ConformanceCheck] {
        [
            ConformanceCheck("keeps by what each version is searched, and finds in it as plain arrays do") { store in
                let id = try listID("searched")
                let texts = ["red deer", "Red fox", "grey wolf", "red", "Ren\u{E9}e's deer", "\u{301}\u{302}", "fox deer"]
                for round in 0..<6 {
                    let items = texts.indices.map { row in
                        ListModel.Item("i\(row)", "{\"t\":\(JSONText(string: texts[(row * 5 + round) % texts.count]).text)}")
                    }
                    var draft = ListModel([.init("a", items: Array(items[..<3])), .init("b", items: Array(items[3...]))]).draft
                    draft.properties = ListProperties(search: round == 0 ? nil : ["/t"])
                    _ = try store.replaceAndWait(id, with: .draft(draft))
                }
                for version in try store.snapshot(of: id, at: nil).version - 5...store.snapshot(of: id, at: nil).version {
                    let list = try store.snapshot(of: id, at: version)
                    try expect(list.head.properties.search == (version == 1 ? nil : ["/t"]), "the property of version \(version)")
                    for text in Self.searched { try check(list, text) }
                }
            }
        ]
    }

    /// Beginnings, whole words, marks alone, and eight equal words among them.
    private static let searched = [
        "red", "deer", "re", "fox deer", "renee", "d", "none", "red ", "\u{301}", "red red red red red red red red",
        "red red red red red red red r",
    ]

    /// Compares a search with one that looks at each word of each item.
    private static func check(_ list: ListSnapshot, _ text: String) throws {
        let query = WordQuery(FoldedWords(of: text))
        let outcome = try list.search(query, in: SearchFields(["/t"]), range: 0..<50, NoWords())
        var expected: [Int] = []
        let items = try list.items(in: 0..<list.itemCount)
        try list.readItems(items) { row, item in
            let value = JSONText(verbatim: String(decoding: item.value, as: UTF8.self))
            let words = FoldedWords(of: value.text.replacing("{\"t\":", with: "")).words
            let hasAll = query.words.enumerated().allSatisfy { index, word in
                let asBeginning = query.endsWithBeginning && index == query.words.count - 1
                return words.contains { asBeginning ? $0.starts(with: word) : $0 == word }
            }
            if hasAll { expected.append(row) }
        }
        try expect(outcome.items.map(\.position) == expected, "“\(text)” in version \(list.version)")
        try expect(outcome.itemCount == expected.count && outcome.isComplete, "the count of “\(text)”")
    }
}

/// A cache that keeps nothing.
private struct NoWords: LeafWordsCache {
    func words(ofLeaf key: NodeKey, in fields: SearchFields) -> LeafWords? { nil }
    func keep(_ words: LeafWords, ofLeaf key: NodeKey, in fields: SearchFields) {}
}
