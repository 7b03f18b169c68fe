import NamePatterns
import Testing

@Suite("Patterns of names")
struct NamePatternTests {
    @Test(
        "a star stands for any run of characters, none too, and everything else for itself",
        arguments: [
            ("*", "", true), ("*", "anything", true), ("", "", true), ("", "a", false), ("a", "a", true), ("a", "A", false),
            ("a", "ab", false),
            ("inbox-*", "inbox-", true), ("inbox-*", "inbox-7", true), ("inbox-*", "inbox", false), ("*-7", "inbox-7", true),
            ("*-7", "inbox-77", false), ("a*b*c", "abc", true), ("a*b*c", "a-b-b-c", true), ("a*b*c", "a-c-b", false),
            ("a**c", "abc", true),
            ("*aab", "aaab", true), ("a.c", "abc", false), ("a?", "ab", false), ("a[b]", "ab", false), ("*a*a*a*b", "aaaaaaaaaa", false),
            ("\u{e9}*", "e\u{301}x", false),
        ])
    func examples(pattern: String, name: String, matches: Bool) {
        #expect(NamePattern(pattern).matches(name) == matches)
    }

    @Test("any pattern matches as its definition says")
    func definition() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededRandom(seed: seed)
        func text(_ letters: String, upTo length: Int) -> [Character] {
            (0..<Int.random(in: 0...length, using: &random)).compactMap { _ in letters.randomElement(using: &random) }
        }
        for _ in 0..<20_000 {
            let (pattern, name) = (text("ab*", upTo: 8), text("ab", upTo: 10))
            let isMatch = NamePattern(String(pattern)).matches(String(name))
            #expect(isMatch == Self.matches(pattern[...], name[...]), "\(String(pattern)) \(String(name)), seed \(seed)")
        }
    }

    @Test("a pattern knows what its names start with, and whether there is one only")
    func starts() {
        #expect(NamePattern("inbox-*").start == "inbox-" && !NamePattern("inbox-*").isOneName)
        #expect(NamePattern("inbox").start == "inbox" && NamePattern("inbox").isOneName)
        #expect(NamePattern("*a").start == "")
    }

    private static func matches(_ pattern: ArraySlice<Character>, _ name: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return name.isEmpty }
        if first == "*" { return matches(pattern.dropFirst(), name) || (!name.isEmpty && matches(pattern, name.dropFirst())) }
        return name.first == first && matches(pattern.dropFirst(), name.dropFirst())
    }
}
