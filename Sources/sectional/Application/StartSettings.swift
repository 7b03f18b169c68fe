import Settings
import LogOutput
import Logging

/// What a command starts with: its settings, where they came from, and the log.
struct StartSettings {
    let reader: SettingsReader
    /// What the sources said, by setting.
    let values: [String: SettingValue]
    let settings: Settings
    let logger: Logger
    let threshold: LogThreshold

    /// Reads the settings, and tells the log of what looks wrong.
    init(_ reader: SettingsReader) throws(SettingsError) {
        self.reader = reader
        values = try reader.values()
        settings = try reader.settings(of: values)
        threshold = LogThreshold(settings.log)
        logger = Logger(settings.log, threshold)
        for warning in reader.warnings { logger.warning("\(warning)") }
    }
}
