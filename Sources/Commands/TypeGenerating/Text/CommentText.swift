/// Text from outside as a comment may hold it.
enum CommentText {
    /// The lines of a text, none of which ends the comment that they stand in, begins another, or tells a compiler anything.
    ///
    /// Control and format characters are left out, those that change the direction of text among them.
    static func lines(of text: String) -> [String] {
        var lines = [""]
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control where ("\n"..."\r").contains(scalar) || scalar == "\u{85}", .lineSeparator, .paragraphSeparator:
                lines.append("")
                previous = " "
                continue
            case .control, .format, .surrogate, .unassigned, .privateUse: continue
            default: break
            }
            // Two signs that begin or end a comment: Kotlin nests them.
            if (previous, scalar) == ("*", "/") || (previous, scalar) == ("/", "*") { lines[lines.count - 1] += " " }
            lines[lines.count - 1].unicodeScalars.append(scalar)
            previous = scalar
        }
        lines = lines.map { line in
            let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
            let trimmed = line.unicodeScalars.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
            // `@ts-nocheck` and its like stand first in a line, whatever white space is before them.
            return (trimmed.first == "@" ? "\\" : "") + String(String.UnicodeScalarView(trimmed))
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return Array(lines.drop(while: \.isEmpty))
    }
}
