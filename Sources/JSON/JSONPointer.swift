import Foundations

/// A JSON pointer (RFC 6901).
public struct JSONPointer: Sendable, CustomStringConvertible {
    /// The unescaped reference tokens; none for the whole value.
    public private(set) var tokens: [String]

    /// The pointer to the whole value.
    public static let root = JSONPointer(tokens: [])

    package init(tokens: [String]) {
        self.tokens = tokens
    }

    /// Parses a pointer; `nil` where the text isn't one: it does not start with `/`, or has a `~` without `0` or `1` behind it.
    public init?(_ text: String) {
        guard !text.isEmpty else {
            self = .root
            return
        }
        guard text.utf8.first == UInt8(ascii: "/") else { return nil }
        var tokens: [String] = []
        for escaped in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let token = Self.unescape(escaped) else { return nil }
            tokens.append(token)
        }
        self.tokens = tokens
    }

    /// The pointer's text, escaped.
    public var description: String {
        var text = ""
        for token in tokens {
            text += "/"
            for scalar in token.unicodeScalars {
                switch scalar {
                case "~": text += "~0"
                case "/": text += "~1"
                default: text.unicodeScalars.append(scalar)
                }
            }
        }
        return text
    }

    /// The pointer to a member of the object that this one points to.
    public func appending(_ key: String) -> JSONPointer { JSONPointer(tokens: tokens + [key]) }

    /// The pointer to an element of the array that this one points to.
    public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

    /// The value that the pointer finds in another, as verbatim text; `nil` where there is nothing.
    ///
    /// An array's element is named by its index without sign or leading zero. Linear in what stands before the value.
    public func evaluate(in value: JSONText) -> JSONText? {
        guard !tokens.isEmpty else { return value }
        // Only text that was never validated can fail to be read; there is nothing to point at in it.
        return try? JSONReader.read(value.text.utf8.span) { reader throws(JSONSyntaxError) in try find(with: &reader) }
    }

    private func find(with reader: inout JSONReader) throws(JSONSyntaxError) -> JSONText? {
        for token in tokens {
            switch try reader.peekKind() {
            case .object: guard try Self.enterMember(token, of: &reader) else { return nil }
            case .array: guard let index = Self.index(token), try Self.enterElement(index, of: &reader) else { return nil }
            default: return nil
            }
        }
        return try reader.readValue()
    }

    private static func enterMember(_ name: String, of reader: inout JSONReader) throws(JSONSyntaxError) -> Bool {
        try reader.beginObject()
        while let key = try reader.nextKey() {
            if UTF8Text.areEqual(key, name) { return true }
            try reader.scanValue()
        }
        return false
    }

    private static func enterElement(_ index: Int, of reader: inout JSONReader) throws(JSONSyntaxError) -> Bool {
        try reader.beginArray()
        var position = 0
        while try reader.nextElement() {
            if position == index { return true }
            try reader.scanValue()
            position += 1
        }
        return false
    }

    /// An array index without sign or leading zero; `nil` for any other token, `-` included.
    package static func index(_ token: String) -> Int? {
        let digits = token.utf8
        guard let first = digits.first, digits.count == 1 || first != UInt8(ascii: "0"),
            ASCII.areDigits(digits)
        else { return nil }
        return Int(token)
    }

    private static func unescape(_ escaped: Substring.UTF8View.SubSequence) -> String? {
        guard escaped.contains(UInt8(ascii: "~")) else { return String(decoding: escaped, as: UTF8.self) }
        var bytes: [UInt8] = []
        var isEscape = false
        for byte in escaped {
            if isEscape {
                switch byte {
                case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
                case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
                default: return nil
                }
                isEscape = false
            } else if byte == UInt8(ascii: "~") {
                isEscape = true
            } else {
                bytes.append(byte)
            }
        }
        return isEscape ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
