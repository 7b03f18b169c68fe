import Foundations

/// The SHA-256 digest (FIPS 180-4) of some bytes.
public struct SHA256Digest: Hashable, Sendable {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// Digests bytes.
    public init(of bytes: [UInt8]) {
        self.bytes = SHA256.digest(of: bytes)
    }

    /// Takes a digest in hexadecimal digits, large or small; `nil` where the text is not 64 of them.
    public init?(hex: String) {
        let digits = hex.utf8.compactMap(ASCII.hexValue)
        guard hex.utf8.count == 64, digits.count == 64 else { return nil }
        bytes = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// 64 hexadecimal digits in small letters.
    public var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Whether both are the same, in a time that does not depend on where they differ.
    public func isSame(as other: SHA256Digest) -> Bool {
        zip(bytes, other.bytes).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
