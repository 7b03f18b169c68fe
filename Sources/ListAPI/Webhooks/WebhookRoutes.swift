import HTTPServing
import HTTPTypes
import Wire

/// The routes of webhooks, all of which need the widest scope.
enum WebhookRoutes {
    static func all(_ reader: WebhookReader, _ writer: WebhookWriter) -> [Route] {
        [
            Route(.get, "/webhooks", needs: .scope(.admin)) { request, _ in reader.webhooks(request) },
            post("/webhooks") { request, _ in writer.register(request) },
            Route(.get, "/webhooks/{id}", needs: .scope(.admin)) { request, path in reader.webhook(request, path) },
            Route(
                .patch, "/webhooks/{id}", needs: .scope(.admin), bodyLimit: BodyLimits.webhook,
                checkBody: BodyType.check(among: MediaType.mergePatch, MediaType.json)
            ) { request, path in writer.patch(request, path) },
            Route(.delete, "/webhooks/{id}", needs: .scope(.admin)) { request, path in writer.delete(request, path) },
            post("/webhooks/{id}/test") { request, path in writer.test(request, path) },
            post("/webhooks/{id}/rotate-secret") { request, path in writer.rotateSecret(request, path) },
            post("/webhooks/{id}/enable") { request, path in writer.enable(request, path) },
            Route(.get, "/webhooks/{id}/deliveries", needs: .scope(.admin)) { request, path in reader.deliveries(request, path) },
            post("/webhooks/{id}/deliveries/{delivery}/retry") { request, path in
                writer.retry(request, path)
            },
            post("/webhooks/{id}/replay") { request, path in writer.replay(request, path) },
        ]
    }

    /// A route whose body, where it has one, is a small document.
    private static func post(_ pattern: String, handler: @escaping Route.Handler) -> Route {
        Route(
            .post, pattern, needs: .scope(.admin), bodyLimit: BodyLimits.webhook,
            checkBody: BodyType.check(among: MediaType.json), handler: handler)
    }
}
