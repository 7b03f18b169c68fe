public import CellTypes
import ListAPI
import Lists
import Logging
import Webhooks

/// A type that a setting sets.
protocol SettingConvertible: SendableMetatype {
    /// Takes a value that the setting's kind accepts.
    ///
    /// - Parameter name: The setting's, for errors.
    init(_ value: SettingValue, of name: String) throws(SettingsError)

    /// The value as a source would give it.
    var settingValue: SettingValue { get }
}

extension SettingConvertible {
    /// The error for a row whose kind accepts more than its type.
    static func mismatch(_ name: String) -> SettingsError { SettingsError("\(name) has a value of another kind") }
}

extension SettingConvertible where Self: FixedWidthInteger {
    init(_ value: SettingValue, of name: String) throws(SettingsError) {
        guard case .integer(let integer) = value else { throw Self.mismatch(name) }
        self.init(clamping: integer)
    }

    var settingValue: SettingValue { .integer(Int(clamping: self)) }
}

extension Int: SettingConvertible {}
extension Int64: SettingConvertible {}
extension UInt16: SettingConvertible {}

extension Double: SettingConvertible {
    init(_ value: SettingValue, of name: String) throws(SettingsError) {
        switch value {
        case .integer(let integer): self.init(integer)
        case .number(let number): self = number
        default: throw Self.mismatch(name)
        }
    }

    var settingValue: SettingValue { .number(self) }
}

extension Bool: SettingConvertible {
    init(_ value: SettingValue, of name: String) throws(SettingsError) {
        guard case .boolean(let boolean) = value else { throw Self.mismatch(name) }
        self = boolean
    }

    var settingValue: SettingValue { .boolean(self) }
}

extension String: SettingConvertible {
    init(_ value: SettingValue, of name: String) throws(SettingsError) {
        guard case .text(let text) = value else { throw Self.mismatch(name) }
        self = text
    }

    var settingValue: SettingValue { .text(self) }
}

extension SettingConvertible where Self: RawRepresentable<String> {
    init(_ value: SettingValue, of name: String) throws(SettingsError) {
        guard case .text(let text) = value, let choice = Self(rawValue: text) else { throw Self.mismatch(name) }
        self = choice
    }

    var settingValue: SettingValue { .text(rawValue) }
}

extension Logger.Level: SettingConvertible {}
extension LogFormat: SettingConvertible {}
extension ForwardedHeader: SettingConvertible {}

extension Optional: SettingConvertible where Wrapped: SettingConvertible {
    init(_ value: SettingValue, of name: String) throws(SettingsError) {
        self = value == .nothing ? nil : try Wrapped(value, of: name)
    }

    var settingValue: SettingValue { self?.settingValue ?? .nothing }
}

extension Array: SettingConvertible where Element: SettingConvertible {
    init(_ value: SettingValue, of name: String) throws(SettingsError) {
        guard case .list(let values) = value else { throw Self.mismatch(name) }
        self = []
        for (index, value) in values.enumerated() { append(try Element(value, of: "\(name)[\(index)]")) }
    }

    var settingValue: SettingValue { .list(map(\.settingValue)) }
}

extension [String: String]: SettingConvertible {
    init(_ value: SettingValue, of name: String) throws(SettingsError) {
        guard case .map(let members) = value else { throw Self.mismatch(name) }
        self = [:]
        for member in members { self[member.name] = try String(member.value, of: name) }
    }

    /// Sorted downwards, as the shipped file has them.
    var settingValue: SettingValue {
        .map(sorted { $0.key > $1.key }.map { SettingMember(name: $0.key, value: .text($0.value)) })
    }
}

extension ListID: SettingConvertible {
    init(_ value: SettingValue, of name: String) throws(SettingsError) {
        let text = try String(value, of: name)
        guard let id = ListID(text) else { throw SettingsError("\(name) must be a list id, and is “\(text)”") }
        self = id
    }

    var settingValue: SettingValue { .text(text) }
}

extension CellNaming: SettingConvertible {
    init(_ value: SettingValue, of name: String) throws(SettingsError) {
        self.init(suffixes: try [String: String](value, of: name))
    }

    var settingValue: SettingValue { suffixes.settingValue }
}

extension AddressBlock: SettingConvertible {
    init(_ value: SettingValue, of name: String) throws(SettingsError) {
        let text = try String(value, of: name)
        guard let block = AddressBlock(text) else {
            throw SettingsError("\(name) must be a CIDR block such as 10.0.0.0/8 or fd00::/8, and is “\(text)”")
        }
        self = block
    }

    var settingValue: SettingValue { .text(description) }
}
