import Foundations
import HTTPClient
import Lists
import Logging
import Ports
import Webhooks

extension DeliveryLoop {
    /// Starts all that is due and may start, by what the webhooks ask for now.
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
            let due = try ports.store.due(to: webhook, isOrdered: isOrdered, now: now, limit: limit)
            schedule.take(due, of: webhook, limit: limit, now: now)
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
            guard let event = try event(delivery.event) else {
                let attempt = DeliveryAttempt(
                    at: now, statusCode: nil, error: "the event is no longer kept", durationMilliseconds: 0, responseBody: "")
                return end(delivery, unsent: attempt)
            }
            send(delivery, event, to: endpoint, at: now)
        } catch {
            // It is not the receiver's fault, so no attempt was made.
            ports.logger.warning("could not read an event", metadata: ["event": "\(delivery.eventID)", "error": "\(error)"])
            schedule.putBack(delivery.number, of: delivery.webhook, after: settings.pause, now: now)
        }
    }

    private func send(_ delivery: Delivery, _ event: PreparedEvent, to endpoint: Endpoint, at now: Int64) {
        running[delivery.number] = RunningDelivery(delivery: delivery, startedAt: now, data: event.madeData)
        do throws(TransferFailure) {
            try engine.start(try request(for: delivery, event.body, to: endpoint, at: now))
        } catch {
            take(TransferEnd(id: delivery.number, durationMilliseconds: 0, result: .failure(error)))
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
            id: delivery.number, url: endpoint.webhook.url, headers: [("Content-Type", "application/json")] + signed.fields, body: body)
    }

    /// Prepares an event to be sent; `nil` if it is no longer kept.
    private func event(_ number: Int64) throws -> PreparedEvent? {
        if let event = prepared.find(number) { return event }
        guard let event = try ports.store.event(number) else { return nil }
        let data = try data(of: event)
        let new = PreparedEvent(body: EventBody.bytes(of: event, data: data), madeData: event.data == nil ? data : nil)
        prepared.insert(new, for: number, cost: new.cost)
        return new
    }

    private func data(of event: Event) throws -> [UInt8] {
        if let data = event.data { return data }
        guard let list = event.list, let version = event.version else { return Array("{}".utf8) }
        return try ports.changes(list, version)
    }
}

/// A delivery on its way.
struct RunningDelivery {
    let delivery: Delivery
    /// Milliseconds since 1970, UTC.
    let startedAt: Int64
    /// The event's data where it was made from versions for this attempt: what further attempts are to send, too.
    let data: [UInt8]?
}
