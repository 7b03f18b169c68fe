import SQLiteStore
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

    @Option(name: .long, help: ArgumentHelp("Keep the lists in this SQLite file. (default: \(Settings().store.path))", valueName: "file"))
    var database: String?

    /// Reads the settings, and logs their warnings.
    func read() throws(SettingsError) -> (settings: Settings, logger: Logger) {
        let (loaded, log) = try load()
        return (loaded.settings, log.logger)
    }

    /// Reads the settings, with more flags by setting, and logs their warnings.
    func load(_ flags: [String: String?] = [:]) throws(SettingsError) -> (LoadedSettings, ProgramLog) {
        let given = flags.merging(["database": database]) { flag, _ in flag }.compactMapValues { $0 }
        let loaded = try LoadedSettings(SettingsReader(file: config, flags: given, environment: ProcessInfo.processInfo.environment))
        let log = ProgramLog(loaded.settings.log)
        for warning in loaded.warnings { log.logger.warning("\(warning)") }
        return (loaded, log)
    }
}
