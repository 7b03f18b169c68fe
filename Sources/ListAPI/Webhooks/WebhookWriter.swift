import HTTPServing
import HTTPTypes
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
    let running: RunningKeys

    /// Defers to a write about one webhook.
    ///
    /// - Parameters:
    ///   - content: What the request's body says, or what is wrong with its meaning: that is told after the webhook was found and
    ///     preconditions were checked.
    ///   - showsSecret: As in ``deferred(_:_:showsSecret:show:start:)``.
    ///   - work: Runs in the write's transaction, once the webhook is found.
    ///   - show: Makes the response of a success.
    func write<Content: Sendable, Outcome: Sendable>(
        _ request: Request, _ path: PathParameters, _ content: Result<Content, RequestProblem>, showsSecret: Bool = false,
        _ work: @escaping @Sendable (any WebhookTransaction, Webhook, Content) throws -> Outcome,
        show: @escaping @Sendable (Outcome) throws -> Response
    ) throws -> Answer {
        let target = WebhookTarget(request, path)
        let preconditions = try Preconditions(request)
        return try deferred(request, target, showsSecret: showsSecret, show: show) { answer, completion in
            services.store.writeWebhooks(
                { transaction in
                    try target.checkReach(transaction.webhook)
                    if let replay = try answer.replay(in: transaction) { return replay }
                    let webhook = try target.webhook(transaction.webhook)
                    try preconditions.checkUntagged()
                    return try answer.finish(try work(transaction, webhook, try content.get()), in: transaction)
                }, completion: completion)
        }
    }

    /// Defers to a write that `start` begins, as ``WriteDeferral`` does.
    ///
    /// - Parameters:
    ///   - target: The webhook that stands under `current` where a precondition was false.
    ///   - showsSecret: Whether the answer shows a secret: then `Prefer` does not count, and what is kept of it is sealed.
    func deferred<Outcome: Sendable>(
        _ request: Request, _ target: WebhookTarget, showsSecret: Bool = false,
        show: @escaping @Sendable (Outcome) throws -> Response, start: @escaping WriteDeferral.Start<Outcome>
    ) throws -> Answer {
        let seal = showsSecret ? AnswerSeal(box: services.secrets) : nil
        return WriteDeferral(request, failures, appliesPreference: !showsSecret).answer(
            keyed: try KeyedWrite(request, in: running, sealedBy: seal), show: show,
            preconditionFailed: { preconditionFailed(request, target) }, start: start)
    }

    /// Reads a request; what is wrong with it is answered at once.
    func answer(_ request: Request, _ read: () throws -> Answer) -> Answer {
        do {
            _ = try Parameters(request, allowing: [])
            return try read()
        } catch {
            return .response(failures.response(to: error, request))
        }
    }

    /// The body of a request that has nothing to say.
    func nothing(_ request: Request) throws -> Result<Void, RequestProblem> {
        try BodyType.check(request, among: [MediaType.json])
        return try BodyMeaning.deferring { () throws(RequestProblem) in
            try WebhookBodyReader.nothing(request.body, limits: settings.limits)
        }
    }

    private func preconditionFailed(_ request: Request, _ target: WebhookTarget) -> Response {
        do {
            var current: [UInt8] = []
            WebhookShape.append(try target.webhook(services.store.webhook), to: &current)
            let problem = RequestProblem(.preconditionFailed, "A webhook has no entity tag to compare with; see “current”.")
            return Refusals.response(to: problem, request, members: [Problem.Member("current", json: current)])
        } catch {
            return failures.response(to: error, request)
        }
    }

    /// The response that shows a webhook.
    static func response(_ status: HTTPResponse.Status, _ webhook: Webhook, secret: SigningSecret? = nil) -> Response {
        var body: [UInt8] = []
        WebhookShape.append(webhook, secret: secret?.text, to: &body)
        var headers = [Response.Header(.contentType, MediaType.json)]
        if secret != nil { headers.append(Response.Header(.cacheControl, "no-store")) }
        return Response(status: status, headers: headers, body: .bytes(body))
    }

    /// The response that shows a delivery that is on its way.
    static func response(_ delivery: Delivery) -> Response {
        var body: [UInt8] = []
        DeliveryShape.append(delivery, to: &body)
        return Response(status: .accepted, headers: [Response.Header(.contentType, MediaType.json)], body: .bytes(body))
    }
}
