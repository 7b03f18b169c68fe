/// One key of a map among the settings, with its value.
public struct SettingMember: Sendable, Equatable {
    public let name: String
    public let value: SettingValue
}
