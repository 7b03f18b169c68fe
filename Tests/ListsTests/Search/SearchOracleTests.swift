import Foundation
import Foundations
import JSON
import Ports
import SQLiteStore
import StoreSuite
import Synchronization
import TestSupport
import Testing
@testable import Lists

/// Can fail: a search that takes the words of a leaf from before it was written, or that counts rows of another section, is found at once.
@Suite("Searches beside random writes")
struct SearchOracleTests {
    @Test(
        "every version that can be read is searched as plain arrays are, and a view by its source's pointers",
        arguments: [UInt64.random(in: .min ... .max), 1, 2])
    func agree(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let lists = try ViewStore()
        let (source, view) = (try listID("source"), try listID("view"))
        var model = SearchModel()
        var versions: [Int64: SearchModel] = [:]
        let definition = #"{"of":"source","where":{"value":"/n","less":6},"sectionBy":{"value":"/n"},"sortBy":["/t"]}"#
        let caches = [KeptWords(share: 0), KeptWords(share: 2), KeptWords(share: 1)]
        for round in 0..<40 {
            for _ in 0...(random.next() % 40) { model.edit(&random) }
            let draft = model.draft
            let made = try lists.store.writeAndWait(source) { transaction in
                let edit = try transaction.edit()
                edit.setProperties(ListProperties(search: SearchModel.pointers))
                try edit.replace(with: draft)
                return try transaction.commit(edit)
            }
            versions[made.version] = model
            if round == 0 { try lists.define(view, ViewText(of: source, text: JSONText(verbatim: definition))) }
            for _ in 0..<6 {
                let query = WordQuery(FoldedWords(of: SearchModel.text(&random)))
                let page = Int(random.next() % 4)..<Int(4 + random.next() % 60)
                guard let version = versions.keys.randomElement(using: &random), let cache = caches.randomElement(using: &random) else {
                    continue
                }
                let snapshot = try lists.store.snapshot(of: source, at: version)
                let expected = try #require(versions[version]).items.filter { $0.has(query) }.map(\.id)
                try check(snapshot, query, page, cache, expected, "seed \(seed), round \(round), version \(version)")
                let shown = try lists.store.snapshot(of: view, at: nil)
                #expect(shown.head.properties.search == SearchModel.pointers)
                let items = try SearchModel.items(of: shown)
                try check(shown, query, page, cache, items.filter { $0.has(query) }.map(\.id), "seed \(seed), round \(round), view")
            }
        }
    }

    private func check(
        _ snapshot: ListSnapshot, _ query: WordQuery, _ page: Range<Int>, _ cache: KeptWords, _ expected: [String], _ context: String
    ) throws {
        let outcome = try snapshot.search(query, in: SearchFields(SearchModel.pointers), range: page, cache)
        var found: [String] = []
        try snapshot.readItems(outcome.items) { _, item in found.append(String(decoding: item.id, as: UTF8.self)) }
        #expect(found == Array(expected[page.clamped(to: 0..<expected.count)]), "\(context): \(query)")
        #expect(outcome.isComplete && (expected.count > 1_000 || outcome.itemCount == expected.count), "\(context)")
        for item in outcome.items {
            let there = try snapshot.items(in: item.position..<(item.position + 1)).first
            #expect(there == item, "\(context)")
        }
    }

    @Test("a word that more than 100,000 items have ends a search, and one that few have does not")
    func bounds() throws {
        let lists = try ViewStore()
        let id = try listID("long")
        let items = (0..<100_200).map { ItemDraft(value: JSONText(verbatim: $0 > 100_190 ? "{\"t\":\"all few\"}" : "{\"t\":\"all\"}")) }
        let list = try lists.store.writeAndWait(id) { transaction in
            let edit = try transaction.edit()
            edit.setProperties(ListProperties(search: ["/t"]))
            try edit.replace(with: ListDraft(properties: nil, sections: [SectionDraft(items: items)]))
            return try transaction.commit(edit)
        }
        let (cache, fields) = (KeptWords(share: 1), SearchFields(["/t"]))
        func search(_ text: String, from offset: Int) throws -> SearchOutcome {
            try list.search(WordQuery(FoldedWords(of: text)), in: fields, range: offset..<(offset + 50), cache)
        }
        let first = try search("all", from: 0)
        #expect(first.items.count == 50 && first.isComplete && first.itemCount == nil)
        let last = try search("al", from: 100_100)
        #expect(!last.isComplete && last.items.isEmpty && last.itemCount == nil)
        let few = try search("all fe", from: 0)
        #expect(few.isComplete && few.itemCount == 9 && few.items.first?.position == 100_191)
        #expect(throws: SearchWork.TooLong.self) {
            _ = try list.search(
                WordQuery(FoldedWords(of: "few")), in: fields, range: 0..<1, KeptWords(share: 0), within: SearchWork(units: 10_000))
        }
    }
}

/// A cache that keeps the words of one leaf in so many; 0 keeps none.
private final class KeptWords: LeafWordsCache {
    private let share: Int64
    private let words = Mutex<[String: LeafWords]>([:])

    init(share: Int64) {
        self.share = share
    }

    func words(ofLeaf key: NodeKey, in fields: SearchFields) -> LeafWords? { words.withLock { $0["\(key) \(fields.digest)"] } }

    func keep(_ words: LeafWords, ofLeaf key: NodeKey, in fields: SearchFields) {
        guard share > 0, key % share == 0 else { return }
        self.words.withLock { $0["\(key) \(fields.digest)"] = words }
    }
}

/// A list of texts as plain arrays.
private struct SearchModel {
    static let pointers = ["/t", "/tags"]

    struct Item {
        var id: String
        var texts: [String]
        var number: UInt64

        /// Whether it has all words, by comparing each with each.
        func has(_ query: WordQuery) -> Bool {
            let words = texts.flatMap { FoldedWords(of: $0).words }
            return query.words.enumerated().allSatisfy { index, word in
                let asBeginning = query.endsWithBeginning && index == query.words.count - 1
                return words.contains { asBeginning ? $0.starts(with: word) : $0 == word }
            }
        }

        var value: JSONText {
            let tags = texts.dropFirst().map { JSONText(string: $0).text } + ["[\"no\"]", "7"]
            let text = JSONText(string: texts[0]).text
            return JSONText(verbatim: "{\"n\":\(number),\"t\":\(text),\"tags\":[\(tags.joined(separator: ","))],\"x\":\"no\"}")
        }
    }

    private(set) var sections: [[Item]] = [[], []]
    private var serial = 0

    var items: [Item] { sections.flatMap(\.self) }

    var draft: ListDraft {
        ListDraft(
            properties: nil,
            sections: sections.enumerated().map { index, items in
                SectionDraft(
                    id: Identifier(verbatim: "s\(index)"),
                    items: items.map { ItemDraft(id: Identifier(verbatim: $0.id), value: $0.value) })
            })
    }

    mutating func edit(_ random: inout SeededGenerator) {
        let section = Int(random.next() % 2)
        let row = sections[section].indices.randomElement(using: &random)
        switch (random.next() % 8, row) {
        case (0, let row?): sections[section].remove(at: row)
        case (1, let row?), (2, let row?): sections[section][row].texts[0] = Self.text(&random)
        case (3, let row?): sections[1 - section].insert(sections[section].remove(at: row), at: 0)
        default:
            serial += 1
            let texts = (0...(random.next() % 3)).map { _ in Self.text(&random) }
            sections[section].insert(Item(id: "i\(serial)", texts: texts, number: random.next() % 9), at: row ?? 0)
        }
    }

    static func text(_ random: inout SeededGenerator) -> String {
        let words = [
            "Paris", "par", "PARC", "Łódź", "e\u{301}te", "été", "中文", "a", "\u{301}", "x\"y", "1.5", "", "straße", "STRASSE", "no",
        ]
        let separator = random.next() % 3 == 0 ? "-" : " "
        return (0..<Int(random.next() % 4)).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: separator)
    }

    /// The items of a version, read as a whole.
    static func items(of snapshot: ListSnapshot) throws -> [Item] {
        var items: [Item] = []
        try snapshot.readItems(try snapshot.items(in: 0..<snapshot.itemCount)) { _, stored in
            let value = try JSONSerialization.jsonObject(with: Data(stored.value)) as? [String: Any]
            let texts = [value?["t"] as? String ?? ""] + (value?["tags"] as? [Any] ?? []).compactMap { $0 as? String }
            items.append(Item(id: String(decoding: stored.id, as: UTF8.self), texts: texts, number: 0))
        }
        return items
    }
}
