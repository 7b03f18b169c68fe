import Foundations

/// The bytes that a header's name and value may hold (RFC 9110, 5.1 and 5.5).
enum HeaderSyntax {
    /// For each byte whether it is in a set.
    private typealias ByteSet = [Bool]

    /// Characters of a token.
    private static let token = set(of: "!#$%&'*+-.^_`|~")
    /// Characters of a host and its port (RFC 3986, 3.2.2 and 3.2.3).
    private static let host = set(of: "-._~%!$&'()*+,;=:[]")

    private static func set(of marks: String) -> ByteSet {
        let members = Set((marks + "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ").utf8)
        return (0...UInt8.max).map { members.contains($0) }
    }

    private static func consists(_ bytes: UnsafeRawBufferPointer, of set: ByteSet) -> Bool {
        set.withUnsafeBufferPointer { set in
            var index = 0
            while index < bytes.count, set[Int(bytes[index])] { index &+= 1 }
            return index == bytes.count
        }
    }

    /// Whether a name is the same as another but for the case of its letters, which is of as many bytes.
    ///
    /// - Parameter other: In small letters.
    static func isSame(_ name: UnsafeRawBufferPointer, as other: StaticString) -> Bool {
        var index = 0
        while index < other.utf8CodeUnitCount, ASCII.lowercased(name[index]) == other.utf8Start[index] { index &+= 1 }
        return index == other.utf8CodeUnitCount
    }

    /// Whether a name is a token: not empty, without white space and control characters.
    static func isName(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !bytes.isEmpty && consists(bytes, of: token)
    }

    /// Whether a byte may stand in a name.
    static func isInName(_ byte: UInt8) -> Bool { token[Int(byte)] }

    /// Whether a value may be that of `Host`, which may be empty (RFC 9112, 3.2). Blanks behind it do not count.
    static func isHost(_ bytes: UnsafeRawBufferPointer) -> Bool {
        consists(droppingLastBlanks(bytes), of: host)
    }

    /// A value without the blanks behind it.
    static func droppingLastBlanks(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var count = bytes.count
        while count > 0, ASCII.isBlank(bytes[count &- 1]) { count &-= 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[..<count])
    }

    /// Whether a value holds no control character but tabs.
    static func isValue(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !ASCII.hasControl(bytes) || !bytes.contains { ASCII.isControl($0) && !ASCII.isBlank($0) }
    }

    /// Whether a target is UTF-8 without a space or a control character.
    static func isTarget(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !ASCII.hasControl(bytes, orBelow: 0x21) && (isASCII(bytes) || String(validating: bytes, as: UTF8.self) != nil)
    }

    private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var (found, index): (UInt64, Int) = (0, 0)
        while index &+ 8 <= bytes.count {
            found |= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        while index < bytes.count {
            found |= UInt64(bytes[index])
            index &+= 1
        }
        return found & 0x8080_8080_8080_8080 == 0
    }
}
