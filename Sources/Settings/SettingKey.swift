/// One setting: its name, what values it takes, and the property of ``Settings`` that it sets.
struct SettingKey: Sendable {
    /// As in the file, groups joined by dots: `history.versions`.
    let name: String
    let kind: SettingKind
    /// One line on what it does.
    let help: String
    /// Whether a running server takes a new value of it; any other setting waits for the next start.
    let isReloaded: Bool
    /// The value that settings have for it, as a source would give it.
    let value: @Sendable (Settings) -> SettingValue
    /// Puts a value of the kind where it belongs. Throws for one that has a fault inside.
    let apply: @Sendable (SettingValue, inout Settings) throws(SettingsError) -> Void

    /// - Parameter path: The property; the default is what it has in ``Settings/init()``.
    init<Value: SettingConvertible>(
        _ name: String, _ path: any WritableKeyPath<Settings, Value> & Sendable, _ kind: SettingKind, isReloaded: Bool = false,
        _ help: String
    ) {
        self.name = name
        self.kind = kind
        self.help = help
        self.isReloaded = isReloaded
        value = { $0[keyPath: path].settingValue }
        apply = { value, settings throws(SettingsError) in settings[keyPath: path] = try Value(value, of: name) }
    }

    /// A setting that no single property has.
    init(
        _ name: String, _ kind: SettingKind, initial: SettingValue, isReloaded: Bool = false, _ help: String,
        apply: @escaping @Sendable (SettingValue, inout Settings) throws(SettingsError) -> Void
    ) {
        self.name = name
        self.kind = kind
        self.help = help
        self.isReloaded = isReloaded
        value = { _ in initial }
        self.apply = apply
    }

    /// Its default.
    var initial: SettingValue { value(Settings()) }

    /// The name in the environment: a dot and a hump are underscores.
    var variable: String {
        var variable = SettingsEnvironment.prefix
        for character in name {
            if character == "." {
                variable += "_"
            } else if character.isUppercase {
                variable += "_\(character)"
            } else {
                variable += character.uppercased()
            }
        }
        return variable
    }
}
