import JSON
import Lists

/// Text of unknown origin as the log shows it: nothing in it ends a line, moves a terminal's cursor or turns the order of its letters.
enum LogText {
    /// A text that is one word as it is, else in quotes, as JSON has them.
    static func word(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value > 0x20 && isShown($0) && $0 != "\"" && $0 != "=" }
        return isPlain ? text : quoted(text)
    }

    /// A text that is one line as it is, else in quotes.
    static func line(_ text: String) -> String {
        text.unicodeScalars.allSatisfy(isShown) ? text : quoted(text)
    }

    /// A text as a JSON string, with hidden characters escaped too.
    static func quoted(_ text: String) -> String {
        escaped(JSONText(string: text).text)
    }

    /// A text with hidden characters escaped, and nothing else.
    static func escaped(_ text: String) -> String {
        guard !text.unicodeScalars.allSatisfy(isShown) else { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            if isShown(scalar) {
                escaped.unicodeScalars.append(scalar)
            } else {
                let digits = String(scalar.value, radix: 16)
                escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return escaped
    }

    /// A number below 1,000 in three digits.
    static func threeDigits(_ number: Int) -> String {
        let digits = String(number)
        return number < 10 ? "00" + digits : number < 100 ? "0" + digits : digits
    }

    /// Whether a character may stand in a line as it is: it is no control character of either kind, no line separator, and no mark that
    /// sets the direction of writing (Unicode, UAX 9).
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
        default: true
        }
    }
}
