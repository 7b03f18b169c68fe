internal import CCrypto

/// Computes a SHA-256 digest (FIPS 180-4) of bytes that come in pieces, however they are cut.
///
/// Uses libcrypto's functions for this one digest: they keep their state here and cannot fail, while those for any digest allocate,
/// look the digest up in a configured provider, and may not find it.
public struct SHA256: Sendable {
    /// How many bytes a digest has.
    public static let byteCount = 32
    /// How many bytes a block of the algorithm has.
    static let blockByteCount = 64

    private var state = SHA256_CTX()

    /// Begins a digest.
    public init() {
        SHA256_Init(&state)
    }

    /// Adds bytes to the message.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        SHA256_Update(&state, bytes.baseAddress, bytes.count)
    }

    /// Adds bytes to the message.
    public mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
    }

    /// The digest of all that was added; more can be added afterwards.
    public func digest() -> [UInt8] {
        var last = state
        return [UInt8](unsafeUninitializedCapacity: Self.byteCount) { bytes, count in
            SHA256_Final(bytes.baseAddress, &last)
            count = Self.byteCount
        }
    }

    /// The digest of some bytes.
    public static func digest(of bytes: [UInt8]) -> [UInt8] {
        var digest = SHA256()
        digest.update(bytes)
        return digest.digest()
    }
}
