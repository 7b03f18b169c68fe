/// Puts settings together: flags, then environment, then file, then defaults.
public struct SettingsReader: Sendable {
    /// The file that a flag names; else the environment may name one.
    private let file: String?
    /// The flags' texts, by setting.
    private let flags: [String: String]
    /// The process's environment.
    private let environment: [String: String]

    public init(file: String? = nil, flags: [String: String] = [:], environment: [String: String] = [:]) {
        self.file = file
        self.flags = flags
        self.environment = environment
    }

    /// Reads every source, and checks the settings together.
    ///
    /// - Returns: the settings, and warnings.
    /// - Throws: for the first setting that is unknown or has no possible value.
    public func read() throws(SettingsError) -> (settings: Settings, warnings: [String]) {
        (try settings(of: try values()), warnings)
    }

    /// The values of all sources, by setting; a flag goes before the environment, the environment before the file.
    func values() throws(SettingsError) -> [String: SettingValue] {
        let keys = SettingsTable.keys
        let environment = SettingsEnvironment(variables: environment)
        var values: [String: SettingValue] = [:]
        if let path = file ?? environment.variables[SettingsEnvironment.fileVariable], !path.isEmpty {
            values = try SettingsFile(path: path).values(of: keys)
        }
        values.merge(try environment.values(of: keys)) { _, nearer in nearer }
        values.merge(try flagValues(of: keys)) { _, nearer in nearer }
        return values
    }

    /// The settings of these values, checked together.
    func settings(of values: [String: SettingValue]) throws(SettingsError) -> Settings {
        var settings = Settings()
        for key in SettingsTable.keys {
            if let value = values[key.name] { try key.apply(value, &settings) }
        }
        try settings.check()
        return settings
    }

    /// Warnings about variables that look like settings and are none.
    public var warnings: [String] { SettingsEnvironment(variables: environment).warnings(for: SettingsTable.keys) }

    private func flagValues(of keys: [SettingKey]) throws(SettingsError) -> [String: SettingValue] {
        var values: [String: SettingValue] = [:]
        for key in keys {
            guard let text = flags[key.name] else { continue }
            guard let value = key.kind.value(of: text), key.kind.accepts(value) else {
                throw SettingsError("--\(key.name) must be \(key.kind.words), and is “\(text)”")
            }
            values[key.name] = value
        }
        return values
    }
}
