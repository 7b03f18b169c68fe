/// The bytes that a header's name and a host may hold (RFC 9110, 5.1; RFC 3986, 3.2.2).
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

    /// Whether a name is a token: not empty, without white space and control characters.
    static func isName(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !bytes.isEmpty && consists(bytes, of: token)
    }

    /// Whether a byte may stand in a name.
    static func isInName(_ byte: UInt8) -> Bool { token[Int(byte)] }

    /// Whether a value may be that of `Host`, which may be empty (RFC 9112, 3.2).
    ///
    /// - Parameter bytes: Without blanks behind it.
    static func isHost(_ bytes: UnsafeRawBufferPointer) -> Bool { consists(bytes, of: host) }
}
