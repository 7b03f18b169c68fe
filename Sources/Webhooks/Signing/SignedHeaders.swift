/// The header fields that Standard Webhooks 1.0 puts on each attempt to deliver a message.
public struct SignedHeaders: Sendable, Equatable {
    static let idName = "webhook-id"
    static let timestampName = "webhook-timestamp"
    static let signatureName = "webhook-signature"

    /// The same for every attempt.
    public let id: String
    /// When the attempt is made: seconds since 1970, UTC, in digits.
    public let timestamp: String
    /// A signature of each secret, in their order, with a space between two.
    public let signature: String

    /// - Parameters:
    ///   - secrets: All that are live, the newest first.
    ///   - seconds: When the attempt is made: since 1970, UTC.
    public init(id: String, body: [UInt8], secrets: [SigningSecret], at seconds: Int64) {
        self.id = id
        timestamp = String(seconds)
        signature = secrets.map { $0.signature(id: id, timestamp: seconds, body: body) }.joined(separator: " ")
    }

    /// Names and values, as they are sent.
    public var fields: [(name: String, value: String)] {
        [(Self.idName, id), (Self.timestampName, timestamp), (Self.signatureName, signature)]
    }
}
