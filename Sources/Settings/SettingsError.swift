/// Why settings can't be used: one line that names the setting and where it stands.
public struct SettingsError: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
