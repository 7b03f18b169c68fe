import HTTPServing
import HTTPTypes

/// The routes of webhooks, all of which need the widest scope.
enum WebhookRoutes {
    static func all(_ reader: WebhookReader, _ writer: WebhookWriter) -> [Route] {
        [
            Route(.get, "/webhooks", needs: .scope(.admin)) { request, _ in reader.webhooks(request) },
            Route(.post, "/webhooks", needs: .scope(.admin)) { request, _ in writer.register(request) },
            Route(.get, "/webhooks/{id}", needs: .scope(.admin)) { request, path in reader.webhook(request, path) },
            Route(.patch, "/webhooks/{id}", needs: .scope(.admin)) { request, path in writer.patch(request, path) },
            Route(.delete, "/webhooks/{id}", needs: .scope(.admin)) { request, path in writer.delete(request, path) },
            Route(.post, "/webhooks/{id}/test", needs: .scope(.admin)) { request, path in writer.test(request, path) },
            Route(.post, "/webhooks/{id}/rotate-secret", needs: .scope(.admin)) { request, path in writer.rotateSecret(request, path) },
            Route(.post, "/webhooks/{id}/enable", needs: .scope(.admin)) { request, path in writer.enable(request, path) },
            Route(.get, "/webhooks/{id}/deliveries", needs: .scope(.admin)) { request, path in reader.deliveries(request, path) },
            Route(.post, "/webhooks/{id}/deliveries/{delivery}/retry", needs: .scope(.admin)) { request, path in
                writer.retry(request, path)
            },
            Route(.post, "/webhooks/{id}/replay", needs: .scope(.admin)) { request, path in writer.replay(request, path) },
        ]
    }
}
