/// A line of the receiver's log: one delivery as it came.
public struct ReceivedDelivery: Decodable, Sendable {
    public let path: String
    /// The path and the query.
    public let target: String
    /// What the query gives as `name`.
    public let name: String?
    /// The header `webhook-id`; empty without one.
    public let id: String
    public let timestamp: String?
    /// The body's `type`.
    public let type: String?
    public let body: String
    public let headers: [String: String]
    /// Which of the receiver's connections it came on.
    public let connection: Int
    /// Deliveries to the same target that were being answered, this one too.
    public let active: Int
    /// What the package `standardwebhooks` says; `nil` without a secret.
    public let verified: Bool?
    public let error: String?
}
