import Foundations

/// Reads the small grammar that header fields share (RFC 9110, 5.6).
struct HeaderScanner {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ value: String) {
        bytes = Array(value.utf8)
    }

    var isAtEnd: Bool { position == bytes.count }

    /// The next byte.
    var peek: UInt8? { isAtEnd ? nil : bytes[position] }

    mutating func skipBlanks() {
        while let byte = peek, ASCII.isBlank(byte) { position += 1 }
    }

    mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard let byte = peek, UInt32(byte) == character.value else { return false }
        position += 1
        return true
    }

    /// A token; `nil` where none starts here.
    mutating func token() -> String? {
        take { Self.isTokenCharacter($0) }
    }

    /// The bytes that fulfil a condition; `nil` where the next one does not.
    mutating func take(while condition: (UInt8) -> Bool) -> String? {
        let start = position
        while let byte = peek, condition(byte) { position += 1 }
        return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }

    /// Reads a quoted string; `nil` if none starts here or it has no end.
    mutating func quotedString() -> String? {
        guard consume("\"") else { return nil }
        var content: [UInt8] = []
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = peek else { return nil }
                content.append(escaped)
                position += 1
            default: content.append(byte)
            }
        }
        return nil
    }

    /// Whether a text is a token: one or more of its characters and nothing else.
    static func isToken(_ text: UnsafeRawBufferPointer) -> Bool {
        for byte in text where !isTokenCharacter(byte) { return false }
        return !text.isEmpty
    }

    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "!", "#"..."'", "*", "+", "-", ".", "^"..."`", "|", "~": true
        default: false
        }
    }
}
