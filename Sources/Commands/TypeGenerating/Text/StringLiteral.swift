/// Text from outside as a string literal.
enum StringLiteral {
    /// `"…"` for Swift.
    static func swift(_ text: String) -> String {
        quoted(text, escaping: ["\"", "\\"]) { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }
    }

    /// `"…"` for Kotlin.
    static func kotlin(_ text: String) -> String { quoted(text, escaping: ["\"", "\\", "$"], utf16) }

    /// `"…"` for TypeScript.
    static func typeScript(_ text: String) -> String { quoted(text, escaping: ["\"", "\\"], utf16) }

    private static func quoted(
        _ text: String, escaping signs: Set<Unicode.Scalar>, _ escape: (Unicode.Scalar) -> String
    ) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            if signs.contains(scalar) {
                literal += "\\\(scalar)"
            } else if isPlain(scalar) {
                literal.unicodeScalars.append(scalar)
            } else {
                literal += escape(scalar)
            }
        }
        return literal + "\""
    }

    /// Whether a scalar shows what it is, wherever it stands.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (" "..."~").contains(scalar) }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter: return true
        default: return false
        }
    }

    /// A scalar as one or two UTF-16 code units.
    private static func utf16(_ scalar: Unicode.Scalar) -> String {
        UTF16.encode(scalar).map { units in
            units.map { unit in
                let digits = String(unit, radix: 16, uppercase: true)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        } ?? ""
    }
}
