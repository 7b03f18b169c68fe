import Lists
import Logging
import Ports
import Webhooks

extension DeliveryLoop {
    /// Starts all that is due and has a place, by what the webhooks ask for now.
    func sendDue() {
        guard ports.now() >= pausedUntil, !isStale else { return }
        while hasRoom, !inbox.hasChangedWebhooks, let step = schedule.next(now: ports.now()) {
            switch step {
            case .read(let webhook, let isOrdered, let limit): read(webhook, isOrdered: isOrdered, limit: limit)
            case .start(let delivery): start(delivery)
            }
        }
    }

    private func read(_ webhook: Identifier, isOrdered: Bool, limit: Int) {
        let now = ports.now()
        do {
            let due = try ports.store.dueDeliveries(to: webhook, isOrdered: isOrdered, now: now, limit: limit)
            let next = due.count < limit ? try ports.store.nextAttempt(to: webhook, isOrdered: isOrdered, after: now) : nil
            schedule.take(due, of: webhook, limit: limit, nextAttempt: next, now: now)
        } catch {
            ports.logger.warning("could not read deliveries", metadata: ["webhook": "\(webhook)", "error": "\(error)"])
            schedule.readAgain(webhook, after: settings.pause, now: now)
        }
    }

    private func start(_ delivery: Delivery) {
        let now = ports.now()
        guard let endpoint = endpoints[delivery.webhook], endpoint.webhook.wants(delivery) else {
            return end(delivery, unsent: .outOfReach(at: now))
        }
        do {
            guard let event = try ports.store.event(delivery.event) else {
                let attempt = DeliveryAttempt(
                    at: now, statusCode: nil, error: "the event is no longer kept", durationMilliseconds: 0, responseBody: "")
                return end(delivery, unsent: attempt)
            }
            send(delivery, event, try data(of: event), to: endpoint, at: now)
        } catch {
            // It is not the receiver's fault, so no attempt was made.
            ports.logger.warning("could not read an event", metadata: ["event": "\(delivery.eventID)", "error": "\(error)"])
            schedule.putBack(delivery.number, of: delivery.webhook, after: settings.pause, now: now)
        }
    }

    /// Starts the transfer, with a body that is made now, so that no event waits in memory.
    private func send(_ delivery: Delivery, _ event: Event, _ data: [UInt8], to endpoint: Endpoint, at now: Int64) {
        running[delivery.number] = RunningDelivery(delivery: delivery, startedAt: now, data: event.data == nil ? data : nil)
        do throws(TransferFailure) {
            try engine.start(try request(for: delivery, EventBody.bytes(of: event, data: data), to: endpoint, at: now))
        } catch {
            take(TransferEnd(ticket: delivery.number, durationMilliseconds: 0, result: .failure(error)))
        }
    }

    private func request(
        for delivery: Delivery, _ body: [UInt8], to endpoint: Endpoint, at now: Int64
    ) throws(TransferFailure) -> TransferRequest {
        guard let secrets = endpoint.signingSecrets(at: now), !secrets.isEmpty else {
            throw TransferFailure(message: "the webhook's secret can't be opened: it was sealed with another key (webhooks.key)")
        }
        let signed = SignedHeaders(id: delivery.eventID.text, body: body, secrets: secrets, at: now / 1_000)
        return TransferRequest(
            ticket: delivery.number, url: endpoint.webhook.url, headers: [("Content-Type", "application/json")] + signed.fields, body: body)
    }

    private func data(of event: Event) throws -> [UInt8] {
        if let data = event.data { return data }
        guard let list = event.list, let version = event.version else { return Array("{}".utf8) }
        return try ports.changes(list, version)
    }
}
