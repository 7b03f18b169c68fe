/// The settings of a running program, which can be read again from where they came.
public struct LoadedSettings: Sendable {
    public private(set) var settings: Settings
    /// Warnings about variables that look like settings and are none.
    public let warnings: [String]
    private let reader: SettingsReader
    /// The values of the sources when they were last read without a fault, by setting.
    private var values: [String: SettingValue]

    /// Reads every source, and checks the settings together.
    public init(_ reader: SettingsReader) throws(SettingsError) {
        self.reader = reader
        values = try reader.values()
        settings = try reader.settings(of: values)
        warnings = reader.warnings
    }

    /// Reads the sources again. Where something in them is wrong nothing changes.
    ///
    /// - Returns: the names of the settings that have another value now: those that a running server takes, and those that wait for its
    ///   next start.
    public mutating func readAgain() throws(SettingsError) -> (taken: [String], afterRestart: [String]) {
        let values = try reader.values()
        settings = try reader.settings(of: values)
        let changed = SettingsTable.keys.filter { self.values[$0.name] != values[$0.name] }
        self.values = values
        return (changed.filter(\.isReloaded).map(\.name), changed.filter { !$0.isReloaded }.map(\.name))
    }
}
