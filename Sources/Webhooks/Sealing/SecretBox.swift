import Crypto
import FoundationEssentials

/// Seals what a database must not reveal: AES-256-GCM (NIST SP 800-38D) under a key that is kept elsewhere.
///
/// What is sealed is bound to a context, such as the id of the webhook whose secret it is, so that it can't be moved to another row and opened
/// there. Nothing that prints a box shows its key. Any thread may use it.
public struct SecretBox: Sendable {
    /// How many bytes a key has.
    public static let keyLength = 32

    private let key: [UInt8]

    /// - Parameter key: ``keyLength`` bytes; `nil` comes back for any other number.
    public init?(key: [UInt8]) {
        guard key.count == Self.keyLength else { return nil }
        self.key = key
    }

    /// A new key from the system's generator of random numbers.
    public static func makeKey() -> [UInt8] {
        SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
    }

    /// Seals bytes under a new random nonce: 28 bytes more come back, another time others.
    ///
    /// - Parameter context: What ``open(_:for:)`` must be given again; authenticated, not kept.
    public func seal(_ bytes: [UInt8], for context: String) throws -> [UInt8] {
        let box = try AES.GCM.seal(bytes, using: SymmetricKey(data: key), authenticating: Array(context.utf8))
        return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
    }

    /// Opens what was sealed.
    ///
    /// - Throws: ``SecretBoxError`` where it was sealed under another key or for another context, or where a bit of it has changed: these can't be
    ///   told apart.
    public func open(_ sealed: [UInt8], for context: String) throws -> [UInt8] {
        do {
            let box = try AES.GCM.SealedBox(combined: sealed)
            return Array(try AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: Array(context.utf8)))
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
