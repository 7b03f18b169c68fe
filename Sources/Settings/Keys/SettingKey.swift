import ListAPI

/// One setting: its name, what values it takes, its default, and what it does.
public struct SettingKey: Sendable {
    /// As in the file, groups joined by dots: `history.versions`.
    public let name: String
    let kind: SettingKind
    let initial: SettingValue
    /// One line on what it does.
    let help: String
    /// Puts an accepted value where it belongs. Throws for one that has a fault inside.
    let apply: @Sendable (SettingValue, inout Settings) throws(SettingsError) -> Void

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

extension SettingKey {
    typealias Path<Value> = any WritableKeyPath<Settings, Value> & Sendable

    static func text(_ name: String, _ path: Path<String>, _ help: String) -> SettingKey {
        SettingKey(name: name, kind: .text, initial: .text(Settings()[keyPath: path]), help: help) { value, settings in
            if case .text(let text) = value { settings[keyPath: path] = text }
        }
    }

    static func choice(_ name: String, _ path: Path<String>, of names: [String], _ help: String) -> SettingKey {
        SettingKey(name: name, kind: .choice(names), initial: .text(Settings()[keyPath: path]), help: help) { value, settings in
            if case .text(let text) = value { settings[keyPath: path] = text }
        }
    }

    static func optionalText(_ name: String, _ path: Path<String?>, _ help: String) -> SettingKey {
        let initial = Settings()[keyPath: path].map(SettingValue.text) ?? .nothing
        return SettingKey(name: name, kind: .optionalText, initial: initial, help: help) { value, settings in
            if case .text(let text) = value { settings[keyPath: path] = text } else { settings[keyPath: path] = nil }
        }
    }

    static func integer(_ name: String, _ path: Path<Int>, _ range: ClosedRange<Int>, _ help: String) -> SettingKey {
        SettingKey(name: name, kind: .integer(range), initial: .integer(Settings()[keyPath: path]), help: help) { value, settings in
            if case .integer(let integer) = value { settings[keyPath: path] = integer }
        }
    }

    static func number(_ name: String, _ path: Path<Double>, _ range: ClosedRange<Double>, _ help: String) -> SettingKey {
        SettingKey(name: name, kind: .number(range), initial: .number(Settings()[keyPath: path]), help: help) { value, settings in
            switch value {
            case .integer(let integer): settings[keyPath: path] = Double(integer)
            case .number(let number): settings[keyPath: path] = number
            default: break
            }
        }
    }

    static func boolean(_ name: String, _ path: Path<Bool>, _ help: String) -> SettingKey {
        SettingKey(name: name, kind: .boolean, initial: .boolean(Settings()[keyPath: path]), help: help) { value, settings in
            if case .boolean(let boolean) = value { settings[keyPath: path] = boolean }
        }
    }

    static func textMap(_ name: String, _ path: Path<[String: String]>, _ help: String) -> SettingKey {
        let initial = Settings()[keyPath: path].sorted { $0.key > $1.key }
        let members = initial.map { SettingMember(name: $0.key, value: .text($0.value)) }
        return SettingKey(name: name, kind: .textMap, initial: .map(members), help: help) { value, settings in
            guard case .map(let members) = value else { return }
            settings[keyPath: path] = members.reduce(into: [:]) { map, member in
                if case .text(let text) = member.value { map[member.name] = text }
            }
        }
    }

    static func texts(_ name: String, _ path: Path<[String]>, _ help: String) -> SettingKey {
        let initial = SettingValue.list(Settings()[keyPath: path].map(SettingValue.text))
        return SettingKey(name: name, kind: .texts, initial: initial, help: help) { value, settings in
            guard case .list(let values) = value else { return }
            settings[keyPath: path] = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
        }
    }

    static func integers(_ name: String, _ path: Path<[Int]>, _ range: ClosedRange<Int>, _ help: String) -> SettingKey {
        let initial = SettingValue.list(Settings()[keyPath: path].map(SettingValue.integer))
        return SettingKey(name: name, kind: .integers(range), initial: initial, help: help) { value, settings in
            guard case .list(let values) = value else { return }
            settings[keyPath: path] = values.compactMap { if case .integer(let integer) = $0 { integer } else { nil } }
        }
    }

    static func tokens(_ name: String, _ path: Path<[AccessToken]>, _ help: String) -> SettingKey {
        SettingKey(name: name, kind: .maps, initial: .list([]), help: help) { value, settings throws(SettingsError) in
            settings[keyPath: path] = try TokenReader.tokens(value)
        }
    }

    /// A key that is read and checked now and acted on by a later version.
    static func later(_ name: String, _ kind: SettingKind, _ initial: SettingValue, _ help: String) -> SettingKey {
        SettingKey(name: name, kind: kind, initial: initial, help: "\(help) Without effect yet.") { value, settings in
            if value != initial { settings.withoutEffect.append(name) }
        }
    }
}
