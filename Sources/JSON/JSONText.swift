/// Writing JSON as text, and reading back what is between the quotes of a string.
///
/// Only `"`, `\` and control characters are escaped; all else goes out as UTF-8.
public enum JSONText {
    /// Appends a string in quotes, escaped where it must be; one copy where nothing must.
    public static func append(_ string: String, to output: inout [UInt8]) {
        UTF8Text.withBytes(of: string) { append(utf8: UnsafeRawBufferPointer($0), to: &output) }
    }

    /// Appends text that lies in memory as UTF-8 as a string in quotes, escaped where it must be.
    public static func append(utf8 text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        append(content: text, to: &output)
        output.append(UInt8(ascii: "\""))
    }

    /// Appends what stands between the quotes of a string that lies in memory as UTF-8.
    public static func append(content text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        if isPlain(text) { output.append(contentsOf: text) } else { appendEscaped(text, to: &output) }
    }

    /// Appends a string in quotes, or `null`.
    public static func append(_ string: String?, to output: inout [UInt8]) {
        if let string { append(string, to: &output) } else { append(verbatim: "null", to: &output) }
    }

    /// Appends an integer in decimal digits.
    public static func append(_ integer: Int, to output: inout [UInt8]) {
        // A sign and nineteen digits.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { text in
            var first = text.count
            var rest = integer.magnitude
            repeat {
                first -= 1
                text[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if integer < 0 {
                first -= 1
                text[first] = UInt8(ascii: "-")
            }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: text[first...]))
        }
    }

    /// Appends an integer in decimal digits.
    public static func append(_ integer: Int64, to output: inout [UInt8]) {
        append(Int(integer), to: &output)
    }

    /// Appends the verbatim text of a value.
    public static func append(_ value: JSONValue, to output: inout [UInt8]) {
        append(verbatim: value.text, to: &output)
    }

    /// Appends text that is JSON already.
    public static func append(verbatim text: String, to output: inout [UInt8]) {
        UTF8Text.withBytes(of: text) { output.append(contentsOf: $0) }
    }

    /// Appends the text of a literal as it is: no string is made of it.
    public static func append(literal text: StaticString, to output: inout [UInt8]) {
        text.withUTF8Buffer { output.append(contentsOf: $0) }
    }

    /// Whether nothing in a text needs an escape; it may say so of less text than it could.
    private static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = 0
        while index &+ 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let quotes = word ^ 0x2222_2222_2222_2222
            let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
            let found = ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes) | ((word &- 0x2020_2020_2020_2020) & ~word)
            if found & 0x8080_8080_8080_8080 != 0 { return false }
            index &+= 8
        }
        while index < bytes.count {
            if needsEscape(bytes[index]) { return false }
            index &+= 1
        }
        return true
    }

    @inline(__always)
    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func appendEscaped(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        var start = 0
        for index in 0..<bytes.count {
            let byte = bytes[index]
            guard needsEscape(byte) else { continue }
            output.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
            appendEscape(of: byte, to: &output)
            start = index + 1
        }
        output.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }

    private static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
        let letter: UInt8
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter = byte
        case 0x08: letter = UInt8(ascii: "b")
        case 0x09: letter = UInt8(ascii: "t")
        case 0x0A: letter = UInt8(ascii: "n")
        case 0x0C: letter = UInt8(ascii: "f")
        case 0x0D: letter = UInt8(ascii: "r")
        default:
            append(verbatim: byte < 0x10 ? "\\u000" : "\\u001", to: &output)
            output.append(contentsOf: String(byte & 0x0F, radix: 16).utf8)
            return
        }
        output.append(UInt8(ascii: "\\"))
        output.append(letter)
    }

    /// Appends what the bytes between a string's quotes stand for. The bytes were validated; what is no escape goes out as it is.
    static func unescape(_ bytes: UnsafeBufferPointer<UInt8>, _ content: Range<Int>, into output: inout [UInt8]) {
        var index = content.lowerBound
        while index < content.upperBound {
            guard bytes[index] == UInt8(ascii: "\\"), index + 1 < content.upperBound else {
                output.append(bytes[index])
                index += 1
                continue
            }
            let letter = bytes[index + 1]
            guard letter == UInt8(ascii: "u") else {
                output.append(character(escapedBy: letter))
                index += 2
                continue
            }
            var scalar = codeUnit(bytes, index, content.upperBound)
            index += 6
            if scalar & 0xFC00 == 0xD800 {
                scalar = 0x10000 + (scalar & 0x3FF) << 10 + codeUnit(bytes, index, content.upperBound) & 0x3FF
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

    private static func codeUnit(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> UInt32 {
        guard start + 6 <= end else { return 0xFFFD }
        return (start + 2..<start + 6).reduce(0) { $0 << 4 | (hexadecimalDigit(bytes[$1]) ?? 0) }
    }

    static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
