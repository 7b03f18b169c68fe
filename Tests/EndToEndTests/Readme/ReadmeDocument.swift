/// The commands in a Markdown document.
///
/// They stand in blocks marked `sh` or `console`, one a line; a line that ends with a backslash, or in the middle of a quoted text, goes
/// on in the next. In a `console` block commands start with `$` and what follows is their output. The first block marked `json` or `text`
/// behind a block of commands shows the output of its last command.
struct ReadmeDocument {
    private(set) var commands: [ReadmeCommand] = []

    init(_ text: String) {
        var block: (kind: String, line: Int, lines: [String])?
        var isOutputNext = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard line.hasPrefix("```") else {
                block?.lines.append(String(line))
                continue
            }
            guard let ended = block else {
                block = (String(line.dropFirst(3)), index + 1, [])
                continue
            }
            block = nil
            switch ended.kind {
            case "sh", "console":
                addCommands(ended.lines, from: ended.line + 1, areMarked: ended.kind == "console")
                isOutputNext = ended.kind == "sh"
            case "json", "text":
                if isOutputNext, !commands.isEmpty { commands[commands.count - 1].expected = ended.lines.joined(separator: "\n") }
                isOutputNext = false
            default: isOutputNext = false
            }
        }
    }

    private mutating func addCommands(_ lines: [String], from first: Int, areMarked: Bool) {
        var isOpen = false
        for (index, line) in lines.enumerated() {
            let text = areMarked && line.hasPrefix("$ ") ? String(line.dropFirst(2)) : line
            if isOpen {
                commands[commands.count - 1].text += "\n" + text
            } else if areMarked, !line.hasPrefix("$ ") {
                guard !commands.isEmpty else { continue }
                commands[commands.count - 1].expected = [commands[commands.count - 1].expected, line].compactMap { $0 }.joined(
                    separator: "\n")
                continue
            } else if text.isEmpty || text.hasPrefix("#") {
                continue
            } else {
                commands.append(ReadmeCommand(line: first + index, text: text))
            }
            isOpen = Self.goesOn(commands[commands.count - 1].text)
        }
    }

    /// Whether a command's text is not at its end: it ends with a backslash, or a quote is open.
    private static func goesOn(_ command: String) -> Bool {
        var quote: Character?
        var isEscaped = false
        for character in command {
            if isEscaped {
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            }
        }
        return quote != nil || isEscaped
    }
}
