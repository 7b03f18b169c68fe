/// Text of unknown origin as a terminal or a log may show it.
public enum TerminalText {
    /// A text in which nothing ends a line, moves a cursor, changes the order of letters or cannot be seen: such characters are escaped as in
    /// JSON, so that a JSON string stays the same string.
    ///
    /// They are the control characters (C0, DEL, C1), the separators of lines and paragraphs, and the format characters. Of these the two
    /// that join letters stay: words of some languages need them.
    public static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard isHidden(scalar) else {
                escaped.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                escaped.append(contentsOf: ("\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits).unicodeScalars)
            }
        }
        return String(escaped)
    }

    /// Whether a character is one of those that are escaped.
    public static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E, 0x200C, 0x200D: return false
        default: break
        }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
