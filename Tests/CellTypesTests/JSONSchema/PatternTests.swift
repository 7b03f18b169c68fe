import JSON
import Lists
import Testing

@testable import CellTypes

@Suite("Regular expressions")
struct PatternTests {
    @Test(
        "mean what ECMA-262 says with the flag u",
        arguments: [
            ("b", "abc", true), ("^b", "abc", false), ("", "", true), ("^a$", "a\n", false), ("^$", "\n", false),
            ("^.$", "\u{2028}", false), ("^.$", "😀", true),
            ("^.$", "\u{85}", true), (#"^\s$"#, "\u{FEFF}", true), (#"^\s$"#, "\u{180E}", false), (#"^\S$"#, "\u{85}", true),
            (#"^[\S]$"#, "\u{2028}", false),
            (#"^[^\S]$"#, "\u{2028}", true), (#"\d"#, "٣", false), (#"\w"#, "é", false), (#"é\b"#, "é", false), (#"\B"#, "aéa", false),
            (#"^\p{L}+$"#, "ǅʰ漢", true),
            (#"^\p{Lu}$"#, "a", false), (#"^\P{Lu}$"#, "a", true), (#"^[\p{L}\p{Nd}_-]+$"#, "é٣_-", true),
            (#"^\p{Script=Greek}$"#, "Ω", true),
            (#"^\p{sc=Grek}$"#, "a", false), (#"^\p{General_Category=Decimal_Number}$"#, "7", true), (#"^\p{Emoji}$"#, "😀", true),
            (#"^\p{ASCII}$"#, "é", false),
            (#"^\p{Assigned}$"#, "\u{378}", false), (#"^\u0041\x42\u{1F600}\cA$"#, "AB😀\u{1}", true), (#"^\uD83D\uDE00$"#, "😀", true),
            (#"\uD83D"#, "😀", false),
            (#"^[\uD83D\uDE00-\uD83D\uDE02]$"#, "😁", true), (#"^[^\uD800-\uDFFF]$"#, "a", true), ("[]", "a", false), ("^[^]$", "\n", true),
            (#"^[\b]$"#, "\u{8}", true),
            (#"^[a\-z]$"#, "b", false), ("^[a-]$", "-", true), ("^[-a]$", "-", true), ("^[[a]$", "[", true), ("^[[:alpha:]$", "z", false),
            ("^[a&&b]$", "&", true),
            (#"^\0$"#, "\0", true),
            ("^a{2,3}?$", "aaa", true), ("^a{2,}$", "a", false), ("^(?:a|(b))c$", "bc", true), ("^(?<name>a)$", "a", true),
            ("^a|b$", "xb", true), ("a|^b", "xb", false),
            ("^(?!.*x).+$", "abc", true), ("^(?!.*x).+$", "abxc", false), ("^(?=.*[A-Z])(?=.*[0-9]).{4,}$", "aB3d", true),
            ("(?<=a)b", "ab", true), ("(?<!a)b", "ab", false),
            ("/", "/", true), (#"\/\.\^"#, "/.^", true), ("#x", "#x", true), ("^(?:a?){12}a{12}$", "aaaaaaaaaaaa", true),
            (" x", "x", false), ("^é$", "e\u{301}", false),
            (#"\p{L}cole"#, "l'école", true),
        ])
    func meaning(pattern: String, text: String, isFound: Bool) throws {
        let matcher = try #require(PatternMatcher())
        #expect(matcher.search(try Pattern(pattern), in: text) { _ in true } == (isFound ? .matched : .notMatched))
    }

    @Test(
        "are refused where they are none of ECMA-262 with the flag u",
        arguments: [
            "(", ")", "[", "]", "{", "}", "a{", "a{,2}", "a{2,1}", "a{1", "*", "a**", "a*+", "a++", "a{2}{3}", "^*", #"\b+"#, "(?=a)*",
            "(?<!a)?", "|*", "(?", "(?i)a", "(?i:a)",
            "(?>a)", "(?#x)", "(?P<n>a)", "(?R)", "(?1)", "(*FAIL)", "(*UTF)", "(?|a)", "(?<>a)", "(?<1>a)", "(?<n>a)(?<n>b)", "[b-a]",
            #"[\d-a]"#, #"[a-\w]"#, #"\a"#, #"\e"#,
            #"\A"#, #"\z"#, #"\Z"#, #"\G"#, #"\K"#, #"\R"#, #"\h"#, #"\X"#, #"\N"#, #"\Q"#, #"\E"#, #"\C"#, #"\-"#, #"\_"#, #"\ "#, #"\é"#,
            #"\"#, #"\c"#, #"\c1"#, #"\x4"#,
            #"\u004"#, #"\u{}"#, #"\u{110000}"#, #"\u{x}"#, #"\00"#, #"\p"#, #"\pL"#, #"\p{"#, #"\p{}"#, #"\p{Greek}"#, #"\p{lu}"#,
            #"\p{letter}"#, #"\p{^L}"#, #"\p{ L}"#,
            #"\p{Script=greek}"#, #"\p{Script=Nowhere}"#, #"\p{sc=}"#, #"\p{Block=Thai}"#, #"\p{Xan}"#, #"\p{L&}"#, "[a",
        ])
    func notECMA(pattern: String) {
        #expect(throws: PatternError.self) { try Pattern(pattern) }
    }

    @Test(
        "are refused where their cost has no bound, or PCRE2 cannot match them",
        arguments: [#"(a)\1"#, #"(?<n>a)\k<n>"#, "(?<=a*)b", "a{65536}", "(?:a{60000}b){60000}"])
    func notSupported(pattern: String) {
        #expect(throws: PatternError.self) { try Pattern(pattern) }
    }

    @Test("reach PCRE2 as nothing but what the translation writes")
    func translation() throws {
        #expect(try PatternTranslator.translate("^a.$").text == #"\A\x{61}[^\x{a}\x{d}\x{2028}\x{2029}]\z"#)
        #expect(try PatternTranslator.translate("(?<n>a|b)").text == #"\A(?s:.)*?(?:(?:\x{61}|\x{62}))"#)
        // An anchor in one alternative is none for the others.
        #expect(try PatternTranslator.translate("^a|b").text == #"\A(?s:.)*?(?:\A\x{61}|\x{62})"#)
    }

    @Test("are searched from every start in steps that all count, so that the steps of a text grow as it does")
    func search() throws {
        let matcher = try #require(PatternMatcher())
        for count in [4_000, 8_000, 16_000] {
            var units = 0
            let outcome = matcher.search(try Pattern(#"[a-z]*\d"#), in: String(repeating: "a", count: count)) {
                units += $0
                return true
            }
            // Each start would go to the end: that is count * count / 2 steps. Side by side they go there once.
            #expect(outcome == .notMatched && units <= 96 * count)
        }
    }

    @Test("that go wrong in many ways are followed side by side, which is a little work even where they match")
    func careless() throws {
        let schema = #"{"pattern":"^(([a-z]+)*@x|.*)$"}"#
        for text in ["abcdefghijklm", "abcdefghijklmno", "abcdefghijklmnopqrstuvwxyzabcdefghijklmn"] {
            let work = try Check.work(schema, "\"\(text)\"")
            #expect(work.isValid && work.units <= 512 + 96 * text.utf8.count, "\(work)")
        }
        #expect(try !Check.work(#"{"pattern":"^([a-z]+)*@x$"}"#, #""abcdefghijklmnopqrstuvwxyz""#).isValid)
        #expect(try Check.work(#"{"pattern":"^([a-z]+)*@x$"}"#, #""abcdefghijklmnopqrstuvwxyz@x""#).isValid)
    }

    @Test("that need too many steps end the check with a violation that says so")
    func steps() throws {
        let schema = try #"{"items":{"not":{"pattern":"^(?=(a+)+$)."}}}"#.compiled()
        let value = #"["\#(String(repeating: "a", count: 40))!","b"]"#
        let violations = schema.faults(of: try JSONText(validating: value))
        #expect(violations.map(\.pointer) == ["/0"])
        #expect(violations.map(\.message) == ["the regular expression takes more steps than it may"])
    }
}
