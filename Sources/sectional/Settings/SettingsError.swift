/// Why settings can't be used: one line that names the setting and where it stands.
struct SettingsError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
