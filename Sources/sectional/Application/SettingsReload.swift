import Settings
import LogOutput
import Logging

/// Has a running server read its settings again, and tells the log what came of it.
struct SettingsReload {
    /// The settings that a running server takes; any other one waits for the next start.
    static let taken = ["log.level", "webhooks.allow", "cors.origins", "auth.tokens", "rate.requests", "rate.burst"]

    private let reader: SettingsReader
    private let logger: Logger
    private let threshold: LogThreshold
    /// What the sources said when they were last read without a fault.
    private var values: [String: SettingValue]

    init(_ start: StartSettings) {
        reader = start.reader
        values = start.values
        logger = start.logger
        threshold = start.threshold
    }

    /// Reads the sources again. Where something in them is wrong nothing changes.
    ///
    /// - Parameter take: Puts settings in the place of those that the server runs under, as far as it can.
    mutating func run(_ take: (Settings) -> Void) {
        do throws(SettingsError) {
            let values = try reader.values()
            let settings = try reader.settings(of: values)
            let names = SettingsTable.keys.filter { self.values[$0.name] != values[$0.name] }.map(\.name)
            self.values = values
            take(settings)
            let level = LogThreshold(settings.log).level
            threshold.level = min(threshold.level, level)
            tell(names)
            threshold.level = level
        } catch {
            logger.error("the settings can't be read again, and nothing has changed", metadata: ["error": "\(error)"])
        }
    }

    private func tell(_ names: [String]) {
        func list(_ isTaken: Bool) -> String { names.filter { Self.taken.contains($0) == isTaken }.joined(separator: ", ") }
        var metadata: Logger.Metadata = ["changed": "\(list(true).isEmpty ? "nothing" : list(true))"]
        if !list(false).isEmpty { metadata["after_restart"] = "\(list(false))" }
        logger.info("the settings were read again", metadata: metadata)
    }
}
