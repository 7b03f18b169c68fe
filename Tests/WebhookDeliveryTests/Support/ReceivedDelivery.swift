/// A line of the receiver's log: one delivery as it came.
struct ReceivedDelivery: Decodable, Sendable {
    let path: String
    /// The path and the query.
    let target: String
    let name: String?
    /// The header `webhook-id`.
    let id: String?
    let timestamp: String?
    /// The body's `type`.
    let type: String?
    let body: String
    let headers: [String: String]
    /// Which of the receiver's connections it came on.
    let connection: Int
    /// Deliveries to the same target that were being answered, this one too.
    let active: Int
    /// What the package `standardwebhooks` says; `nil` without a secret.
    let verified: Bool?
    let error: String?
}
