public import Following
import CellTypes
public import HTTPServing
import HTTPTypes
import Lists
public import Logging
public import Ports

/// The application: every route of the contract over a ``ListStore``.
///
/// Reads are answered on the caller's thread; writes are deferred to the store's writer.
public struct ListAPI: Sendable {
    /// Finds the handlers, and asks nobody for a token; tests go through its routes.
    public let router: Router
    private let middleware: AuthenticationMiddleware
    private let following: ListFollowing

    /// - Parameters:
    ///   - webhooks: What the routes of webhooks work with; its store keeps its answers where `store` does.
    ///   - changes: What answers how lists have changed, shared with what sends webhooks; `nil` where nothing does.
    ///   - metrics: What `/metrics` shows; the API adds its own.
    public init(
        store: any ListStore, webhooks: WebhookServices, changes: ListChanges? = nil, settings: ListAPISettings = ListAPISettings(),
        metrics: MetricRegistry = MetricRegistry(), logger: Logger
    ) {
        var settings = settings
        settings.accessFlags = AccessFlags(settings.access)
        let failures = FailureReporter(logger: logger) { try store.status(of: $0) }
        let cache = ResponseCache(capacity: settings.responseCacheBytes) { store.cellTypesVersion }
        let reader = Reader(store: store, settings: settings, cache: cache, failures: failures)
        let writer = Writer(store: store, settings: settings, reader: reader, failures: failures)
        let changes = changes ?? ListChanges(store: store, naming: settings.naming)
        let webhookReader = WebhookReader(webhooks, changes, settings)
        let webhookWriter = WebhookWriter(services: webhooks, settings: settings, failures: failures, keys: writer.keys)
        let following = ListFollowing(reader, changes)
        self.following = following
        metrics.add(cache)
        metrics.add(following)
        let words = WordCache(capacity: settings.searchCacheBytes)
        metrics.add(words)
        let service = ServiceRoutes.all(store, metrics) + PageRoutes.all(settings)
        let routes = [
            ListRoutes.all(reader, writer), SectionRoutes.all(reader, writer), ItemRoutes.all(reader, writer),
            SearchRoutes.all(reader, words), InteractionRoutes.all(reader, writer, following.notifier),
            WebhookRoutes.all(webhookReader, webhookWriter),
            CellTypeRoutes.all(
                CellTypeReader(store: store, settings: settings),
                CellTypeWriter(store: store, settings: settings, failures: failures, keys: writer.keys), CellTypeUses(reader: reader)),
            FollowRoutes.all(following), service,
        ].flatMap(\.self)
        let router = Router(routes: routes.map(\.route)) { failure, request in
            var response = failures.response(to: failure, request)
            if case .thrown = failure, case .route(let number, _) = request.match?.target, routes[number].readsLists {
                response.headers.append(reader.settings.varyOfLists)
            }
            return response
        }
        self.router = router
        let parts = AuthenticationParts(
            now: settings.now,
            routeRule: RouteRule(defaultList: settings.defaultList, varyOfLists: { [settings] in settings.varyOfLists }), cache: cache,
            router: router, routes: routes, grants: OpenGrants(notifier: following.notifier, now: settings.now),
            log: RefusalLog(logger: logger), addresses: settings.clientAddresses,
            catchUp: settings.freshness.map {
                CatchUp(
                    store: store, freshness: $0,
                    exempt: Set(routes.indices.filter { $0 >= routes.count - service.count || !routes[$0].readsCopy }))
            })
        middleware = AuthenticationMiddleware(settings.access, parts, settings.accessFlags)
    }

    /// Answers the requests, under the access rules that hold.
    public var responder: any Responder { middleware }

    /// Puts other access rules in the place of those that hold: for new requests, for the headers of answers, and for event streams and
    /// waiting requests, which end where their token is gone, reaches less or has expired.
    public func take(_ rules: AccessRules) { middleware.take(rules) }

    /// Answers what waits for changes and ends the event streams; later ones are refused. To be called before the server stops.
    public func stopFollowing() { following.notifier.stop() }
}
