internal import CCrypto

/// Computes the code that authenticates a message under a shared key: HMAC (RFC 2104) with SHA-256.
public struct HMACSHA256: Sendable {
    private var inner = SHA256()
    private var outer = SHA256()

    /// Begins a code.
    ///
    /// - Parameter key: Any number of bytes; 32 are as strong as more.
    public init(key: [UInt8]) {
        var block = key.count > SHA256.blockByteCount ? SHA256.digest(of: key) : key
        block += Array(repeating: 0, count: SHA256.blockByteCount - block.count)
        inner.update(block.map { $0 ^ 0x36 })
        outer.update(block.map { $0 ^ 0x5C })
    }

    /// Adds bytes to the message.
    public mutating func update(_ bytes: [UInt8]) {
        inner.update(bytes)
    }

    /// The code of all that was added: ``SHA256/byteCount`` bytes.
    public func code() -> [UInt8] {
        var outer = outer
        outer.update(inner.digest())
        return outer.digest()
    }

    /// Whether a code is that of all that was added. Takes a time that does not depend on where they differ.
    public func isCode(_ code: [UInt8]) -> Bool {
        let own = self.code()
        return own.count == code.count && CRYPTO_memcmp(own, code, own.count) == 0
    }
}
