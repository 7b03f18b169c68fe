/// A setting as a source gives it, before its key has judged it.
public indirect enum SettingValue: Sendable, Equatable {
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
public struct SettingMember: Sendable, Equatable {
    public let name: String
    public let value: SettingValue
}
