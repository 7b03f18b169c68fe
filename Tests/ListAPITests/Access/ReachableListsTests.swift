import Foundations
import HTTPServing
import HTTPTypes
import ListAPI
import TestSupport
import Testing

@Suite("The lists that a token reaches")
struct ReachableListsTests {
    @Test("GET /lists leaves out what is out of reach, on full pages that follow each other to the end")
    func random() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        func text(_ letters: String, _ length: ClosedRange<Int>) -> String {
            String((0..<Int.random(in: length, using: &random)).compactMap { _ in letters.randomElement(using: &random) })
        }
        let lists = Set((0..<40).map { _ in text("ab", 1...5) }).sorted()
        let tokens = (0..<100).map { number in
            TestTokens.token("\(number)", .read, (0..<Int.random(in: 0...4, using: &random)).map { _ in text("ab*", 1...4) })
        }
        let api = try TestAPI { $0.tokens = tokens + [TestTokens.token("root", .admin)] }
        for list in lists { try await api.send(.put, "/lists/\(list)", TestTokens.bearer("root"), body: "[]") }
        for (number, token) in tokens.enumerated() {
            let (prefix, limit) = (text("ab", 0...2), Int.random(in: 1...4, using: &random))
            let expected = lists.filter { token.grant.reaches($0) && $0.hasPrefix(prefix) }
            var (found, target) = ([String](), "/lists?prefix=\(prefix)&limit=\(limit)" as String?)
            while let next = target {
                let page = try await api.get(next, TestTokens.bearer("\(number)"))
                let ids = (0..<limit).compactMap { page.at("lists.\($0).id") }
                found += ids
                target = page.link("next")
                #expect(target == nil || ids.count == limit, "a page is not full, seed \(seed)")
                #expect(page.at("next") == (target == nil ? "null" : ids.last), "seed \(seed)")
                guard found.count <= expected.count else { break }
            }
            let patterns = token.grant.lists?.map(\.text) ?? []
            #expect(found == expected, "\(patterns) below “\(prefix)”, seed \(seed)")
        }
    }

    @Test("a token without patterns sees all lists, and one with an empty run of them none")
    func extremes() async throws {
        let api = try TestAPI { $0.tokens = [TestTokens.token("all", .write), TestTokens.token("none", .admin, [])] }
        try await api.send(.put, "/lists/a", TestTokens.bearer("all"), body: "[]")
        #expect(try await api.get("/lists", TestTokens.bearer("all")).at("lists.0.id") == "a")
        #expect(try await api.get("/lists", TestTokens.bearer("none")).text == #"{"lists":[],"next":null}"#)
    }
}
