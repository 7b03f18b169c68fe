import HTTPServing
import HTTPTypes
import JSON
import Lists
import Ports
import Wire

extension WebhookWriter {
    /// `POST /webhooks/{id}/test`: sends it an event of its own.
    func test(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        try write(request, path, try nothing(request)) { transaction, webhook, _ in
            try transaction.addTest(to: webhook.id)
        } show: { delivery in
            Self.response(delivery)
        }
    }

    /// `POST /webhooks/{id}/deliveries/{delivery}/retry`: sends it once more, whatever came of it, unless the webhook no longer asks for it.
    func retry(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let id = Identifier(verbatim: path["delivery"] ?? "")
        let reach = WebhookReach(request)
        return try write(request, path, try nothing(request)) { transaction, webhook, _ in
            guard let found = try transaction.delivery(id, to: webhook.id), reach.reaches(found.list),
                let delivery = try transaction.retry(id, to: webhook.id)
            else {
                throw RequestProblem(.notFound, "The webhook has no such delivery.")
            }
            return delivery
        } show: { delivery in
            Self.response(delivery)
        }
    }

    /// `POST /webhooks/{id}/replay`: sends once more what failed of the events of a time, as far as the
    /// webhook still asks for it and the token reaches it.
    func replay(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        _ = try Parameters(request, allowing: [])
        let window = try BodyMeaning.deferring { () throws(RequestProblem) in
            try WebhookBodyReader.replay(request.body, limits: settings.limits)
        }
        let replay = WebhookReplay(
            store: services.store, target: WebhookTarget(request, path), reach: WebhookReach(request),
            preconditions: try Preconditions(request), window: window)
        return try deferred(request, WebhookTarget(request, path), begin: replay.run)
    }
}
