import Following
public import HTTPServing
import Lists
public import Logging
public import Ports

/// The application: every route of the contract over a ``ListStore``.
///
/// Reads are answered on the caller's thread; writes are deferred to the store's writer.
public struct ListAPI: Responder {
    /// Finds the handlers, and asks nobody for a token; tests go through its routes.
    public let router: Router
    private let cache: ResponseCache
    private let following: ListFollowing
    private let flags: AccessFlags
    private let access: CurrentAccess

    /// - Parameters:
    ///   - webhooks: What the routes of webhooks work with; its store keeps its answers where `store` does.
    ///   - metrics: What `/metrics` shows; the API adds its own.
    public init(
        store: any ListStore, webhooks: WebhookServices, settings: ListAPISettings = ListAPISettings(),
        metrics: MetricRegistry = MetricRegistry(), logger: Logger
    ) {
        var settings = settings
        settings.accessFlags = AccessFlags(settings.access)
        let failures = FailureReporter(logger: logger) { try store.standing(of: $0) }
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
            routes: ListRoutes.all(reader, writer) + ItemRoutes.all(reader, writer) + InteractionRoutes.all(reader, writer, following.hub)
                + WebhookRoutes.all(webhookReader, webhookWriter) + FollowRoutes.all(following) + ServiceRoutes.all(store, metrics),
            refusal: { refusal, request in Refusals.response(to: refusal, request) })
        self.router = router
        self.cache = cache
        flags = settings.accessFlags
        let parts = GateParts(
            settings: settings, cache: cache, router: router, grants: OpenGrants(hub: following.hub, now: settings.now),
            log: RefusalLog(logger: logger), addresses: ClientAddresses(trusting: settings.trustedProxies))
        access = CurrentAccess(settings.access, parts, flags)
    }

    public func respond(to request: Request) -> Answer {
        // Where nobody is asked for anything a page that was seen before is sent at once.
        if flags.areOpen, let response = cache.response(to: request) { return .response(response) }
        return access.current.front.respond(to: request)
    }

    /// Puts other access rules in the place of those that hold: for new requests, for the headers of answers, and for event streams and
    /// waiting requests, which end where their token is gone, reaches less or has expired.
    public func take(_ rules: AccessRules) { access.take(rules) }

    /// Answers what waits for changes and ends the event streams; later ones are refused. To be called before the server stops.
    public func stopFollowing() { following.hub.stop() }

    /// The response to a request that never came here, with what lets a page of an allowed origin read it.
    public func exposed(_ response: Response, to request: Request) -> Response {
        access.current.crossOrigin?.exposed(response, to: request) ?? response
    }

    public func admit(_ head: Request) -> Admission { access.current.front.admit(head) }
}
