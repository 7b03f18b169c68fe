extension JSONValue {
    /// The value that a JSON pointer (RFC 6901) leads to, such as `/address/city`; nil where nothing is, and for a text that is no pointer.
    public subscript(pointer pointer: String) -> JSONValue? {
        guard !pointer.isEmpty else { return self }
        guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
        var value = self
        for token in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let next = value.member(named: Self.key(token)) else { return nil }
            value = next
        }
        return value
    }

    private func member(named key: String) -> JSONValue? {
        switch self {
        case .object(let members): members[key]
        case .array(let elements):
            // An index has no sign and no zero in front.
            Int(key).flatMap { String($0) == key && elements.indices.contains($0) ? elements[$0] : nil }
        default: nil
        }
    }

    /// `~1` is a slash and `~0` a tilde; in one walk, for `~01` is `~1`.
    private static func key(_ token: Substring) -> String {
        guard token.utf8.contains(UInt8(ascii: "~")) else { return String(token) }
        var key = ""
        var isEscaped = false
        for character in token.unicodeScalars {
            switch (isEscaped, character) {
            case (false, "~"): isEscaped = true
            case (true, "0"): (isEscaped, key) = (false, key + "~")
            case (true, "1"): (isEscaped, key) = (false, key + "/")
            default:
                if isEscaped { key += "~" }
                isEscaped = false
                key.unicodeScalars.append(character)
            }
        }
        return isEscaped ? key + "~" : key
    }

    /// The value in a line, for a label: the texts of an array's elements one after the other, and nothing for null.
    public var text: String {
        switch self {
        case .null: ""
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .decimal(let value), .string(let value): value
        case .array(let elements): Self.line(elements)
        case .object(let members): Self.line(members.sorted { $0.key < $1.key }.map(\.value))
        }
    }

    private static func line(_ values: [JSONValue]) -> String { values.map(\.text).filter { !$0.isEmpty }.joined(separator: " · ") }
}
