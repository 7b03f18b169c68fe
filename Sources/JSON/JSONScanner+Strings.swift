import Foundations

extension JSONScanner {
    /// Passes the string that starts at the current position.
    ///
    /// - Returns: whether the string has escapes.
    mutating func scanString() throws(JSONSyntaxError) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = position + 1
        var escaped = false
        while true {
            while index &+ 8 <= count {
                let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                let special = Self.specialBytes(of: word)
                if special != 0 {
                    index &+= special.trailingZeroBitCount &>> 3
                    break
                }
                index &+= 8
            }
            guard index < count else { throw error("the document ends inside a string", at: count) }
            switch bytes[index] {
            case UInt8(ascii: "\""):
                position = index + 1
                return escaped
            case UInt8(ascii: "\\"):
                escaped = true
                index = try endOfEscape(at: index)
            case 0..<0x20: throw error("a control character in a string, which must be escaped", at: index)
            case 0x20..<0x80: index += 1
            default:
                repeat { index = try endOfMultibyte(at: index) } while index < count && bytes[index] >= 0x80
            }
        }
    }

    /// The high bits of those bytes of a little-endian word that need a closer look: quotes, backslashes, control characters and
    /// all that is not ASCII. The lowest bit set is exact; higher ones may be false alarms.
    @inline(__always)
    private static func specialBytes(of word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = (word ^ 0x2222_2222_2222_2222) &- ones
        let backslashes = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- ones
        let controls = word &- 0x2020_2020_2020_2020
        return (quotes | backslashes | controls | word) & 0x8080_8080_8080_8080
    }

    private func endOfEscape(at start: Int) throws(JSONSyntaxError) -> Int {
        guard start + 1 < count else { throw error("the document ends inside a string", at: count) }
        switch bytes[start + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            return start + 2
        case UInt8(ascii: "u"): break
        default: throw error("an escape that JSON does not have", at: start)
        }
        let unit = try codeUnit(at: start)
        guard unit & 0xF800 == 0xD800 else { return start + 6 }
        guard unit < 0xDC00, start + 7 < count, bytes[start + 6] == UInt8(ascii: "\\"), bytes[start + 7] == UInt8(ascii: "u"),
            try codeUnit(at: start + 6) & 0xFC00 == 0xDC00
        else { throw error("a lone surrogate escape", at: start) }
        return start + 12
    }

    /// The UTF-16 code unit of the `\uXXXX` at `start`.
    private func codeUnit(at start: Int) throws(JSONSyntaxError) -> UInt32 {
        guard start + 6 <= count else { throw error("the document ends inside a string", at: count) }
        var unit: UInt32 = 0
        for index in (start + 2)..<(start + 6) {
            guard let digit = ASCII.hexValue(of: bytes[index]) else {
                throw error("\\u is not followed by four hexadecimal digits", at: start)
            }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }

    /// The end of the UTF-8 sequence of more than one byte at `start` (Unicode 16, table 3-7).
    @inline(__always)
    private func endOfMultibyte(at start: Int) throws(JSONSyntaxError) -> Int {
        let first = bytes[start]
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard first >= 0xC2, first <= 0xF4, start + length <= count else { throw error("a byte that is not UTF-8", at: start) }
        let second = bytes[start + 1]
        let lowest: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
        let highest: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
        guard second >= lowest, second <= highest,
            length < 3 || bytes[start + 2] & 0xC0 == 0x80,
            length < 4 || bytes[start + 3] & 0xC0 == 0x80
        else { throw error("a byte that is not UTF-8", at: start) }
        return start + length
    }
}
