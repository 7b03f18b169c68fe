import Logging
import Wire

extension LogFormat {
    /// The format that a program was started with, also where its settings can't be read: from the environment, else from the file that is
    /// named; text where neither says.
    init(arguments: [String], environment: [String: String]) {
        self = .text
        if let word = environment["SECTIONAL_LOG_FORMAT"] {
            self = LogFormat(rawValue: word) ?? .text
        } else if let path = Self.file(in: arguments) ?? environment[SettingsEnvironment.fileVariable], !path.isEmpty {
            self = (try? SettingsFile(path: path))?.text(at: ["log", "format"]).flatMap { LogFormat(rawValue: $0) } ?? .text
        }
    }

    private static func file(in arguments: [String]) -> String? {
        let flag = "--config"
        guard let place = arguments.firstIndex(where: { $0 == flag || $0.hasPrefix(flag + "=") }) else { return nil }
        if arguments[place] != flag { return String(arguments[place].dropFirst(flag.count + 1)) }
        return arguments.dropFirst(place + 1).first
    }

    /// The line that says why a program ends, without its end.
    func line(failure message: String) -> String {
        let words = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        switch self {
        case .text: return "sectional: \(LogText.escaped(words))"
        case .json:
            let time = Timestamp.text(SystemTime.milliseconds())
            return String(line(time: time, level: .error, message: words, metadata: [:]).dropLast())
        }
    }
}
