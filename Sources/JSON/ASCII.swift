/// Kinds of ASCII characters, as bytes, and text of which nothing but ASCII is known.
public enum ASCII {
    @inlinable
    @inline(__always)
    public static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    @inlinable
    public static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    @inlinable
    public static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

    /// Whether a byte is a space or a tab, which is what header fields take for white space.
    @inlinable
    public static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// A large letter as a small one; any other byte as it is.
    @inlinable
    public static func lowercased(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }

    /// The value of a hexadecimal digit, in a small or a large letter.
    @inlinable
    public static func hexValue(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Whether a text is digits and nothing else; the empty text is.
    @inlinable
    public static func areDigits(_ text: some Sequence<UInt8>) -> Bool { text.allSatisfy(isDigit) }

    /// A text without the blanks at both ends.
    @inlinable
    public static func trimmingBlanks(_ text: Substring.UTF8View) -> Substring.UTF8View {
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }

    /// Appends the text of a literal: no string is made of it.
    public static func append(_ text: StaticString, to output: inout [UInt8]) {
        text.withUTF8Buffer { output.append(contentsOf: $0) }
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
}
