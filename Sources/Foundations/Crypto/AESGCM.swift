internal import CCrypto

/// Encrypts and authenticates: AES-256 in Galois/Counter Mode (NIST SP 800-38D), with a nonce of 12 bytes and a tag of 16.
///
/// A nonce must be new for each message under one key. Any thread may use a value.
public struct AESGCM: Sendable {
    public static let keyByteCount = 32
    public static let nonceByteCount = 12
    public static let tagByteCount = 16

    private let key: [UInt8]

    /// - Parameter key: ``keyByteCount`` bytes; `nil` comes back for any other number.
    public init?(key: [UInt8]) {
        guard key.count == Self.keyByteCount else { return nil }
        self.key = key
    }

    /// Encrypts bytes.
    ///
    /// - Parameters:
    ///   - nonce: ``nonceByteCount`` bytes.
    ///   - context: Bytes that are authenticated and not encrypted; ``open(_:tag:nonce:context:)`` needs the same.
    /// - Returns: As many bytes as came, and the tag.
    /// - Throws: ``CryptoError/failed(_:)`` where the nonce has another length, or libcrypto refuses.
    public func seal(_ bytes: [UInt8], nonce: [UInt8], context: [UInt8]) throws(CryptoError) -> (bytes: [UInt8], tag: [UInt8]) {
        let run = try CipherRun.begin(encrypts: true, key: key, nonce: nonce)
        try run.authenticate(context)
        let sealed = try run.transform(bytes)
        guard run.finish() else { throw CryptoError.failed("EVP_CipherFinal_ex") }
        return (sealed, try run.tag())
    }

    /// Decrypts bytes.
    ///
    /// - Throws: ``CryptoError/notAuthentic`` where key, nonce, context, bytes or tag are not those of one call of ``seal(_:nonce:context:)``.
    ///   One error stands for all of these.
    public func open(_ sealed: [UInt8], tag: [UInt8], nonce: [UInt8], context: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard tag.count == Self.tagByteCount, nonce.count == Self.nonceByteCount else { throw CryptoError.notAuthentic }
        let run = try CipherRun.begin(encrypts: false, key: key, nonce: nonce)
        try run.expect(tag)
        try run.authenticate(context)
        let bytes = try run.transform(sealed)
        guard run.finish() else { throw CryptoError.notAuthentic }
        return bytes
    }
}
