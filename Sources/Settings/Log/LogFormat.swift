import Foundations
public import Logging

/// How a record of the log becomes a line.
public enum LogFormat: String, CaseIterable, Sendable {
    case text
    case json

    /// The line of a record, its end included. Whatever the record holds, it stays one line.
    ///
    /// - Parameter time: RFC 3339.
    public func line(time: String, level: Logger.Level, message: String, metadata: Logger.Metadata) -> String {
        var line = LogLine(self, time: time, level: level, message: message)
        for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
            line.add(self == .json ? Self.jsonName(name) : name, text: "\(value)")
        }
        line.end()
        return String(decoding: line.bytes, as: UTF8.self)
    }

    /// The line that says why a program ends, without its end.
    ///
    /// - Parameter time: RFC 3339.
    public func line(failure message: String, time: String) -> String {
        let words = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        switch self {
        case .text: return "sectional: \(TerminalText.escaped(words))"
        case .json: return String(line(time: time, level: .error, message: words, metadata: [:]).dropLast())
        }
    }

    /// A name as JSON has it, and other than those of a line's own members.
    private static func jsonName(_ name: String) -> String {
        let free = ["time", "level", "message"].contains(name) ? name + "_" : name
        return String(LogText.quoted(free).dropFirst().dropLast())
    }
}
