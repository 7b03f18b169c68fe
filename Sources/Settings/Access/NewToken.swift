import JSON
import HTTPServing
public import ListAPI
import Lists

/// A new token, and its line in the settings.
public struct NewToken {
    /// A prefix that shows what it is, and 256 random bits in the letters of base64url (RFC 4648, 5): 53 characters.
    public let text: String
    /// One line of YAML, as it stands under `auth.tokens`; from its brace on it is JSON too, for the environment.
    public let line: String

    /// - Parameters:
    ///   - notAfter: From when on it opens nothing, as RFC 3339 has it.
    ///   - random: gives 64 random bits a call.
    public init(name: String, scope: Scope, lists: [String]?, notAfter: String? = nil, random: () -> UInt64) {
        let words = (0..<4).map { _ in random() }
        let bits = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
        text = "sectional_" + Self.base64(bits)
        var members = [
            ("name", Self.quoted(name)), ("hash", Self.quoted(SHA256Digest(of: Array(text.utf8)).hex)),
            ("scope", Self.quoted(scope.rawValue)),
        ]
        if let lists { members.append(("lists", "[" + lists.map(Self.quoted).joined(separator: ", ") + "]")) }
        if let notAfter { members.append(("notAfter", Self.quoted(notAfter))) }
        line = "    - {" + members.map { "\(Self.quoted($0.0)): \($0.1)" }.joined(separator: ", ") + "}"
    }

    /// In quotes, so that a name of digits stays text.
    private static func quoted(_ text: String) -> String { JSONText(string: text).text }

    private static func base64(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var text: [UInt8] = []
        var (held, bits) = (0, 0)
        for byte in bytes {
            (held, bits) = ((held << 8 | Int(byte)) & 0xFFFF, bits + 8)
            while bits >= 6 {
                bits -= 6
                text.append(letters[held >> bits & 63])
            }
        }
        if bits > 0 { text.append(letters[held << (6 - bits) & 63]) }
        return String(decoding: text, as: UTF8.self)
    }
}
