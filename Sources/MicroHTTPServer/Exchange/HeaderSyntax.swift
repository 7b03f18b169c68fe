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
        var host = bytes[...]
        while host.last == 0x20 || host.last == 0x09 { host.removeLast() }
        return consists(host, of: Self.host)
    }

    /// Whether a value holds no control character but tabs.
    static func isValue(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var isFlawed = false
        // Without an early end, so that the compiler can look at many bytes at once.
        for byte in bytes { isFlawed = isFlawed || (byte < 0x20 && byte != 0x09) || byte == 0x7F }
        return !isFlawed
    }

    /// Whether a line is a `Content-Length` whose value is no number.
    static func isFalseLength(_ line: UnsafeRawBufferPointer) -> Bool {
        let name: StaticString = "content-length:"
        guard line.count >= name.utf8CodeUnitCount, line[0] | 0x20 == name.utf8Start[0] else { return false }
        for index in 1..<name.utf8CodeUnitCount where line[index] | 0x20 != name.utf8Start[index] | 0x20 { return false }
        var value = line[name.utf8CodeUnitCount...].drop { $0 == 0x20 || $0 == 0x09 }
        while value.last == 0x20 || value.last == 0x09 { value.removeLast() }
        return value.isEmpty || !value.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }
}
