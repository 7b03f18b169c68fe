import HTTPServing
import HTTPTypes
import Wire

/// The routes of webhooks, all of which need the widest scope.
enum WebhookRoutes {
    static func all(_ reader: WebhookReader, _ writer: WebhookWriter) -> [ScopedRoute] {
        [
            ScopedRoute(.get, "/webhooks", requires: .scope(.admin)) { request, _ in reader.webhooks(request) },
            post("/webhooks") { request, _ in writer.register(request) },
            ScopedRoute(.get, "/webhooks/{id}", requires: .scope(.admin)) { request, path in reader.webhook(request, path) },
            ScopedRoute(
                .patch, "/webhooks/{id}", requires: .scope(.admin), bodyLimit: BodyLimits.webhook,
                checkBody: BodyType.check(among: MediaType.mergePatch, MediaType.json)
            ) { request, path in writer.patch(request, path) },
            ScopedRoute(.delete, "/webhooks/{id}", requires: .scope(.admin)) { request, path in writer.delete(request, path) },
            post("/webhooks/{id}/test") { request, path in writer.test(request, path) },
            post("/webhooks/{id}/rotate-secret") { request, path in writer.rotateSecret(request, path) },
            post("/webhooks/{id}/enable") { request, path in writer.enable(request, path) },
            ScopedRoute(.get, "/webhooks/{id}/deliveries", requires: .scope(.admin)) { request, path in reader.deliveries(request, path) },
            post("/webhooks/{id}/deliveries/{delivery}/retry") { request, path in
                writer.retry(request, path)
            },
            post("/webhooks/{id}/replay") { request, path in writer.replay(request, path) },
        ]
    }

    /// A route whose body, where it has one, is a small document.
    private static func post(_ pattern: String, handler: @escaping Route.Handler) -> ScopedRoute {
        ScopedRoute(
            .post, pattern, requires: .scope(.admin), bodyLimit: BodyLimits.webhook,
            checkBody: BodyType.check(among: MediaType.json), handler: handler)
    }
}
