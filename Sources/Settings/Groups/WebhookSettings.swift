/// `webhooks.…`: whom webhooks may call, and how they go about it.
public struct WebhookSettings: Sendable, Equatable {
    /// CIDR blocks of addresses that are not public, and yet may be called.
    public var allow: [String] = []
    /// Seconds before each further attempt.
    public var retries = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]
    /// Seconds that one attempt may take.
    public var timeout = 15.0
    /// What seals secrets: 32 bytes in base64; `nil` for a file beside the database.
    public var key: String?
    /// Attempts under way at once.
    public var parallel = 128
    /// Attempts under way at once at one webhook.
    public var parallelEach = 8
}
