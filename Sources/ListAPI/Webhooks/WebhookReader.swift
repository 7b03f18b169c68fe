import HTTPServing
import HTTPTypes
import JSON
import Lists
import Ports
import Wire

/// Answers the reads about webhooks. Their answers depend on no list's version, and have no entity tags.
struct WebhookReader: Sendable {
    private let store: any WebhookStore
    private let settings: ListAPISettings
    private let failures: FailureReporter

    init(_ services: WebhookServices, _ settings: ListAPISettings, _ failures: FailureReporter) {
        store = services.store
        self.settings = settings
        self.failures = failures
    }

    /// `GET /webhooks`: those within reach, the oldest first.
    func webhooks(_ request: Request) -> Answer {
        answer(request, allowing: []) { _ in
            let reach = WebhookReach(request)
            var body: [UInt8] = []
            JSONText.append(verbatim: "{\"webhooks\":[", to: &body)
            for (index, webhook) in try store.webhooks().filter(reach.reaches).enumerated() {
                if index > 0 { body.append(UInt8(ascii: ",")) }
                WebhookShape.append(webhook, to: &body)
            }
            JSONText.append(verbatim: "]}", to: &body)
            return body
        }
    }

    /// `GET /webhooks/{id}`.
    func webhook(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request, allowing: []) { _ in
            var body: [UInt8] = []
            WebhookShape.append(try WebhookTarget(request, path).webhook(store.webhook), to: &body)
            return body
        }
    }

    /// `GET /webhooks/{id}/deliveries`: the newest first.
    func deliveries(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request, allowing: ["status", "limit", "after"]) { parameters in
            let status = try Self.status(parameters)
            let limit = try PageRequest(parameters, settings).limit
            let webhook = try WebhookTarget(request, path).webhook(store.webhook)
            let after = parameters["after"].map { Identifier(verbatim: $0) }
            let log = DeliveryLog(store: store, webhook: webhook.id, status: status, reach: WebhookReach(request))
            guard let found = try log.page(after: after, limit: limit) else {
                throw RequestProblem(.notFound, "The webhook has no delivery with the id that “after” names.", at: .parameter("after"))
            }
            return Self.body(found)
        }
    }

    private static func status(_ parameters: Parameters) throws(RequestProblem) -> Delivery.Status? {
        guard let text = parameters["status"] else { return nil }
        guard let status = Delivery.Status.allCases.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) }) else {
            let names = Delivery.Status.allCases.map(\.rawValue).joined(separator: ", ")
            throw Parameters.problem("status", "“status” is one of \(names).")
        }
        return status
    }

    private static func body(_ page: DeliveryLog.Page) -> [UInt8] {
        var body: [UInt8] = []
        JSONText.append(verbatim: "{\"deliveries\":[", to: &body)
        var shown = 0
        while shown < page.deliveries.count, body.count <= ItemRun.fullPage {
            if shown > 0 { body.append(UInt8(ascii: ",")) }
            DeliveryShape.append(page.deliveries[shown], to: &body)
            shown += 1
        }
        JSONText.append(verbatim: "],\"next\":", to: &body)
        JSONText.append((shown < page.deliveries.count ? page.deliveries[shown - 1].id : page.next)?.text, to: &body)
        body.append(UInt8(ascii: "}"))
        return body
    }

    private func answer(
        _ request: Request, allowing parameters: [String], _ show: (Parameters) throws -> [UInt8]
    ) -> Answer {
        do {
            let parameters = try Parameters(request, allowing: parameters)
            try request.requireJSON()
            return .response(response(request, try show(parameters)))
        } catch {
            return .response(failures.response(to: error, request))
        }
    }

    private func response(_ request: Request, _ body: [UInt8]) -> Response {
        var headers = [
            Response.Header(.contentType, MediaType.json), settings.cacheControl("no-cache"), settings.vary("Accept-Encoding"),
        ]
        let encoded = ContentCoding.gzip(body, accepted: ContentCoding.acceptsGzip(request))
        if encoded != nil { headers.append(Response.Header(.contentEncoding, "gzip")) }
        return Response(status: .ok, headers: headers, body: .bytes(encoded ?? body))
    }
}
