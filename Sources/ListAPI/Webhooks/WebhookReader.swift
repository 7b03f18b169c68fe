import Following
import HTTPServing
import HTTPTypes
import JSON
import Lists
import Ports
import Webhooks
import Wire

/// Answers the reads about webhooks. Their answers depend on no list's version, and have no entity tags.
struct WebhookReader: Sendable {
    private let store: any WebhookStore
    private let changes: ListChanges
    private let settings: ListAPISettings

    /// - Parameter changes: Makes the data of events that are about a list's change.
    init(_ services: WebhookServices, _ changes: ListChanges, _ settings: ListAPISettings) {
        store = services.store
        self.changes = changes
        self.settings = settings
    }

    /// `GET /webhooks`: those within reach, the oldest first.
    func webhooks(_ request: Request) throws -> PendingResponse {
        _ = try parameters(of: request, allowing: [])
        let reach = WebhookReach(request)
        var json = JSONWriter()
        json.beginObject()
        json.key("webhooks")
        json.beginArray()
        for webhook in try store.webhooks().filter(reach.reaches) { WebhookRepresentation.write(webhook, to: &json) }
        json.endArray()
        json.endObject()
        return response(request, json.bytes)
    }

    /// `GET /webhooks/{id}`.
    func webhook(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        _ = try parameters(of: request, allowing: [])
        var json = JSONWriter()
        WebhookRepresentation.write(try WebhookTarget(request, path).webhook(store.webhook), to: &json)
        return response(request, json.bytes)
    }

    /// `GET /webhooks/{id}/deliveries`: the newest first.
    func deliveries(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let parameters = try self.parameters(of: request, allowing: ["status", "limit", "after"])
        let status = try Self.status(parameters)
        let limit = try PageRequest(parameters, settings).limit
        let webhook = try WebhookTarget(request, path).webhook(store.webhook)
        let after = parameters["after"].map { Identifier(verbatim: $0) }
        let log = DeliveryLog(store: store, webhook: webhook.id, status: status, reach: WebhookReach(request))
        guard let found = try log.page(after: after, limit: limit) else {
            throw RequestProblem(.notFound, "The webhook has no delivery with the id that “after” names.", at: .parameter("after"))
        }
        return response(request, Self.body(found))
    }

    /// `GET /webhooks/{id}/deliveries/{delivery}`: with what it sends.
    func delivery(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        _ = try parameters(of: request, allowing: [])
        let webhook = try WebhookTarget(request, path).webhook(store.webhook)
        let id = Identifier(verbatim: path["delivery"] ?? "")
        guard let delivery = try store.delivery(id, to: webhook.id), WebhookReach(request).reaches(delivery.list),
            let event = try store.event(delivery.event)
        else { throw RequestProblem(.notFound, "The webhook has no such delivery.") }
        var json = JSONWriter()
        DeliveryRepresentation.write(delivery, payload: EventBody.bytes(of: event, data: try data(of: event)), to: &json)
        return response(request, json.bytes)
    }

    private func data(of event: Event) throws -> [UInt8] {
        if let data = event.data { return data }
        guard let list = event.list, let version = event.version else { return Array("{}".utf8) }
        return try changes.webhookData(of: list, version: version)
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
        var json = JSONWriter()
        json.beginObject()
        json.key("deliveries")
        json.beginArray()
        var shown = 0
        while shown < page.deliveries.count, json.count <= ItemRun.fullPage {
            DeliveryRepresentation.write(page.deliveries[shown], to: &json)
            shown += 1
        }
        json.endArray()
        json.member("next", (shown < page.deliveries.count ? page.deliveries[shown - 1].id : page.next)?.text)
        json.endObject()
        return json.bytes
    }

    private func parameters(of request: Request, allowing names: [String]) throws -> Parameters {
        let parameters = try Parameters(request, allowing: names)
        try request.requireJSON()
        return parameters
    }

    private func response(_ request: Request, _ body: [UInt8]) -> PendingResponse {
        var headers = [
            Response.Header(.contentType, MediaType.json), settings.cacheControl("no-cache"), settings.vary("Accept-Encoding"),
        ]
        let encoded = ContentCoding.gzip(body, accepted: ContentCoding.acceptsGzip(request))
        if encoded != nil { headers.append(Response.Header(.contentEncoding, "gzip")) }
        return .response(Response(status: .ok, headers: headers, body: .bytes(encoded ?? body)))
    }
}
