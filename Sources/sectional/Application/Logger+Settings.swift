import Settings
import LogOutput
import Logging

extension Logger {
    /// The program's logger, as the settings want it.
    init(_ settings: LogSettings) {
        self.init(settings, LogThreshold(settings))
    }

    /// - Parameter threshold: The level from which on it logs.
    init(_ settings: LogSettings, _ threshold: LogThreshold) {
        let handler = LineLogHandler(format: LogFormat(settings), threshold: threshold) { StandardStream.error.write($0) }
        self.init(label: "sectional") { _ in handler }
    }
}

extension LogThreshold {
    /// The level that the settings name.
    convenience init(_ settings: LogSettings) {
        self.init(Logger.Level(rawValue: settings.level) ?? .info)
    }
}
