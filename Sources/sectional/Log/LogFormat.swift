import Lists
import Logging

/// How a record of the log becomes a line.
enum LogFormat: String, Sendable {
    case text
    case json

    init(_ settings: LogSettings) {
        self = LogFormat(rawValue: settings.format) ?? .text
    }

    /// The line, its end included. Whatever a record holds, it stays one line.
    func line(time: String, level: Logger.Level, message: String, metadata: Logger.Metadata) -> String {
        let members = metadata.sorted { $0.key < $1.key }.map { (name: $0.key, value: "\($0.value)") }
        switch self {
        case .text:
            let pairs = members.map { " \($0.name)=\(Self.quotedIfNeeded($0.value))" }.joined()
            return "\(time) \(level.rawValue) \(Self.printable(message))\(pairs)\n"
        case .json:
            let all = [("time", time), ("level", level.rawValue), ("message", message)] + members.map { (Self.free($0.name), $0.value) }
            return "{" + all.map { "\(Self.quoted($0.0)):\(Self.quoted($0.1))" }.joined(separator: ",") + "}\n"
        }
    }

    /// A name that none of a line's own members has.
    private static func free(_ name: String) -> String {
        ["time", "level", "message"].contains(name) ? name + "_" : name
    }

    private static func quotedIfNeeded(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && $0 != "\"" && $0 != "=" }
        return isPlain ? text : quoted(text)
    }

    private static func printable(_ text: String) -> String {
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 } ? text : quoted(text)
    }

    private static func quoted(_ text: String) -> String { JSONValue(string: text).text }
}
