/// A server's documents about webhooks, with the members that commands print.
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

        /// Id, status, URL, then the events and lists that it is subscribed to.
        var line: String {
            let events = events.isEmpty ? "all events" : events.joined(separator: ",")
            let lists = lists.isEmpty ? "all lists" : lists.joined(separator: ",")
            let reason = statusReason.map { " (\($0))" } ?? ""
            return "\(id)  \(status)\(reason)  \(url)  \(events) of \(lists)\(ordered ? ", ordered" : "")"
        }
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

        /// When it was made, its id, its event, how it stands, and how the last attempt went.
        var line: String {
            var parts = [createdAt, id, event, status]
            if let last = attempts.last {
                let outcome = last.error ?? last.statusCode.map(String.init) ?? "no answer"
                parts.append("\(attempts.count) attempt\(attempts.count == 1 ? "" : "s"), the last: \(outcome) in \(last.durationMs) ms")
            }
            if let next = nextAttemptAt { parts.append("next \(next)") }
            return parts.joined(separator: "  ")
        }
    }

    struct Deliveries: Decodable {
        let deliveries: [Delivery]
        let next: String?
    }

    struct Count: Decodable {
        let count: Int
    }
}
