import HTTPServing
import HTTPTypes
import Lists
import Ports
import Webhooks
import Wire

extension WebhookWriter {
    /// The most webhooks that a server has.
    private static let mostWebhooks = 1_000

    /// `POST /webhooks`: registers a webhook and shows its secret, this once.
    ///
    /// The URL's host is looked up beside the server's threads, before the writer is asked for anything.
    func register(_ request: Request) throws -> PendingResponse {
        _ = try Parameters(request, allowing: [])
        let body = try BodyMeaning.deferring { () throws(RequestProblem) in
            try WebhookBodyReader.webhook(request.body, limits: settings.limits)
        }
        let reach = WebhookReach(request)
        let registration = body.flatMap { draft in
            Result { () throws(RequestProblem) in try Registration(draft, reach: reach) }
        }
        return try deferred(request, WebhookTarget(request), showsSecret: true) { response in
            validate(try? registration.get().draft.url) { refusal in
                services.store.writeWebhooks(
                    { transaction in
                        try response.run(
                            in: transaction, reach: { if let draft = try? body.get() { try reach.check(draft.lists) } }, subject: {},
                            preconditions: { _ in }, content: registration,
                            work: { _, registration in
                                if let refusal { throw refusal }
                                let name = response.request.grant?.name
                                return Self.response(showing: try register(registration, by: name, in: transaction))
                            }, most: { $0.body.byteCount ?? 0 }, show: { shown, _ in shown })
                    }, completion: response.complete)
            }
        }
    }

    private static func response(showing made: Registered) -> Response {
        var response = response(.created, made.webhook, secret: made.secret)
        response.headers.append(Response.Header(.location, ResourcePath.webhook(made.webhook.id)))
        return response
    }

    private func register(
        _ registration: Registration, by author: String?, in transaction: any WebhookTransaction
    ) throws -> Registered {
        guard try transaction.webhooks().count < Self.mostWebhooks else {
            throw RequestProblem(.limitExceeded, "A server has at most \(Self.mostWebhooks) webhooks.")
        }
        let (draft, id) = (registration.draft, registration.id)
        let sealed = try services.secrets.seal(Array(registration.secret.text.utf8), for: id.text)
        var webhook = Webhook(
            id: id, createdAt: transaction.now, author: author, url: draft.url, secrets: [SealedSecret(sealed: sealed)])
        webhook.take(draft)
        try transaction.insert(webhook)
        return Registered(webhook: webhook, secret: registration.secret)
    }

    /// `PATCH /webhooks/{id}`: a merge patch over what it wants.
    func patch(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        _ = try Parameters(request, allowing: [])
        let patch = try WebhookPatch(request.body, limits: settings.limits)
        let reach = WebhookReach(request)
        return try write(request, path, .success(patch), validating: try? patch.url()) { transaction, webhook, patch in
            let draft = try patch.applied(to: webhook)
            try reach.check(draft.lists)
            webhook.take(draft)
            try transaction.update(webhook)
            return webhook
        } show: { webhook in
            Self.response(.ok, webhook)
        }
    }

    /// `DELETE /webhooks/{id}`.
    func delete(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        _ = try Parameters(request, allowing: [])
        return try write(request, path, .success(())) { transaction, webhook, _ in
            try transaction.deleteWebhook(webhook.id)
        } show: { _ in
            Response(status: .noContent)
        }
    }

    /// Validates the URL that a request sets, if it sets one.
    func validate(_ url: String?, _ completion: @escaping @Sendable (RequestProblem?) -> Void) {
        guard let url else { return completion(nil) }
        WebhookURLValidator(services).validate(url, completion)
    }
}

/// A webhook that is about to be made, with its id and its secret.
private struct Registration: Sendable {
    let draft: WebhookDraft
    let id = SystemSources.identifiers().next()
    let secret: SigningSecret

    /// - Throws: `invalid-value` for a secret that can't sign; `forbidden` for lists out of reach.
    init(_ draft: WebhookDraft, reach: WebhookReach) throws(RequestProblem) {
        self.draft = draft
        if let text = draft.secret {
            guard let secret = SigningSecret(text) else {
                throw RequestProblem(.invalidValue, "A secret is whsec_ and the base64 of 24 to 64 bytes.", at: .pointer("/secret"))
            }
            self.secret = secret
        } else {
            secret = SigningSecret.make()
        }
        try reach.check(draft.lists)
    }
}

/// A webhook that was made, and its secret in clear.
private struct Registered: Sendable {
    let webhook: Webhook
    let secret: SigningSecret
}

extension Webhook {
    /// Takes on what is wanted of it, its secret aside.
    fileprivate mutating func take(_ draft: WebhookDraft) {
        url = draft.url
        events = draft.events
        lists = draft.lists
        description = draft.description
        isOrdered = draft.isOrdered
    }
}
