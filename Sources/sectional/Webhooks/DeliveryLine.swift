import Ports

/// How a delivery looks in one line.
enum DeliveryLine {
    /// When it was made, its id, its event, how it stands, and how the last attempt went.
    static func text(_ delivery: WebhookAnswers.Delivery) -> String {
        var parts = [delivery.createdAt, delivery.id, delivery.event, delivery.status]
        if let last = delivery.attempts.last {
            let count = delivery.attempts.count
            let outcome = last.error ?? last.statusCode.map(String.init) ?? "no answer"
            parts.append("\(count) attempt\(count == 1 ? "" : "s"), the last: \(outcome) in \(last.durationMs) ms")
        }
        if let next = delivery.nextAttemptAt { parts.append("next \(next)") }
        return parts.joined(separator: "  ")
    }
}
