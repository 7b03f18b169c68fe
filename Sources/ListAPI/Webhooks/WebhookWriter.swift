import HTTPServing
import HTTPTypes
import JSON
import Lists
import Ports
import Webhooks
import Wire

/// Answers the writes of webhooks: reads the request on the caller's thread, applies it on the store's writer, and shows the outcome.
struct WebhookWriter: Sendable {
    let services: WebhookServices
    let settings: ListAPISettings
    let failures: FailureReporter
    /// The idempotency keys of requests that run, those of the other writes among them.
    let keys: InFlightKeys

    /// Defers to a write about one webhook, whose steps are those of ``DeferredWrite/run(in:reach:subject:preconditions:content:work:least:show:)``.
    ///
    /// - Parameters:
    ///   - url: A URL that the request sets; what is wrong with it is thrown after the work.
    ///   - showsSecret: As in ``deferred(_:_:showsSecret:begin:)``.
    func write<Content: Sendable, Outcome: Sendable>(
        _ request: Request, _ path: PathParameters, _ content: Result<Content, RequestProblem>, validating url: String? = nil,
        showsSecret: Bool = false,
        _ work: @escaping @Sendable (any WebhookTransaction, inout Webhook, Content) throws -> Outcome,
        show: @escaping @Sendable (Outcome) throws -> Response
    ) throws -> PendingResponse {
        let target = WebhookTarget(request, path)
        let preconditions = try Preconditions(request)
        return try deferred(request, target, showsSecret: showsSecret) { response in
            validate(url) { refusal in
                services.store.writeWebhooks(
                    { transaction in
                        try response.run(
                            in: transaction, reach: { try target.checkReach(transaction.webhook) },
                            subject: { try target.webhook(transaction.webhook) },
                            preconditions: { _ in try preconditions.checkUntagged() }, content: content,
                            work: { webhook, content in
                                let outcome = try work(transaction, &webhook, content)
                                if let refusal { throw refusal }
                                return try show(outcome)
                            }, most: { $0.body.byteCount ?? 0 }, show: { response, _ in response })
                    }, completion: response.complete)
            }
        }
    }

    /// Defers to a write that `begin` begins, as ``DeferredWrite`` does.
    ///
    /// - Parameters:
    ///   - target: The webhook that stands under `current` where a precondition was false.
    ///   - showsSecret: Whether the answer shows a secret: then `Prefer` does not count, and what is kept of it is sealed.
    func deferred(
        _ request: Request, _ target: WebhookTarget, showsSecret: Bool = false, begin: @escaping @Sendable (DeferredWrite) -> Void
    ) throws -> PendingResponse {
        let encryption = showsSecret ? ResponseEncryption(box: services.secrets) : nil
        let keyed = try KeyedWrite(request, in: keys, encryption: encryption)
        return .deferred(
            DeferredWrite(
                request, failures, memory: WriteMemory(settings.memory, for: request.sender), keyed: keyed, appliesPreference: !showsSecret,
                conflict: { request, _ in try preconditionFailed(request, target) }, begin: begin))
    }

    /// The body of a request that has nothing to say, nor any parameters.
    func nothing(_ request: Request) throws -> Result<Void, RequestProblem> {
        _ = try Parameters(request, allowing: [])
        return try BodyMeaning.deferring { () throws(RequestProblem) in
            try WebhookBodyReader.nothing(request.body, limits: settings.limits)
        }
    }

    /// The 412 that shows the webhook as it is now.
    private func preconditionFailed(_ request: Request, _ target: WebhookTarget) throws -> Response {
        var current = JSONWriter()
        WebhookRepresentation.write(try target.webhook(services.store.webhook), to: &current)
        let detail = "A webhook has no entity tag to compare with; see “current”."
        return Refusals.conflict(request, current: current.bytes, headers: [], detail: detail)
    }

    /// The response that shows a webhook.
    static func response(_ status: HTTPResponse.Status, _ webhook: Webhook, secret: SigningSecret? = nil) -> Response {
        var json = JSONWriter()
        WebhookRepresentation.write(webhook, secret: secret?.text, to: &json)
        var headers = [Response.Header(.contentType, MediaType.json)]
        if secret != nil { headers.append(Response.Header(.cacheControl, "no-store")) }
        return Response(status: status, headers: headers, body: .bytes(json.bytes))
    }

    /// The response that shows a delivery that is on its way.
    static func response(_ delivery: Delivery) -> Response {
        var json = JSONWriter()
        DeliveryRepresentation.write(delivery, to: &json)
        return Response(status: .accepted, headers: [Response.Header(.contentType, MediaType.json)], body: .bytes(json.bytes))
    }
}
