public import Logging

/// A line of the log, as text or as a JSON object: time, level and message, then names with values.
public struct LogLine {
    public private(set) var bytes: [UInt8] = []
    private let isJSON: Bool

    /// Begins a line.
    ///
    /// - Parameters:
    ///   - time: RFC 3339; without a character that JSON escapes.
    ///   - message: Any text.
    public init(_ format: LogFormat, time: String, level: Logger.Level, message: String) {
        isJSON = format == .json
        bytes.reserveCapacity(512)
        append(isJSON ? "{\"time\":\"" : "")
        append(time)
        append(isJSON ? "\",\"level\":\"" : " ")
        append(level.rawValue)
        append(isJSON ? "\",\"message\":" : " ")
        append(isJSON ? LogText.quoted(message) : LogText.line(message))
    }

    /// - Parameter name: Here and below without a character that JSON escapes.
    public mutating func add(_ name: String, _ number: Int) {
        add(name)
        append(String(number))
    }

    public mutating func add(_ name: String, milliseconds microseconds: Int) {
        add(name)
        append(String(max(0, microseconds) / 1_000))
        append(".")
        append(LogText.threeDigits(max(0, microseconds) % 1_000))
    }

    /// - Parameter word: Without a character that ends a word or that JSON escapes.
    public mutating func add(_ name: String, plain word: String) {
        add(name)
        if isJSON { append("\"") }
        append(word)
        if isJSON { append("\"") }
    }

    /// - Parameter text: Any text.
    public mutating func add(_ name: String, text: String) {
        add(name)
        append(isJSON ? LogText.quoted(text) : LogText.word(text))
    }

    /// A path as sent, or the first characters of a long one and dots.
    public mutating func add(_ name: String, path: Substring.UTF8View, longest: Int) {
        let isPlain =
            !path.isEmpty && path.count <= longest
            && path.allSatisfy {
                $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "=")
            }
        guard !isPlain else { return add(name, plain: String(Substring(path))) }
        add(name)
        let isLong = path.count > longest
        let text = isLong ? String(decoding: path.prefix(longest - 3), as: UTF8.self) + "…" : String(Substring(path))
        append(LogText.quoted(text))
    }

    /// Adds the end of the line.
    public mutating func end() { append(isJSON ? "}\n" : "\n") }

    private mutating func add(_ name: String) {
        append(isJSON ? ",\"" : " ")
        append(name)
        append(isJSON ? "\":" : "=")
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
