import FoundationEssentials
import Foundations

/// The secret that signs a webhook's events: the symmetric secret of Standard Webhooks 1.0.
///
/// Nothing that prints a value shows what is in it; ``text`` alone does.
public struct SigningSecret: Sendable, Equatable {
    private static let prefix = "whsec_"
    /// How many bytes a secret has.
    private static let lengths = 24...64

    private let key: [UInt8]
    /// A code of the key to which no message was added yet.
    private let begun: HMACSHA256

    /// Reads a secret: `whsec_` and the base64 of 24 to 64 bytes, with its padding (RFC 4648, 4). `nil` for anything else, other spellings of the
    /// same bytes too.
    public init?(_ text: String) {
        guard text.utf8.starts(with: Self.prefix.utf8) else { return nil }
        let base64 = String(decoding: text.utf8.dropFirst(Self.prefix.utf8.count), as: UTF8.self)
        guard let data = Data(base64Encoded: base64), Self.lengths.contains(data.count),
            data.base64EncodedString().utf8.elementsEqual(base64.utf8)
        else { return nil }
        self.init(key: Array(data))
    }

    private init(key: [UInt8]) {
        self.key = key
        begun = HMACSHA256(key: key)
    }

    public static func == (left: SigningSecret, right: SigningSecret) -> Bool { left.key == right.key }

    /// A new secret of 32 bytes from the system's generator of random numbers.
    public static func make() -> SigningSecret {
        SigningSecret(key: .random(count: 32))
    }

    /// The secret itself, as it is shown once and as ``init(_:)`` reads it.
    public var text: String { Self.prefix + Data(key).base64EncodedString() }

    /// Signs a message: `v1,` and the base64 of its HMAC-SHA256 (RFC 2104, FIPS 180-4).
    ///
    /// - Parameters:
    ///   - id: The message's id, without a dot.
    ///   - timestamp: When this attempt is made: seconds since 1970, UTC.
    ///   - body: The bytes that are sent.
    public func signature(id: String, timestamp: Int64, body: [UInt8]) -> String {
        "v1," + Data(authenticated(id: id, timestamp: "\(timestamp)", body: body).code()).base64EncodedString()
    }

    /// Whether a signature is that of a message. Codes are compared in constant time.
    ///
    /// - Parameters:
    ///   - signature: One of those in ``SignedHeaders/signatureName``; of another version than `v1` it is none.
    ///   - timestamp: As it came.
    func isSignature(_ signature: Substring, id: String, timestamp: String, body: [UInt8]) -> Bool {
        guard signature.utf8.starts(with: "v1,".utf8), let code = Data(base64Encoded: String(signature.dropFirst(3))) else { return false }
        return authenticated(id: id, timestamp: timestamp, body: body).isCode(Array(code))
    }

    /// The message as it is signed: id, timestamp and body with a dot between two.
    private func authenticated(id: String, timestamp: String, body: [UInt8]) -> HMACSHA256 {
        var message = begun
        message.update(Array("\(id).\(timestamp).".utf8))
        message.update(body)
        return message
    }
}

extension SigningSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SigningSecret" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
