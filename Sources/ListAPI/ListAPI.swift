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

    /// - Parameter metrics: What `/metrics` shows; the API adds its own.
    public init(
        store: any ListStore, settings: ListAPISettings = ListAPISettings(), metrics: MetricRegistry = MetricRegistry(), logger: Logger
    ) {
        let failures = FailureReporter(logger: logger)
        let cache = ResponseCache(capacity: settings.responseCacheBytes)
        let reader = Reader(store: store, settings: settings, cache: cache, failures: failures)
        let writer = Writer(store: store, settings: settings, reader: reader, failures: failures)
        metrics.add(cache)
        let router = Router(
            routes: ListRoutes.all(reader, writer) + ItemRoutes.all(reader, writer) + ServiceRoutes.all(store, metrics),
            refusal: { refusal, request in Refusals.response(to: refusal, request) })
        self.router = router
        let inner: any Responder =
            settings.tokens.isEmpty
            ? CachedRouter(cache: cache, router: router)
            : Gate(tokens: BearerTokens(tokens: settings.tokens), settings: settings, cache: cache, router: router)
        front = settings.origins.isEmpty ? inner : inner.behind([CrossOrigin(origins: settings.origins, router: router)])
    }

    public func respond(to request: Request) -> Answer {
        front.respond(to: request)
    }

    public func takesPieces(of request: Request) -> Bool { router.takesPieces(of: request) }
}
