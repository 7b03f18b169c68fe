/// Kinds of ASCII characters, as bytes, and text of which nothing but ASCII is known.
public enum ASCII {
    @inlinable
    @inline(__always)
    public static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    @inlinable
    public static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    @inlinable
    public static func isSmallLetter(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }

    @inlinable
    public static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

    /// Whether a byte is a hexadecimal digit, and no large letter.
    @inlinable
    public static func isSmallHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || byte &- UInt8(ascii: "a") < 6 }

    /// Whether a byte is a space or a tab, which is what header fields take for white space.
    @inlinable
    public static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Whether a byte is a blank or a part of a line's end, which is what JSON takes for white space.
    @inlinable
    public static func isWhiteSpace(_ byte: UInt8) -> Bool { isBlank(byte) || byte == 0x0A || byte == 0x0D }

    /// Whether a byte is a control character, as a tab is.
    @inlinable
    @inline(__always)
    public static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    /// Whether there is a control character, or any byte below a limit of at most 128, eight bytes at a time (H. S. Warren, "Hacker's
    /// Delight", 6-1).
    public static func hasControl(_ bytes: UnsafeRawBufferPointer, orBelow limit: UInt8 = 0x20) -> Bool {
        let limits = ones &* UInt64(limit)
        guard bytes.count >= 8 else { return bytes.contains { $0 < limit || $0 == 0x7F } }
        return anyWord(of: bytes) { controls($0, below: limits) }
    }

    /// Whether all bytes are ASCII, and none is a control character or a space.
    public static func areVisible(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= 8 else { return bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F } }
        return !anyWord(of: bytes) { $0 | controls($0, below: ones &* 0x21) }
    }

    private static var ones: UInt64 { 0x0101_0101_0101_0101 }

    /// A word with a top bit set if another has a byte below a limit, or DEL.
    @inline(__always)
    private static func controls(_ word: UInt64, below limits: UInt64) -> UInt64 {
        let masked = word ^ (ones &* 0x7F)
        return ((word &- limits) & ~word) | ((masked &- ones) & ~masked)
    }

    /// Whether `flaws` sets the top bit of a byte for any word of at least eight bytes.
    @inline(__always)
    private static func anyWord(of bytes: UnsafeRawBufferPointer, _ flaws: (UInt64) -> UInt64) -> Bool {
        // The last word has bytes of the one before it.
        let last = bytes.count &- 8
        var (found, index) = (flaws(bytes.loadUnaligned(fromByteOffset: last, as: UInt64.self)), 0)
        while index < last {
            found |= flaws(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index &+= 8
        }
        return found & (ones << 7) != 0
    }

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

    /// Whether a text is the same as another but for the case of its letters.
    ///
    /// - Parameter other: In small letters.
    @inlinable
    public static func isEqual(_ text: some Sequence<UInt8>, toLowercase other: StaticString) -> Bool {
        other.withUTF8Buffer { other in text.elementsEqual(other) { lowercased($0) == $1 } }
    }

    /// Whether bytes begin with a text but for the case of its letters.
    ///
    /// - Parameter start: In small letters.
    @inlinable
    public static func begins(_ bytes: UnsafeRawBufferPointer, withLowercase start: StaticString) -> Bool {
        let count = start.utf8CodeUnitCount
        guard bytes.count >= count else { return false }
        var index = 0
        while index < count, lowercased(bytes[index]) == start.utf8Start[index] { index &+= 1 }
        return index == count
    }

    /// A text without the blanks at both ends.
    @inlinable
    public static func trimmingBlanks<Text: BidirectionalCollection<UInt8>>(_ text: Text) -> Text.SubSequence {
        droppingLast(text, while: isBlank).drop(while: isBlank)
    }

    /// A text without the blanks at its end.
    @inlinable
    public static func droppingLastBlanks<Text: BidirectionalCollection<UInt8>>(_ text: Text) -> Text.SubSequence {
        droppingLast(text, while: isBlank)
    }

    /// A text without the white space at both ends.
    @inlinable
    public static func trimmingWhiteSpace<Text: BidirectionalCollection<UInt8>>(_ text: Text) -> Text.SubSequence {
        droppingLast(text, while: isWhiteSpace).drop(while: isWhiteSpace)
    }

    @inlinable
    static func droppingLast<Text: BidirectionalCollection<UInt8>>(_ text: Text, while isDropped: (UInt8) -> Bool) -> Text.SubSequence {
        var text = text[...]
        while let last = text.last, isDropped(last) { text.removeLast() }
        return text
    }
}
