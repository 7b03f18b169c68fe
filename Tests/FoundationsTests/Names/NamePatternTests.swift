import Foundations
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

    @Test("every short pattern matches as its definition says")
    func definition() {
        let names = Self.texts("ab", upTo: 6)
        for pattern in Self.texts("ab*", upTo: 5) {
            let matches = NamePattern(String(pattern))
            for name in names where matches.matches(String(name)) != Self.matches(pattern[...], name[...]) {
                Issue.record("\(String(pattern)) \(String(name))")
            }
        }
    }

    /// All texts of some letters up to a length.
    private static func texts(_ letters: String, upTo length: Int) -> [[Character]] {
        guard length > 0 else { return [[]] }
        let shorter = texts(letters, upTo: length - 1)
        return shorter + shorter.filter { $0.count == length - 1 }.flatMap { text in letters.map { text + [$0] } }
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
