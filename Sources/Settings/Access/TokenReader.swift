import Foundations
import HTTPServing
import JSON
import ListAPI
import Lists
import Wire

/// Reads the maps of `auth.tokens`.
public enum TokenReader {
    private static let key = "auth.tokens"
    private static let members = ["name", "hash", "scope", "lists", "notAfter"]

    /// - Throws: for the first map that lacks something, has too much, or has something that can't be. It is named by its index, from 0;
    ///   what its hash should be is not repeated, since somebody may have put the token itself there.
    static func tokens(_ value: SettingValue) throws(SettingsError) -> [AccessToken] {
        guard case .list(let values) = value else { throw SettingsError("\(key) must be a list of maps") }
        var tokens: [AccessToken] = []
        for (index, value) in values.enumerated() {
            let token = try token(value, "\(key)[\(index)]")
            if tokens.contains(where: { UTF8Text.areEqual($0.grant.name, token.grant.name) }) {
                throw SettingsError(
                    "\(key)[\(index)].name must be another than that of every other token, and is “\(token.grant.name)” again")
            }
            if let same = tokens.first(where: { $0.digest == token.digest }) {
                throw SettingsError(
                    "\(key)[\(index)].hash must be another than that of every other token, and is that of “\(same.grant.name)”")
            }
            tokens.append(token)
        }
        return tokens
    }

    private static func token(_ value: SettingValue, _ path: String) throws(SettingsError) -> AccessToken {
        guard case .map(let map) = value else { throw SettingsError("\(key) must be a list of maps") }
        if let unknown = map.first(where: { !members.contains($0.name) })?.name {
            throw SettingsError("unknown key \(path).\(unknown)\(NearestName(to: unknown, among: members).question)")
        }
        func member(_ name: String) -> SettingValue? { map.first { $0.name == name }?.value }
        guard case .text(let name) = member("name"), NameRules.areKept(by: name) else {
            throw SettingsError("\(path).name must be text of 1 to 128 characters, none a control character")
        }
        guard case .text(let hex) = member("hash"), let digest = SHA256Digest(hex: hex) else {
            throw SettingsError("\(path).hash must be the token's SHA-256: 64 hexadecimal digits, in quotes")
        }
        guard case .text(let word) = member("scope"), let scope = Scope(rawValue: word) else {
            throw SettingsError("\(path).scope must be one of \(Scope.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let lists = try member("lists").map { value throws(SettingsError) in try patterns(value, "\(path).lists") }
        let notAfter = try member("notAfter").map { value throws(SettingsError) in
            guard case .text(let text) = value, let time = Timestamp.milliseconds(text) else {
                throw SettingsError("\(path).notAfter must be a time as RFC 3339 has it, such as 2027-01-31T00:00:00Z")
            }
            return time
        }
        return AccessToken(digest: digest, grant: Grant(name: name, scope: scope, lists: lists), notAfter: notAfter)
    }

    private static func patterns(_ value: SettingValue, _ path: String) throws(SettingsError) -> [NamePattern] {
        guard case .list(let values) = value else { throw SettingsError("\(path) must be a list of texts") }
        var patterns: [NamePattern] = []
        for value in values {
            guard case .text(let text) = value else { throw SettingsError("\(path) must be a list of texts") }
            guard isPattern(text) else { throw SettingsError("\(path) must be list ids, with * for any characters, and has “\(text)”") }
            patterns.append(NamePattern(text))
        }
        return patterns
    }

    /// Whether some list id may match a pattern.
    public static func isPattern(_ text: String) -> Bool {
        // The parts between the stars stand in an id, the first at its start unless a star comes before it.
        let rest = text.utf8.filter { $0 != UInt8(ascii: "*") }
        let isAnchored = text.utf8.first != UInt8(ascii: "*")
        return !text.isEmpty && (rest.isEmpty || ListID((isAnchored ? "" : "x") + String(decoding: rest, as: UTF8.self)) != nil)
    }
}
