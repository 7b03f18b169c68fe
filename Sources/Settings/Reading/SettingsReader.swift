/// Puts settings together: flags, then environment, then file, then defaults.
public struct SettingsReader: Sendable {
    /// The file that a flag names; else the environment may name one.
    private let file: String?
    /// What flags say, by setting.
    private let flags: [String: String]
    /// The process's environment.
    private let environment: [String: String]

    public init(file: String? = nil, flags: [String: String] = [:], environment: [String: String] = [:]) {
        self.file = file
        self.flags = flags
        self.environment = environment
    }

    /// Reads every source and checks what they say together.
    ///
    /// - Returns: the settings, and lines about what looks wrong and does no harm.
    /// - Throws: for the first setting that is unknown or has no possible value.
    public func read() throws(SettingsError) -> (settings: Settings, warnings: [String]) {
        (try settings(of: try values()), warnings)
    }

    /// What the sources say, by setting; of two that say something the nearer one.
    public func values() throws(SettingsError) -> [String: SettingValue] {
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

    /// The settings that come of what the sources say, checked together.
    public func settings(of values: [String: SettingValue]) throws(SettingsError) -> Settings {
        var settings = Settings()
        for key in SettingsTable.keys {
            if let value = values[key.name] { try key.apply(value, &settings) }
        }
        try settings.check()
        return settings
    }

    /// Lines about what looks wrong in the environment and does no harm.
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
