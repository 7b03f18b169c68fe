import HTTPServing
import Lists
import Ports
import WebhookDelivery

/// Metrics of webhooks: deliveries, attempts, and the backlog.
struct DeliveryMetrics: MetricSource {
    let worker: DeliveryWorker
    let store: any WebhookStore

    func write(to text: inout MetricText) {
        let figures = worker.figures
        write(
            "sectional_webhook_deliveries_total", .counter, "Deliveries that have ended, by how.",
            [("delivered", figures.delivered), ("failed", figures.failed)], label: "status", to: &text)
        write(
            "sectional_webhook_attempts_total", .counter, "Attempts to deliver, by what came of them.",
            [("accepted", figures.acceptedAttempts), ("refused", figures.refusedAttempts), ("unanswered", figures.unansweredAttempts)],
            label: "outcome", to: &text)
        text.write("sectional_webhook_attempts_active", .gauge, "Attempts on their way now.", figures.inFlight)
        // A store that can't be read just now has a gap in its graph, and says so elsewhere.
        guard let backlog = try? store.backlog() else { return }
        text.write(
            "sectional_webhook_backlog", .gauge,
            "Deliveries that have not ended; those with a row and those without are counted up to 10,000 each.", backlog.pending)
        let age = backlog.oldest.map { max(0, SystemSources.now() - $0) / 1_000 } ?? 0
        text.write(
            "sectional_webhook_backlog_age_seconds", .gauge, "Seconds since the oldest of them was made; 0 where there is none.", Int(age))
    }

    private func write(
        _ name: String, _ kind: MetricText.Kind, _ help: String, _ samples: [(String, Int)], label: String, to text: inout MetricText
    ) {
        text.begin(name, kind, help)
        for (value, count) in samples { text.sample(name, count, [(label, value)]) }
    }
}
