import HTTPServing
import Lists
import Ports
import Wire

/// The webhook that a path names, as far as the request reaches.
struct WebhookTarget: Sendable {
    /// `nil` where no webhook can have that id.
    private let id: Identifier?
    private let text: String
    private let reach: WebhookReach

    /// - Parameter path: Without an id it names none.
    init(_ request: Request, _ path: PathParameters = PathParameters()) {
        text = path["id"] ?? ""
        id = Identifier(validating: text)
        reach = WebhookReach(request)
    }

    /// Makes sure, before an answer that was kept is given again, that the request reaches the webhook as it is now.
    ///
    /// A webhook that is gone passes: its deletion may be what was answered. So does a path that names none.
    ///
    /// - Throws: `webhook-not-found`.
    func checkReach(_ find: (Identifier) throws -> Webhook?) throws {
        if let id, let webhook = try find(id), !reach.reaches(webhook) { throw notFound }
    }

    /// The webhook.
    ///
    /// - Parameter find: Looks it up.
    /// - Throws: `webhook-not-found`.
    func webhook(_ find: (Identifier) throws -> Webhook?) throws -> Webhook {
        guard let id, let webhook = try find(id), reach.reaches(webhook) else {
            throw notFound
        }
        return webhook
    }

    private var notFound: RequestProblem {
        RequestProblem(.webhookNotFound, "There is no webhook “\(String(text.unicodeScalars.prefix(200)))”.")
    }
}
