import ASCII

/// What bytes a header's name and value may hold (RFC 9110, 5.1 and 5.5).
enum HeaderSyntax {
    /// A bit for each byte below 128.
    private typealias ByteSet = (low: UInt64, high: UInt64)

    /// What may stand in a token.
    private static let token = set(of: "!#$%&'*+-.^_`|~")
    /// What may stand in a host and its port (RFC 3986, 3.2.2 and 3.2.3).
    private static let host = set(of: "-._~%!$&'()*+,;=:[]")

    private static func set(of marks: String) -> ByteSet {
        var bits: ByteSet = (0, 0)
        for byte in Array((marks + "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ").utf8) {
            if byte < 64 { bits.low |= 1 << UInt64(byte) } else { bits.high |= 1 << UInt64(byte - 64) }
        }
        return bits
    }

    private static func consists(_ bytes: Slice<UnsafeRawBufferPointer>, of set: ByteSet) -> Bool {
        for byte in bytes {
            let bits = byte < 64 ? set.low : set.high
            guard byte < 128, bits >> UInt64(byte & 63) & 1 == 1 else { return false }
        }
        return true
    }

    /// Whether a name is a token: not empty, without white space and control characters.
    static func isName(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !bytes.isEmpty && consists(bytes[...], of: token)
    }

    /// Whether a value may be that of `Host`, which may be empty (RFC 9112, 3.2). Blanks behind it do not count.
    static func isHost(_ bytes: UnsafeRawBufferPointer) -> Bool {
        consists(ASCII.droppingLastBlanks(bytes), of: host)
    }

    /// Whether a value holds no control character but tabs.
    static func isValue(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !hasControl(bytes, below: 0x20) || !bytes.contains { ASCII.isControl($0) && !ASCII.isBlank($0) }
    }

    /// Whether a target holds a space or a control character.
    static func hasBlank(_ bytes: UnsafeRawBufferPointer) -> Bool { hasControl(bytes, below: 0x21) }

    /// Whether there is a byte below a limit of at most 128, or a DEL, eight bytes at a time (H. S. Warren, "Hacker's Delight", 6-1).
    private static func hasControl(_ bytes: UnsafeRawBufferPointer, below limit: UInt8) -> Bool {
        let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        let (limits, deletes) = (ones &* UInt64(limit), ones &* 0x7F)
        var (found, index): (UInt64, Int) = (0, 0)
        while index &+ 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let masked = word ^ deletes
            found |= ((word &- limits) & ~word) | ((masked &- ones) & ~masked)
            index &+= 8
        }
        guard found & tops == 0 else { return true }
        while index < bytes.count {
            if bytes[index] < limit || bytes[index] == 0x7F { return true }
            index &+= 1
        }
        return false
    }

    /// What a `Content-Length` line says.
    enum LengthLine {
        /// A number, as the library reads it.
        case number
        /// A number with blanks behind it, which the library would refuse.
        case padded
        /// No number.
        case malformed
    }

    /// What a line says where it is a `Content-Length`; `nil` for any other.
    static func length(_ line: UnsafeRawBufferPointer) -> LengthLine? {
        guard ASCII.isEqual(line.prefix(lengthName.utf8CodeUnitCount), toLowercase: lengthName) else { return nil }
        let value = ASCII.trimmingBlanks(line[lengthName.utf8CodeUnitCount...])
        guard !value.isEmpty, ASCII.areDigits(value) else { return .malformed }
        return value.endIndex == line.endIndex ? .number : .padded
    }

    /// Puts the blanks behind a length before it, where the library passes over them.
    static func shiftLength(_ line: UnsafeMutableRawBufferPointer) {
        let start = lengthName.utf8CodeUnitCount
        let digits = line[start...].filter { !ASCII.isBlank($0) }
        for index in start..<line.count {
            let offset = index - (line.count - digits.count)
            line[index] = offset < 0 ? 0x20 : digits[offset]
        }
    }

    private static let lengthName: StaticString = "content-length:"
}
