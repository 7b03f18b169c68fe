extension LogFormat {
    /// The format that a program was started with, also when its settings can't be read: from the environment, else from the file that is
    /// named, else text.
    public init(arguments: [String], environment: [String: String]) {
        self = .text
        if let word = environment["SECTIONAL_LOG_FORMAT"] {
            self = LogFormat(rawValue: word) ?? .text
        } else if let path = Self.file(in: arguments) ?? environment[SettingsEnvironment.fileVariable], !path.isEmpty {
            self = (try? SettingsFile(path: path))?.text(at: ["log", "format"]).flatMap { LogFormat(rawValue: $0) } ?? .text
        }
    }

    private static func file(in arguments: [String]) -> String? {
        let flag = "--config"
        guard let index = arguments.firstIndex(where: { $0 == flag || $0.hasPrefix(flag + "=") }) else { return nil }
        if arguments[index] != flag { return String(arguments[index].dropFirst(flag.count + 1)) }
        return arguments.dropFirst(index + 1).first
    }
}
