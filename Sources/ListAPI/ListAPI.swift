import Following
public import HTTPServing
public import Lists
public import Logging

/// The application: every route of the contract over a ``ListStore``.
///
/// Reads are answered on the caller's thread; writes are deferred to the store's writer.
public struct ListAPI: Responder {
    /// Finds the handlers, and asks nobody for a token; tests go through its routes.
    public let router: Router
    private let front: any Responder
    private let following: ListFollowing
    /// `nil` where no origin may send anything.
    private let crossOrigin: CrossOrigin?

    /// - Parameters:
    ///   - webhooks: What the routes of webhooks work with; its store keeps its answers where `store` does.
    ///   - metrics: What `/metrics` shows; the API adds its own.
    public init(
        store: any ListStore, webhooks: WebhookServices, settings: ListAPISettings = ListAPISettings(),
        metrics: MetricRegistry = MetricRegistry(), logger: Logger
    ) {
        let failures = FailureReporter(logger: logger)
        let cache = ResponseCache(capacity: settings.responseCacheBytes)
        let reader = Reader(store: store, settings: settings, cache: cache, failures: failures)
        let writer = Writer(store: store, settings: settings, reader: reader, failures: failures)
        let webhookReader = WebhookReader(webhooks, settings, failures)
        let webhookWriter = WebhookWriter(services: webhooks, settings: settings, failures: failures, running: writer.running)
        let following = ListFollowing(reader)
        self.following = following
        metrics.add(cache)
        metrics.add(following)
        let router = Router(
            routes: ListRoutes.all(reader, writer) + ItemRoutes.all(reader, writer) + InteractionRoutes.all(reader, writer)
                + WebhookRoutes.all(webhookReader, webhookWriter) + FollowRoutes.all(following) + ServiceRoutes.all(store, metrics),
            refusal: { refusal, request in Refusals.response(to: refusal, request) })
        self.router = router
        let inner: any Responder =
            settings.tokens.isEmpty
            ? CachedRouter(cache: cache, router: router)
            : Gate(tokens: BearerTokens(tokens: settings.tokens), settings: settings, cache: cache, router: router)
        crossOrigin = settings.origins.isEmpty ? nil : CrossOrigin(origins: settings.origins, router: router)
        front = crossOrigin.map { inner.behind([$0]) } ?? inner
    }

    public func respond(to request: Request) -> Answer {
        front.respond(to: request)
    }

    /// Answers what waits for changes and ends the event streams; later ones are refused. To be called before the server stops.
    public func stopFollowing() { following.hub.stop() }

    /// The response to a request that never came here, with what lets a page of an allowed origin read it.
    public func exposed(_ response: Response, to request: Request) -> Response {
        crossOrigin?.exposed(response, to: request) ?? response
    }

    public func takesPieces(of request: Request) -> Bool { router.takesPieces(of: request) }
}
