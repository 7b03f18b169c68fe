/// A setting as a source gives it, before its key has judged it.
indirect enum SettingValue: Sendable, Equatable {
    case nothing
    case text(String)
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    case list([SettingValue])
    /// In the source's order.
    case map([SettingMember])
}

/// One key of a map among the settings, with its value.
struct SettingMember: Sendable, Equatable {
    let name: String
    let value: SettingValue
}
