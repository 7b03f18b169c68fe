public import Foundations

/// The text between the quotes of a JSON string, written and read back.
public enum JSONString {
    /// Appends a text, escaped where it must be; one copy where nothing must.
    public static func append(_ text: RawSpan, to output: inout ByteWriter) {
        if isPlain(text) { output.append(text) } else { appendEscaped(text, to: &output) }
    }

    /// Whether nothing in a text needs an escape; it may say so of less text than it could.
    static func isPlain(_ text: RawSpan) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = 0
        while index &+ 8 <= text.byteCount {
            let word = text.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
            let quotes = word ^ 0x2222_2222_2222_2222
            let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
            let found = ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes) | ((word &- 0x2020_2020_2020_2020) & ~word)
            if found & 0x8080_8080_8080_8080 != 0 { return false }
            index &+= 8
        }
        while index < text.byteCount {
            if needsEscape(text.unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self)) { return false }
            index &+= 1
        }
        return true
    }

    @inline(__always)
    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func appendEscaped(_ text: RawSpan, to output: inout ByteWriter) {
        var start = 0
        for index in text.byteOffsets {
            let byte = text.unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self)
            guard needsEscape(byte) else { continue }
            output.append(text.extracting(start..<index))
            appendEscape(of: byte, to: &output)
            start = index + 1
        }
        output.append(text.extracting(start...))
    }

    private static func appendEscape(of byte: UInt8, to output: inout ByteWriter) {
        let letter: UInt8
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter = byte
        case 0x08: letter = UInt8(ascii: "b")
        case 0x09: letter = UInt8(ascii: "t")
        case 0x0A: letter = UInt8(ascii: "n")
        case 0x0C: letter = UInt8(ascii: "f")
        case 0x0D: letter = UInt8(ascii: "r")
        default:
            output.append(byte < 0x10 ? "\\u000" : "\\u001")
            output.append(text: String(byte & 0x0F, radix: 16))
            return
        }
        output.append(UInt8(ascii: "\\"))
        output.append(letter)
    }

    /// Appends what the bytes between a string's quotes stand for. The bytes were validated; what is no escape goes out as it is.
    static func unescape(_ content: Span<UInt8>, into output: inout [UInt8]) {
        var index = 0
        while index < content.count {
            guard content[index] == UInt8(ascii: "\\"), index + 1 < content.count else {
                output.append(content[index])
                index += 1
                continue
            }
            let letter = content[index + 1]
            guard letter == UInt8(ascii: "u") else {
                output.append(character(escapedBy: letter))
                index += 2
                continue
            }
            var scalar = codeUnit(content, index)
            index += 6
            if scalar & 0xFC00 == 0xD800 {
                scalar = 0x10000 + (scalar & 0x3FF) << 10 + codeUnit(content, index) & 0x3FF
                index += 6
            }
            output.append(contentsOf: UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
        }
    }

    private static func character(escapedBy letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "r"): 0x0D
        default: letter
        }
    }

    private static func codeUnit(_ content: Span<UInt8>, _ start: Int) -> UInt32 {
        guard start + 6 <= content.count else { return 0xFFFD }
        return (start + 2..<start + 6).reduce(0) { $0 << 4 | UInt32(ASCII.hexValue(of: content[$1]) ?? 0) }
    }
}
