/// Source code that is written line by line.
struct SourceText {
    private(set) var text = ""
    private var depth = 0

    /// Adds a line; an empty one separates.
    mutating func line(_ line: String = "") {
        if !line.isEmpty { text += String(repeating: "    ", count: depth) + line }
        text += "\n"
    }

    /// Adds lines as they are, each below the indentation.
    mutating func lines(_ text: String) {
        for part in text.split(separator: "\n", omittingEmptySubsequences: false) { line(String(part)) }
    }

    /// Adds lines between an opening and a closing one.
    mutating func block(_ opening: String, closing: String = "}", _ body: (inout SourceText) -> Void) {
        line(opening)
        indented(body)
        line(closing)
    }

    /// Adds lines one level deeper.
    mutating func indented(_ body: (inout SourceText) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// Adds lines of `///`.
    mutating func slashComment(_ text: String) {
        for part in CommentText.lines(of: text) { line(part.isEmpty ? "///" : "/// \(part)") }
    }

    /// Adds a comment between `/**` and `*/`.
    mutating func starComment(_ text: String) {
        let parts = CommentText.lines(of: text)
        guard let first = parts.first else { return }
        guard parts.count > 1 else { return line("/** \(first) */") }
        line("/**")
        for part in parts { line(part.isEmpty ? " *" : " * \(part)") }
        line(" */")
    }
}
