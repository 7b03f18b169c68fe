import Foundations
import Lists

extension SettingKind {
    /// Reads a value as the environment and flags write it: a list's members stand between commas, maps and lists of maps are JSON.
    ///
    /// - Returns: `nil` where the text can't be read; whether it is of the kind is for ``accepts(_:)`` to say.
    func value(of text: String) -> SettingValue? {
        switch self {
        case .text, .choice: .text(text)
        case .optionalText: text.isEmpty ? .nothing : .text(text)
        case .integer: Int(text).map(SettingValue.integer)
        case .number: Double(text).map(SettingValue.number)
        case .boolean: ["true": .boolean(true), "false": .boolean(false)][text]
        case .texts: .list(Self.members(of: text).map(SettingValue.text))
        case .integers: Self.integers(Self.members(of: text))
        case .textMap, .maps: text.isEmpty ? nil : try? SettingValue(json: text)
        }
    }

    private static func integers(_ members: [String]) -> SettingValue? {
        let integers = members.compactMap { Int($0) }
        return integers.count == members.count ? .list(integers.map(SettingValue.integer)) : nil
    }

    private static func members(of text: String) -> [String] {
        text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed }
    }
}

extension Substring {
    /// Without blanks at both ends.
    public var trimmed: String { String(Substring(ASCII.trimmingBlanks(utf8))) }
}
