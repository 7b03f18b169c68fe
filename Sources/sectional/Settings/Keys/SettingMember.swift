/// One key of a map among the settings, with its value.
struct SettingMember: Sendable, Equatable {
    let name: String
    let value: SettingValue
}
