import HTTPServing
import HTTPTypes
import Wire

/// The routes of webhooks, all of which need the widest scope.
enum WebhookRoutes {
    static func all(_ reader: WebhookReader, _ writer: WebhookWriter) -> [ScopedRoute] {
        [
            ScopedRoute(.get, "/webhooks", requires: .scope(.admin)) { request, _ in try reader.webhooks(request) },
            post("/webhooks") { request, _ in try writer.register(request) },
            ScopedRoute(.get, "/webhooks/{id}", requires: .scope(.admin)) { request, path in try reader.webhook(request, path) },
            ScopedRoute(
                .patch, "/webhooks/{id}", requires: .scope(.admin), bodyLimit: BodyLimits.webhook,
                checkBody: BodyType.check(among: MediaType.mergePatch, MediaType.json)
            ) { request, path in try writer.patch(request, path) },
            ScopedRoute(.delete, "/webhooks/{id}", requires: .scope(.admin)) { request, path in try writer.delete(request, path) },
            post("/webhooks/{id}/test") { request, path in try writer.test(request, path) },
            post("/webhooks/{id}/rotate-secret") { request, path in try writer.rotateSecret(request, path) },
            post("/webhooks/{id}/enable") { request, path in try writer.enable(request, path) },
            post("/webhooks/{id}/disable") { request, path in try writer.disable(request, path) },
            ScopedRoute(.get, "/webhooks/{id}/deliveries", requires: .scope(.admin)) { request, path in try reader.deliveries(request, path)
            },
            ScopedRoute(.get, "/webhooks/{id}/deliveries/{delivery}", requires: .scope(.admin)) { request, path in
                try reader.delivery(request, path)
            },
            post("/webhooks/{id}/deliveries/{delivery}/retry") { request, path in
                try writer.retry(request, path)
            },
            post("/webhooks/{id}/replay") { request, path in try writer.replay(request, path) },
        ]
    }

    /// A route whose body, where it has one, is a small document.
    private static func post(_ pattern: String, handler: @escaping Route.Handler) -> ScopedRoute {
        ScopedRoute(
            .post, pattern, requires: .scope(.admin), bodyLimit: BodyLimits.webhook,
            checkBody: BodyType.checkUnlessChunked(among: MediaType.json), handler: handler)
    }
}
