/// Sets of characters as PCRE2 writes them inside of a class.
enum CharacterSets {
    /// White space and line ends, as ECMA-262 has them for `\s`.
    static let space = #"\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}"#
    /// All other characters.
    static let noSpace =
        #"\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}"#
        + #"\x{2060}-\x{2fff}\x{3001}-\x{d7ff}\x{e000}-\x{fefe}\x{ff00}-\x{10ffff}"#
    static let all = #"\x{0}-\x{10ffff}"#
    /// The characters that `.` matches: anything but a line end.
    static let any = #"[^\x{a}\x{d}\x{2028}\x{2029}]"#

    /// A range of code points. No text has surrogates, and PCRE2 knows none, so they are left out.
    static func range(_ lower: UInt32, _ upper: UInt32) -> String {
        var text = ""
        for (first, last) in [(lower, min(upper, 0xD7FF)), (max(lower, 0xE000), upper)] where first <= last {
            text += character(first)
            if first < last { text += "-" + character(last) }
        }
        return text
    }

    /// A character by its number.
    static func character(_ value: UInt32) -> String { "\\x{\(String(value, radix: 16))}" }

    /// A class of what was collected, which may be nothing.
    static func characterClass(_ items: String, isNegated: Bool) -> String {
        if items.isEmpty { return isNegated ? "[\(all)]" : "[^\(all)]" }
        return (isNegated ? "[^" : "[") + items + "]"
    }
}
