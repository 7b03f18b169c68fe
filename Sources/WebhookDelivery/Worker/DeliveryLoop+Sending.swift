import Lists
import Logging
import Webhooks

extension DeliveryLoop {
    /// Starts all that is due and has a place.
    func sendDue() {
        guard ports.now() >= pausedUntil else { return }
        while let step = schedule.next(now: ports.now()) {
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
            schedule.readAgain(webhook, at: now + settings.pause)
        }
    }

    private func start(_ delivery: Delivery) {
        let now = ports.now()
        running[delivery.number] = RunningDelivery(delivery: delivery, startedAt: now)
        do throws(TransferFailure) {
            try engine.start(try request(for: delivery, at: now))
        } catch {
            take(TransferEnd(ticket: delivery.number, durationMilliseconds: 0, result: .failure(error)))
        }
    }

    /// What is sent for a delivery: made when it is sent, so that no event waits in memory.
    private func request(for delivery: Delivery, at now: Int64) throws(TransferFailure) -> TransferRequest {
        guard let endpoint = endpoints[delivery.webhook] else { throw TransferFailure(message: "the webhook is gone") }
        guard let secrets = endpoint.signingSecrets(at: now), !secrets.isEmpty else {
            throw TransferFailure(message: "the webhook's secret can't be opened: it was sealed with another key (webhooks.key)")
        }
        let body = try body(for: delivery)
        let signed = SignedHeaders(id: delivery.eventID.text, body: body, secrets: secrets, at: now / 1_000)
        return TransferRequest(
            ticket: delivery.number, url: endpoint.webhook.url, headers: [("Content-Type", "application/json")] + signed.fields, body: body)
    }

    private func body(for delivery: Delivery) throws(TransferFailure) -> [UInt8] {
        do {
            guard let event = try ports.store.event(delivery.event) else { throw TransferFailure(message: "the event is no longer kept") }
            return EventBody.bytes(of: event, data: try data(of: event))
        } catch let error as TransferFailure {
            throw error
        } catch {
            ports.logger.warning("could not make an event's body", metadata: ["event": "\(delivery.eventID)", "error": "\(error)"])
            throw TransferFailure(message: "the event could not be read")
        }
    }

    private func data(of event: Event) throws -> [UInt8] {
        if let data = event.data { return data }
        guard let list = event.list, let version = event.version else { throw TransferFailure(message: "the event has no data") }
        return try ports.changes(list, version)
    }
}
