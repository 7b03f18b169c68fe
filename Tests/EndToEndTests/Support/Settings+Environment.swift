import Foundation
import Foundations
import ListAPI

@testable import Settings

extension Settings {
    /// Variables of the environment that give a process these settings.
    var environment: [String: String] {
        var variables: [String: String] = [:]
        for key in SettingsTable.keys where key.value(self) != key.initial { variables[key.variable] = Self.text(key.value(self)) }
        if !api.access.tokens.isEmpty {
            let tokens = api.access.tokens.map { token -> [String: Any] in
                var map: [String: Any] = ["name": token.grant.name, "hash": token.digest.hex, "scope": token.grant.scope.rawValue]
                if let lists = token.grant.lists { map["lists"] = lists.map(\.text) }
                if let time = token.notAfter {
                    map["notAfter"] = ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: Double(time) / 1_000))
                }
                return map
            }
            variables["SECTIONAL_AUTH_TOKENS"] = Self.json(tokens)
        }
        return variables
    }

    private static func text(_ value: SettingValue) -> String {
        switch value {
        case .nothing: ""
        case .text(let text): text
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .boolean(let boolean): "\(boolean)"
        case .list(let values): values.map(text).joined(separator: ",")
        case .map(let members): json(Dictionary(members.map { ($0.name, text($0.value)) }) { $1 })
        }
    }

    private static func json(_ value: Any) -> String {
        (try? JSONSerialization.data(withJSONObject: value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
