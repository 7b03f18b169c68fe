import Ports

/// Documents about webhooks as a server answers them, with what a command shows of them.
enum WebhookAnswers {
    struct Hook: Decodable {
        let id: String
        let url: String
        let events: [String]
        let lists: [String]
        let description: String?
        let ordered: Bool
        let status: String
        let statusReason: String?
        /// Only where it was just made.
        let secret: String?
    }

    struct Hooks: Decodable {
        let webhooks: [Hook]
    }

    struct Attempt: Decodable {
        let at: String
        let statusCode: Int?
        let error: String?
        let durationMs: Int
    }

    struct Delivery: Decodable {
        let id: String
        let event: String
        let status: String
        let attempts: [Attempt]
        let nextAttemptAt: String?
        let createdAt: String
    }

    struct Deliveries: Decodable {
        let deliveries: [Delivery]
        let next: String?
    }

    struct Count: Decodable {
        let count: Int
    }
}
