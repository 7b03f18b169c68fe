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

    /// Defers to a write about one webhook.
    ///
    /// - Parameters:
    ///   - content: The content of the request's body, or the error in its meaning. That is thrown after the webhook was found and
    ///     preconditions were checked.
    ///   - showsSecret: As in ``deferred(_:_:showsSecret:show:begin:)``.
    ///   - work: Runs in the write's transaction, once the webhook is found.
    ///   - show: Makes the response of a success.
    func write<Content: Sendable, Outcome: Sendable>(
        _ request: Request, _ path: PathParameters, _ content: Result<Content, RequestProblem>, showsSecret: Bool = false,
        _ work: @escaping @Sendable (any WebhookTransaction, Webhook, Content) throws -> Outcome,
        show: @escaping @Sendable (Outcome) throws -> Response
    ) throws -> PendingResponse {
        let target = WebhookTarget(request, path)
        let preconditions = try Preconditions(request)
        return try deferred(request, target, showsSecret: showsSecret, show: show) { response in
            services.store.writeWebhooks(
                { transaction in
                    try target.checkReach(transaction.webhook)
                    if let replay = try response.storedResponse(in: transaction) { return replay }
                    let webhook = try target.webhook(transaction.webhook)
                    try preconditions.checkUntagged()
                    return try response.result(try work(transaction, webhook, try content.get()), in: transaction)
                }, completion: response.complete)
        }
    }

    /// Defers to a write that `begin` begins, as ``DeferredWrite`` does.
    ///
    /// - Parameters:
    ///   - target: The webhook that stands under `current` where a precondition was false.
    ///   - showsSecret: Whether the answer shows a secret: then `Prefer` does not count, and what is kept of it is sealed.
    func deferred<Outcome: Sendable>(
        _ request: Request, _ target: WebhookTarget, showsSecret: Bool = false,
        show: @escaping @Sendable (Outcome) throws -> Response, begin: @escaping @Sendable (WriteResponse<Outcome>) -> Void
    ) throws -> PendingResponse {
        let encryption = showsSecret ? ResponseEncryption(box: services.secrets) : nil
        let keyed = try KeyedWrite(request, in: keys, encryption: encryption)
        let write = WebhookWrite(writer: self, target: target) { begin(WriteResponse($0, show: show)) }
        return .deferred(DeferredWrite(write, request, failures, keyed: keyed, appliesPreference: !showsSecret))
    }

    /// The body of a request that has nothing to say, nor any parameters.
    func nothing(_ request: Request) throws -> Result<Void, RequestProblem> {
        _ = try Parameters(request, allowing: [])
        try BodyType.check(request, among: [MediaType.json])
        return try BodyMeaning.deferring { () throws(RequestProblem) in
            try WebhookBodyReader.nothing(request.body, limits: settings.limits)
        }
    }

    /// The 412 that shows the webhook as it is now.
    func preconditionFailed(_ request: Request, _ target: WebhookTarget) throws -> Response {
        var current = JSONWriter()
        WebhookRepresentation.write(try target.webhook(services.store.webhook), to: &current)
        let problem = RequestProblem(.preconditionFailed, "A webhook has no entity tag to compare with; see “current”.")
        return Refusals.response(to: problem, request, members: [ProblemDocument.Member("current", json: current.bytes)])
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
