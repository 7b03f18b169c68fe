import Foundations
import JSON
import Lists

/// Text of unknown origin as the log shows it: nothing in it ends a line, moves a terminal's cursor or turns the order of its letters.
enum LogText {
    /// A text that is one word as it is, else in quotes, as JSON has them.
    static func word(_ text: String) -> String {
        let isPlain =
            !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value > 0x20 && !TerminalText.isHidden($0) && $0 != "\"" && $0 != "=" }
        return isPlain ? text : quoted(text)
    }

    /// A text that is one line as it is, else in quotes.
    static func line(_ text: String) -> String {
        text.unicodeScalars.contains(where: TerminalText.isHidden) ? quoted(text) : text
    }

    /// A text as a JSON string, with hidden characters escaped too.
    static func quoted(_ text: String) -> String {
        TerminalText.escaped(JSONText(string: text).text)
    }

    /// A number below 1,000 in three digits.
    static func threeDigits(_ number: Int) -> String {
        let digits = String(number)
        return number < 10 ? "00" + digits : number < 100 ? "0" + digits : digits
    }
}
