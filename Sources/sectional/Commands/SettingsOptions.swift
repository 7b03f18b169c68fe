import ArgumentParser
import Foundation
import Logging

/// The flags that every command takes, and the settings that come of them.
struct SettingsOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Read settings from a YAML file.", valueName: "file"))
    var config: String?

    @Option(name: .long, help: ArgumentHelp("Keep the lists in this SQLite file.", valueName: "file"))
    var database: String?

    /// Reads the settings, with more flags by setting, and tells of what looks wrong.
    func read(_ flags: [String: String?] = [:]) throws(SettingsError) -> (settings: Settings, logger: Logger) {
        let given = flags.merging(["database": database]) { flag, _ in flag }.compactMapValues { $0 }
        let reader = SettingsReader(file: config, flags: given, environment: ProcessInfo.processInfo.environment)
        let (settings, warnings) = try reader.read()
        let logger = Logger(settings.log)
        for warning in warnings { logger.warning("\(warning)") }
        return (settings, logger)
    }
}
