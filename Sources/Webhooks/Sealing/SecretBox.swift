import Foundations

/// Seals what a database must not reveal: AES-256-GCM (NIST SP 800-38D) under a key that is kept elsewhere.
///
/// A sealed secret is bound to a context, such as the id of its webhook, so that it can't be moved to another row and opened there. Nothing that prints a box shows its key. Any thread may use it.
public struct SecretBox: Sendable {
    /// How many bytes a key has.
    public static let keyLength = AESGCM.keyByteCount

    private let cipher: AESGCM

    /// - Parameter key: ``keyLength`` bytes; `nil` comes back for any other number.
    public init?(key: [UInt8]) {
        guard let cipher = AESGCM(key: key) else { return nil }
        self.cipher = cipher
    }

    /// A new key from the system's generator of random numbers.
    public static func makeKey() -> [UInt8] {
        .random(count: keyLength)
    }

    /// Seals bytes under a new random nonce: 28 bytes more come back, another time others.
    ///
    /// - Parameter context: The context for ``open(_:for:)``; authenticated, not kept.
    public func seal(_ bytes: [UInt8], for context: String) throws -> [UInt8] {
        let nonce = [UInt8].random(count: AESGCM.nonceByteCount)
        let (sealed, tag) = try cipher.seal(bytes, nonce: nonce, context: Array(context.utf8))
        return nonce + sealed + tag
    }

    /// Opens what was sealed.
    ///
    /// - Throws: ``SecretBoxError`` where it was sealed under another key or for another context, or where a bit of it has changed: one
    ///   error for all of these.
    public func open(_ sealed: [UInt8], for context: String) throws -> [UInt8] {
        guard sealed.count >= AESGCM.nonceByteCount + AESGCM.tagByteCount else { throw SecretBoxError.notOpened }
        let nonce = sealed.prefix(AESGCM.nonceByteCount)
        let tag = sealed.suffix(AESGCM.tagByteCount)
        do {
            let bytes = sealed[nonce.endIndex..<tag.startIndex]
            return try cipher.open(Array(bytes), tag: Array(tag), nonce: Array(nonce), context: Array(context.utf8))
        } catch {
            throw SecretBoxError.notOpened
        }
    }
}

extension SecretBox: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SecretBox" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a sealed secret stays closed.
public enum SecretBoxError: Error, Equatable {
    /// The key or the context is another one than it was sealed with, or it has changed since.
    case notOpened
}
