/// A server's documents about webhooks, with the members that commands print.
public enum WebhookAnswers {
    public struct Hook: Decodable {
        public let id: String
        public let url: String
        public let events: [String]
        public let lists: [String]
        public let description: String?
        public let ordered: Bool
        public let status: String
        public let statusReason: String?
        /// Only where it was just made.
        public let secret: String?

        /// Id, status, URL, then the events and lists that it is subscribed to.
        public var line: String {
            let events = events.isEmpty ? "all events" : events.joined(separator: ",")
            let lists = lists.isEmpty ? "all lists" : lists.joined(separator: ",")
            let reason = statusReason.map { " (\($0))" } ?? ""
            return "\(id)  \(status)\(reason)  \(url)  \(events) of \(lists)\(ordered ? ", ordered" : "")"
        }
    }

    public struct Hooks: Decodable {
        public let webhooks: [Hook]
    }

    public struct Attempt: Decodable {
        public let at: String
        public let statusCode: Int?
        public let error: String?
        public let durationMs: Int
    }

    public struct Delivery: Decodable {
        public let id: String
        public let event: String
        public let status: String
        public let attempts: [Attempt]
        public let nextAttemptAt: String?
        public let createdAt: String

        /// When it was made, its id, its event, how it stands, and how the last attempt went.
        public var line: String {
            var parts = [createdAt, id, event, status]
            if let last = attempts.last {
                let outcome = last.error ?? last.statusCode.map(String.init) ?? "no answer"
                parts.append("\(attempts.count) attempt\(attempts.count == 1 ? "" : "s"), the last: \(outcome) in \(last.durationMs) ms")
            }
            if let next = nextAttemptAt { parts.append("next \(next)") }
            return parts.joined(separator: "  ")
        }
    }

    public struct Deliveries: Decodable {
        public let deliveries: [Delivery]
        public let next: String?
    }

    public struct Count: Decodable {
        public let count: Int
    }
}
