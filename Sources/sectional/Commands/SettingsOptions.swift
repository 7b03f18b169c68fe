import Settings
import ArgumentParser
import FoundationEssentials
import Logging

/// The flags that every command takes, and the settings that come of them.
struct SettingsOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Read settings from a YAML file. (default: the file that SECTIONAL_CONFIG names)", valueName: "file"))
    var config: String?

    @Option(name: .long, help: ArgumentHelp("Keep the lists in this SQLite file. (default: \(Settings().database))", valueName: "file"))
    var database: String?

    /// Reads the settings, with more flags by setting, and tells of what looks wrong.
    func read(_ flags: [String: String?] = [:]) throws(SettingsError) -> (settings: Settings, logger: Logger) {
        let start = try start(flags)
        return (start.settings, start.logger)
    }

    /// The same with all that it takes to read the settings again.
    func start(_ flags: [String: String?] = [:]) throws(SettingsError) -> StartSettings {
        let given = flags.merging(["database": database]) { flag, _ in flag }.compactMapValues { $0 }
        return try StartSettings(SettingsReader(file: config, flags: given, environment: ProcessInfo.processInfo.environment))
    }
}
