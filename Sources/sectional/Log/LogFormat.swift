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
            let pairs = members.map { " \($0.name)=\(LogText.word($0.value))" }.joined()
            return "\(time) \(level.rawValue) \(LogText.line(message))\(pairs)\n"
        case .json:
            let all = [("time", time), ("level", level.rawValue), ("message", message)] + members.map { (Self.free($0.name), $0.value) }
            return "{" + all.map { "\(LogText.quoted($0.0)):\(LogText.quoted($0.1))" }.joined(separator: ",") + "}\n"
        }
    }

    /// A name that none of a line's own members has.
    private static func free(_ name: String) -> String {
        ["time", "level", "message"].contains(name) ? name + "_" : name
    }
}
