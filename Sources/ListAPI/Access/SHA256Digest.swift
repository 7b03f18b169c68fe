import Crypto

/// The SHA-256 digest (FIPS 180-4) of some bytes.
public struct SHA256Digest: Hashable, Sendable {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// Digests bytes.
    public init(of bytes: [UInt8]) {
        self.bytes = Array(SHA256.hash(data: bytes))
    }
}
